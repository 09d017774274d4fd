import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { DeliveryRequest, NamedEvent } from '../../api/deliveries/event';
import { setContractPath, setEventPath } from '../../api/deliveries/hints';
import { firstName } from '../../api/deliveries/namedEvents';
import { DELIVERIES } from '../../api/deliveries/profile';
import { eventIdentifier, eventNamed, eventOfStatus, EVENTS, subjectOf } from '../../api/events';
import { isObject } from '../../api/shapes';
import { quoted, secretsOf } from '../../transport/errors/redaction';
import type { WebhookSettings } from './properties';

/** A delivery that was let in, as far as it was read. */
export interface Delivery {
	context: IWebhookFunctions;
	credentials: IDataObject;
	settings: WebhookSettings;
	request: DeliveryRequest;
	payload?: unknown;
}

/** How a delivery that starts nothing is answered (docs/reliability.md lists every answer). */
export interface Answer {
	status: 200 | 400 | 401 | 503;
	message: string;
	/** For n8n's log alone: it may name addresses that are nobody else's business. */
	reason?: string;
	/** Whether it is not known what the delivery says; a path or a name that the person sets changes that. */
	isUnknown?: boolean;
	/** Whether the editor goes on listening: it only tries the address, whose text it wants back, or its own event follows. */
	isPassed?: boolean;
	challenge?: string;
}

const answered =
	(status: 200 | 400, isUnknown?: true) =>
	(message: string): Answer => ({ status, message, isUnknown });
/** 400 to what cannot be read or is too much: it shows at the sender, who may send it again. */
export const refused = answered(400, true);
/** 200 with the reason: it is understood, and starts nothing. */
export const ignored = answered(200);
/** 200, as the same would come again; what the person sets in the node changes that. */
export const notUnderstood = answered(200, true);
export const handedOnBefore = ignored('Handed on before: Drop Duplicates in Options is on');

/** Sends the answer, or this text for 200, and writes it to n8n's log; no execution is started or recorded. */
export function send(context: IWebhookFunctions, answer: Answer, text = ''): IWebhookResponseData {
	const { status, message, reason, challenge } = answer;
	const trigger = `"${context.getNode().name}"`;
	const response = context.getResponseObject();
	if (status !== 200) {
		context.logger.warn(`${trigger} answered a delivery with ${status}: ${reason ?? message}`);
		response.status(status).send({ status: 'refused', message });
		return { noWebhookResponse: true };
	}
	context.logger.info(`${trigger} ignored a delivery: ${message}`);
	if (challenge === undefined)
		return { webhookResponse: text || { status: 'ignored', reason: message } };
	// Never as a web page: it is whatever the sender likes.
	response.setHeader('content-type', 'text/plain; charset=utf-8');
	response.status(200).send(challenge);
	return { noWebhookResponse: true };
}

/** Answers as always, and shows what came in the editor, without its secrets, as the one item of an execution. */
export function show(delivery: Delivery, answer: Answer): IWebhookResponseData {
	const { context, credentials, settings, request, payload = null } = delivery;
	const { headerName, signatureHeader, queryName } = settings;
	const proofs = [headerName, signatureHeader].map((name) => name.trim().toLowerCase());
	proofs.push('authorization', 'proxy-authorization', 'cookie');
	const without = (all: object, names: string[]) =>
		Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
	const json = quoted(secretsOf(credentials), {
		understood: !answer.isUnknown,
		reason: answer.reason ?? answer.message,
		payload,
		headers: without(request.headers, proofs),
		query: without(request.query, [queryName]),
	}) as IDataObject;
	return { ...send(context, answer, settings.responseBody), workflowData: [[{ json }]] };
}

/** What is answered where no form of the body names a contract. */
export function noContract(values: unknown[], { request, settings }: Delivery): Answer {
	// An event may stand in the query alone.
	const isEvent = eventNamed(firstName({}, { ...request, headers: {} }, settings)) !== undefined;
	const isEmpty = values.every(isEmptyBody) && (!request.rawBody?.length || values.length > 0);
	// A test is named where Event Path does not look.
	const ways = [settings, { ...settings, eventPath: '' }];
	const bodies = [...values, {}];
	const isTried = bodies.some((it) => ways.some((way) => isTest(firstName(it, request, way))));
	const isAsked = bodies.some((it) => challengeIn(it, request) !== undefined);
	if ((isEmpty && !isEvent) || isTried || isAsked) return handshake(values[0], request);
	return refused(`The body names no contract: ${setContractPath(values[0], request)}`);
}

/** 200 to a test of the address, with the challenge that its body or query holds, if any. */
export function handshake(body: unknown, request: DeliveryRequest): Answer {
	const challenge = challengeIn(body, request);
	return { ...ignored('A test, which starts nothing'), isPassed: true, challenge };
}

/** Why none of the events starts the workflow, and what would change it. */
export function notSelected(named: NamedEvent[], { payload, request, settings }: Delivery): Answer {
	const known = named.find(({ event }) => event !== undefined);
	if (known) {
		const { event = '', subject, status = '' } = known;
		const about = subjectOf(event);
		if (about && about !== subject)
			return notUnderstood(`The body names no ${about}: ${setContractPath(payload, request)}`);
		const reason = `The workflow does not wait for this event: select ${EVENTS[event as keyof typeof EVENTS]?.[0] ?? event} in Events`;
		return { ...ignored(reason), isPassed: settings.events.includes(eventOfStatus(status) ?? '') };
	}
	const name = named.map((one) => one.name).find((one) => one !== '');
	if (name === undefined)
		return notUnderstood(`The body names no event: ${setEventPath(payload, request)}`);
	const fix = 'add it to Event Names in Options, or select Any Other Event in Events';
	return notUnderstood(`The event name '${name}' is not known: ${fix}`);
}

/** No tokens are longer; what is no plain text is none. */
const TOKEN = /^[\x20-\x7e]{1,1000}$/;

/** Whether a name only says that the address is tried. */
export function isTest(name: string): boolean {
	return DELIVERIES.tests.test(eventIdentifier(name));
}

/** The text that the sender wants back; undefined where it wants none. */
function challengeIn(body: unknown, { query }: DeliveryRequest): string | undefined {
	const holders = [query, isObject(body) ? body : {}];
	const values = holders.flatMap((holder) => DELIVERIES.challenges.map((name) => holder[name]));
	return values.find((value): value is string => typeof value === 'string' && TOKEN.test(value));
}

/** Whether the body says nothing at all. */
function isEmptyBody(body: unknown): boolean {
	return typeof body === 'object' ? Object.keys(body ?? {}).length === 0 : (body ?? '') === '';
}
