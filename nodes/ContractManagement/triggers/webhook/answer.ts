import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { DeliveryRequest } from '../../api/deliveries/body';
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
export const refused = answered(400, true);
export const ignored = answered(200);
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
