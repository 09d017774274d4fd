import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { bodiesOf, MAX_VALUES } from '../../api/deliveries/body';
import type { DeliveryRequest, NamedEvent, SelectedEvent } from '../../api/deliveries/event';
import { MAX_EVENTS, namedEvents, OTHER } from '../../api/deliveries/namedEvents';
import { refusalOfSignature } from '../../api/deliveries/signature';
import { refusalOf } from '../../api/deliveries/verify';
import { isShown, statusOfEvent, subjectOf } from '../../api/events';
import { uuidOf } from '../../api/identifiers';
import { digestOf } from '../../api/print';
import { payloadSettings } from '../../api/serviceProfile';
import { BEGINNING } from '../../api/texts';
import { connectionWith } from '../../transport/connection';
import { recentCredentials, usableProfile } from '../../transport/credential';
import { handedOnBefore, handshake, ignored, isTest, noContract, notSelected } from './answer';
import { refused, send, show, type Answer, type Delivery } from './answer';
import { confirmedEvents } from './confirmedEvents';
import { emitOnce, newEvents } from './emitOnce';
import { webhookSettings } from './properties';

/** For everything between the verification and the answer: senders give up after ten seconds or later. */
const BUDGET_MS = 8_000;

/** Within the budget, so that a request without an answer is a fault of its contract, and the others can be emitted. */
const HTTP = { timeout: 7_000 };

/** Short enough that further attempts fit into the budget. */
const RETRY = { baseDelayMs: 200, maxRetries: 3, maxTotalMs: 5_000 };

/** What the node reads for a stranger: each record is a request with the key, or four. */
const MAX_UNVERIFIED = 10;
const TOO_MANY = `Without verification a delivery may name ${MAX_UNVERIFIED} contracts and counterparties at most`;

/** Takes a delivery. Always answers, within its budget, and never makes a failed execution. */
export async function takeDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verify(context).catch(again);
	if ('status' in verified) return send(context, verified);
	const taken = await take(verified).catch(again);
	if (!('status' in taken)) return taken;
	// While the editor listens, a person wants to see what came, and what to set.
	return context.getMode() === 'manual' && !taken.isPassed
		? show(verified, taken)
		: send(context, taken, verified.settings.responseBody);
}

function again({ message: reason }: Error): Answer {
	return { status: 503, message: 'Send it again later', reason };
}

async function verify(context: IWebhookFunctions): Promise<Delivery | Answer> {
	const settings = webhookSettings(context);
	const received = context.getRequestObject();
	// From version 1.1 of a node on, n8n leaves all but JSON, text, forms and XML unread.
	if (!received.readableEnded) await received.readRawBody();
	const { rawBody } = received;
	const request: DeliveryRequest = {
		headers: context.getHeaderData() as IDataObject,
		query: (context.getQueryData() ?? {}) as IDataObject,
		rawBody: Buffer.isBuffer(rawBody) ? rawBody : undefined,
		parsed: context.getBodyData(),
	};
	const refuse = settings.verification === 'hmac' ? refusalOfSignature : refusalOf;
	let refusal = '';
	for await (const credentials of recentCredentials(context)) {
		refusal = refuse(settings, credentials, request, Date.now()) ?? '';
		if (refusal) continue;
		const profile = usableProfile(context, credentials.serviceProfile);
		return { context, credentials, settings: payloadSettings(settings, profile), request };
	}
	return { status: 401, message: refusal };
}

async function take(delivery: Delivery): Promise<IWebhookResponseData | Answer> {
	const { context, credentials, settings, request } = delivery;
	// Whoever asks for the address sends no event; a browser may ask for it by itself.
	if (['GET', 'HEAD'].includes(context.getRequestObject().method)) return handshake({}, request);
	const named = readBody(delivery);
	if ('status' in named) return named;
	const selected = named.flatMap((one) => selectedOf(one, settings.events));
	if (selected.length === 0) return notSelected(named, delivery);
	const leftOut = (reason: string) =>
		context.logger.info(`"${context.getNode().name}" left out a part of a delivery: ${reason}`);
	const isUnknown = ({ name, event }: NamedEvent) =>
		event === undefined && name !== '' && !isTest(name);
	const unknown = settings.events.includes(OTHER) ? [] : named.filter(isUnknown);
	if (unknown.length > 0) leftOut(notSelected(unknown, delivery).message);
	const records = new Set(selected.map(({ subject, id }) => `${subject} ${uuidOf(id)}`));
	if (!settings.isVerified && records.size > MAX_UNVERIFIED) return refused(TOO_MANY);
	const signal = AbortSignal.timeout(BUDGET_MS);
	const connection = connectionWith(context, credentials, { signal, retry: RETRY, http: HTTP });
	const body = digestOf(request.rawBody ?? '');
	const emission = { ...delivery, connection, body };
	const news = newEvents(emission, selected);
	if (news.length === 0) return handedOnBefore;
	const { confirmed, left } = await confirmedEvents(connection, news, settings, body);
	if (confirmed.length === 0) return ignored(left[0]);
	for (const reason of left.slice(0, 10)) leftOut(reason);
	return (await emitOnce(emission, confirmed)) ?? handedOnBefore;
}

/** The events of the body, in the first form of it that names any: without a name nobody would learn what is lost. */
function readBody(delivery: Delivery): NamedEvent[] | Answer {
	const { request, settings } = delivery;
	let nameless: NamedEvent[] = [];
	const values: unknown[] = [];
	for (const body of bodiesOf(request)) {
		if (!body) return refused(`The body is too large: it holds more than ${MAX_VALUES} values`);
		delivery.payload = body.value;
		const named = namedEvents(body.value, request, settings);
		if (!named) return refused(`The body holds more than ${MAX_EVENTS} events`);
		values.push(body.value);
		if (named.length > 0) nameless = named;
		if (named.every(({ name }) => name === '')) continue;
		// One that the person has named is an event.
		const isHandshake = named.every(({ name, event }) => event === undefined && isTest(name));
		if (isHandshake) return handshake(body.value, request);
		return named;
	}
	delivery.payload = values[0] ?? request.rawBody?.toString('utf8', 0, BEGINNING);
	return nameless.length > 0 ? nameless : noContract(values, delivery);
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
