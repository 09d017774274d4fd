import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

/** How a delivery that starts nothing is answered (D11; every answer is listed in docs/triggers.md). */
export type Answer =
	/** Sending it again will not help. */
	| { status: 400 | 401; message: string }
	/** Sending it again will help. The reason is for n8n's log: it may name addresses that are nobody else's business. */
	| { status: 503; message: string; reason: string }
	/** All is well, there is just nothing to do. */
	| { status: 200; ignored: string };

/** Sends the answer and writes it to n8n's log; no execution is started or recorded. */
export function send(context: IWebhookFunctions, answer: Answer): IWebhookResponseData {
	log(context, answer);
	if (answer.status === 200) {
		return { webhookResponse: { status: 'ignored', reason: answer.ignored } };
	}
	const { status, message } = answer;
	context.getResponseObject().status(status).send({ status: 'refused', message });
	return { noWebhookResponse: true };
}

/** What accepted deliveries are answered with, once n8n has stored the execution. */
export function accepted(eventKeys: string[], responseBody: string): IDataObject | string {
	return responseBody === '' ? { status: 'accepted', events: eventKeys } : responseBody;
}

/** How long n8n may take to store an execution after the sender has hung up. */
const STORING_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** Resolves when the delivery is answered: whether n8n said 2xx, which it does once it has stored the execution. */
export async function answeredOk(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	// The sender may have hung up; n8n goes on all the same, and answers into the void.
	for (let waited = 0; !response.headersSent && waited < STORING_MS; waited += LOOK_EVERY_MS) {
		await sleep(LOOK_EVERY_MS);
	}
	return response.headersSent && response.statusCode < 300;
}

function log(context: IWebhookFunctions, answer: Answer): void {
	const trigger = `"${context.getNode().name}"`;
	if (answer.status === 200) {
		context.logger.debug(`${trigger} ignored a delivery: ${answer.ignored}`);
		return;
	}
	const reason = answer.status === 503 ? answer.reason : answer.message;
	context.logger.warn(`${trigger} answered a delivery with ${answer.status}: ${reason}`);
}
