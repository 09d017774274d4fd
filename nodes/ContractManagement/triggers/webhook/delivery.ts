import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { bodiesOf, MAX_VALUES, type DeliveryRequest } from '../../api/deliveries/body';
import {
	MAX_EVENTS,
	namedEvents,
	OTHER,
	type NamedEvent,
	type SelectedEvent,
} from '../../api/deliveries/namedEvents';
import { refusalOf } from '../../api/deliveries/verify';
import { isShown, statusOfEvent, subjectOf } from '../../api/events';
import { uuidOf } from '../../api/identifiers';
import { connectionWith } from '../../transport/connection';
import { sharedCredential } from '../../transport/credential';
import { confirmedEvents, NOT_TRUE } from './confirmedEvents';
import { emitOnce, newEvents } from './emitOnce';
import { webhookSettings, type WebhookSettings } from './properties';

/** How a delivery that starts nothing is answered (docs/triggers.md lists every answer). */
interface Answer {
	status: 200 | 400 | 401 | 503;
	message: string;
	/** For n8n's log alone: it may name addresses that are nobody else's business. */
	reason?: string;
	/** What is answered instead. */
	text?: string;
}

/** For everything between the verification and the answer: senders give up after ten seconds or later. */
const BUDGET_MS = 8_000;

/** Within the budget, so that a request without an answer is a fault of its contract, and the others can be emitted. */
const HTTP = { timeout: 7_000 };

/** Short enough that further attempts fit into the budget. */
const RETRY = { baseDelayMs: 200, maxRetries: 3, maxTotalMs: 5_000 };

/** What the node reads for a stranger: each record is a request with the key, or four. */
const MAX_UNVERIFIED = 10;

/** Deeper values can be read, but not be stored by n8n. */
const MAX_PAYLOAD_LEVELS = 500;

const refused = (message: string): Answer => ({ status: 400, message });
const ignored = (message: string): Answer => ({ status: 200, message });

/** Takes a delivery. Always answers, within its budget, and never makes a failed execution. */
export async function takeDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const taken = await take(context).catch(({ message: reason }: Error): Answer => {
		return { status: 503, message: 'Send it again later', reason };
	});
	return 'status' in taken ? send(context, taken) : taken;
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData | Answer> {
	const settings = webhookSettings(context);
	const { rawBody } = context.getRequestObject();
	const request: DeliveryRequest = {
		headers: context.getHeaderData() as IDataObject,
		query: (context.getQueryData() ?? {}) as IDataObject,
		rawBody: Buffer.isBuffer(rawBody) ? rawBody : undefined,
		parsed: context.getBodyData(),
	};
	const credentials = await sharedCredential(context);
	const refusal = refusalOf(settings, credentials, request, Date.now());
	if (refusal !== undefined) return { status: 401, message: refusal };

	const read = readBody(request, settings);
	if ('status' in read) return read;
	const selected = read.named.flatMap((one) => selectedOf(one, settings.events));
	if (selected.length === 0) return ignored('The workflow does not wait for this event');
	const records = new Set(selected.map(({ subject, id }) => `${subject} ${uuidOf(id)}`));
	if (!settings.isVerified && records.size > MAX_UNVERIFIED) {
		const most = `${MAX_UNVERIFIED} contracts and counterparties`;
		return refused(`Without verification a delivery may name ${most} at most`);
	}

	const signal = AbortSignal.timeout(BUDGET_MS);
	const connection = connectionWith(context, credentials, { signal, retry: RETRY, http: HTTP });
	const emission = { context, connection, settings, payload: read.payload };
	const news = newEvents(emission, selected);
	const before = { ...ignored('Handed on before'), text: settings.responseBody };
	if (news.length === 0) return before;
	const { items, ifNone } = await confirmedEvents(connection, news, settings, request.rawBody);
	if (items.size === 0) return ignored(ifNone);
	return (await emitOnce(emission, items)) ?? before;
}

/** The events of the body, in the first form of it that names any: without a name nobody would learn what is lost. */
function readBody(
	request: DeliveryRequest,
	settings: WebhookSettings,
): { named: NamedEvent[]; payload: unknown } | Answer {
	let missing = 'contract';
	for (const body of bodiesOf(request)) {
		if (!body) return refused(`The body is too large: it holds more than ${MAX_VALUES} values`);
		const named = namedEvents(body.value, request, settings);
		if (!named) return refused(`The body holds more than ${MAX_EVENTS} events`);
		if (named.length > 0) missing = 'event: set Event Path';
		if (named.every(({ name }) => name === '')) continue;
		if (!settings.includePayload || body.levels <= MAX_PAYLOAD_LEVELS)
			return { named, payload: body.value };
		return refused(`Include Payload takes no body with more than ${MAX_PAYLOAD_LEVELS} levels`);
	}
	return refused(`The body names no ${missing}`);
}

/** The events that the workflow waits for, each with the status that the delivery says the contract has after it. */
function selectedOf(named: NamedEvent, events: string[]): SelectedEvent[] {
	const { event, name, subject } = named;
	if (event === undefined) {
		return events.includes(OTHER) && name !== '' ? [{ ...named, event: name }] : [];
	}
	const status = event === 'signed' ? event : (named.status ?? statusOfEvent(event));
	// The service is not known to name these moves: a change of the status tells of them.
	const moves = ['sentForSignature', 'canceled'].filter(
		(move) => event === 'statusChanged' && (!status || isShown(move, status)),
	);
	return [event, ...moves]
		.filter((each) => events.includes(each) && subjectOf(each) === subject)
		.map((each) => ({ ...named, status, event: each }));
}

/** Sends the answer and writes it to n8n's log; no execution is started or recorded. */
function send(context: IWebhookFunctions, { status, message, reason, text }: Answer) {
	const trigger = `"${context.getNode().name}"`;
	if (status === 200) {
		const line = `${trigger} ignored a delivery: ${message}`;
		context.logger[message === NOT_TRUE ? 'info' : 'debug'](line);
		return { webhookResponse: text || { status: 'ignored', reason: message } };
	}
	context.logger.warn(`${trigger} answered a delivery with ${status}: ${reason ?? message}`);
	context.getResponseObject().status(status).send({ status: 'refused', message });
	return { noWebhookResponse: true };
}
