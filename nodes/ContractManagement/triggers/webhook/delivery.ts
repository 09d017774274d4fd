import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { connectionWith } from '../../transport/connection';
import { CREDENTIAL } from '../../transport/credential';
import { bodiesOf, deliveryRequest, MAX_VALUES, type DeliveryRequest } from './body';
import { confirmedEvents, selectedEvents } from './confirmedEvents';
import { emitOnce, newEvents } from './emitOnce';
import { MAX_EVENTS, namedEvents, type NamedEvent } from './namedEvents';
import { eventsByRecord } from './readRecords';
import { refusalOf, secretsIn } from './verify';
import { webhookSettings, type WebhookSettings } from './webhookSettings';

/** How a delivery that starts nothing is answered (every answer is listed in docs/triggers.md). */
type Answer =
	/** Sending it again will not help. */
	| { status: 400 | 401; message: string }
	/** Sending it again will help. The reason is for n8n's log: it may name addresses that are nobody else's business. */
	| { status: 503; message: string; reason: string }
	/** All is well, there is just nothing to do. */
	| { status: 200; ignored: string };

/** For everything between the verification and the answer: senders give up after ten seconds or later. */
const BUDGET_MS = 8_000;

/** Short enough that further attempts fit into the budget. */
const RETRY = { baseDelayMs: 200, maxRetries: 3, maxTotalMs: 5_000 };

/** What the node reads for a stranger: each record is a request with the key, or four. */
const MAX_UNVERIFIED = 10;

/** Deeper values can be read, but not be stored by n8n. */
const MAX_PAYLOAD_LEVELS = 500;

/** For how long a reading of the credential is used: too short to notice that the credential was changed. */
const SHARED_MS = 1_000;

const readings = new Map<string, Promise<IDataObject>>();

const NO_CONTRACT = refused('The body names no contract');
const TOO_LARGE = refused(`The body is too large: it holds more than ${MAX_VALUES} values`);
const TOO_MANY = refused(`The body holds more than ${MAX_EVENTS} events`);
const TOO_DEEP = refused(
	`Include Payload takes no body with more than ${MAX_PAYLOAD_LEVELS} levels`,
);
const UNVERIFIED = refused(
	`Without verification a delivery may name ${MAX_UNVERIFIED} contracts and counterparties at most`,
);
const NOT_SELECTED: Answer = { status: 200, ignored: 'The workflow does not wait for this event' };
const NOT_TRUE: Answer = { status: 200, ignored: 'Not confirmed by the service, or filtered out' };
const DUPLICATE: Answer = { status: 200, ignored: 'Handed on before' };

/**
 * Takes a delivery: verified, its events named, confirmed by reading, emitted once. Always answers, within its budget,
 * and never makes a failed execution.
 */
export async function takeDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const taken = await take(context);
		return 'status' in taken ? send(context, taken) : taken;
	} catch (error) {
		const { message } = error as Error;
		return send(context, { status: 503, message: 'Send it again later', reason: message });
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData | Answer> {
	const settings = webhookSettings(context);
	const request = deliveryRequest(context);
	const credentials = await sharedCredential(context);
	const refusal = refusalOf(settings.rule, secretsIn(credentials), request, Date.now());
	if (refusal !== undefined) return { status: 401, message: refusal };

	const read = readBody(request, settings);
	if ('status' in read) return read;
	const selected = selectedEvents(read.named, settings);
	if (selected.length === 0) return NOT_SELECTED;
	const isUnverified = settings.rule.kind === 'none';
	if (isUnverified && eventsByRecord(selected).size > MAX_UNVERIFIED) return UNVERIFIED;

	const signal = AbortSignal.timeout(BUDGET_MS);
	const connection = connectionWith(context, credentials, { signal, retry: RETRY });
	const emission = { context, connection, settings, payload: read.payload, signal };
	const news = newEvents(emission, selected);
	if (news.length === 0) return DUPLICATE;
	const items = await confirmedEvents(connection, news, settings, request.rawBody);
	if (items.length === 0) return NOT_TRUE;
	return (await emitOnce(emission, items)) ?? DUPLICATE;
}

/** The events of the body, in the first form of it that names any. */
function readBody(
	request: DeliveryRequest,
	{ paths, includePayload }: WebhookSettings,
): { named: NamedEvent[]; payload: unknown } | Answer {
	for (const body of bodiesOf(request)) {
		if (!body) return TOO_LARGE;
		const named = namedEvents(body.value, request, paths);
		if (!named) return TOO_MANY;
		if (named.length === 0) continue;
		const isTooDeep = includePayload && body.levels > MAX_PAYLOAD_LEVELS;
		return isTooDeep ? TOO_DEEP : { named, payload: body.value };
	}
	return NO_CONTRACT;
}

function refused(message: string): Answer {
	return { status: 400, message };
}

/** Sends the answer and writes it to n8n's log; no execution is started or recorded. */
function send(context: IWebhookFunctions, answer: Answer): IWebhookResponseData {
	const trigger = `"${context.getNode().name}"`;
	if (answer.status === 200) {
		context.logger.debug(`${trigger} ignored a delivery: ${answer.ignored}`);
		return { webhookResponse: { status: 'ignored', reason: answer.ignored } };
	}
	const { status, message } = answer;
	const reason = status === 503 ? answer.reason : message;
	context.logger.warn(`${trigger} answered a delivery with ${status}: ${reason}`);
	context.getResponseObject().status(status).send({ status: 'refused', message });
	return { noWebhookResponse: true };
}

/**
 * The credential of a webhook trigger. Deliveries within a second share one reading: for each reading n8n makes a
 * JavaScript isolate, which takes longer than everything else that a delivery needs. Nothing is kept afterwards.
 *
 * @throws NodeOperationError of n8n when the node has no credential
 */
export async function sharedCredential(context: IWebhookFunctions): Promise<IDataObject> {
	const node = context.getNode();
	const key = [context.getWorkflow().id, node.id, node.credentials?.[CREDENTIAL]?.id].join('\n');
	const known = readings.get(key);
	if (known) return await known;
	const reading = context.getCredentials<IDataObject>(CREDENTIAL);
	readings.set(key, reading);
	const forget = () => readings.delete(key);
	void reading.then(async () => await sleep(SHARED_MS)).then(forget, forget);
	return await reading;
}
