import { isObject } from '../api/shapes';
import { onAbort } from './abort';
import type { Attempt } from './deadline';
import { isAccepted, noAnswer, type Exchange } from './exchange';
import type { ItemScope } from './scope';

type Helpers = ItemScope['context']['helpers'];

export type FileStream = Awaited<ReturnType<Helpers['getBinaryStream']>>;

/** The bytes of a file: a stream, or a buffer where n8n keeps files in memory. */
export type FileBody = Buffer | FileStream;

/** Takes the body of a successful answer; what it returns becomes the answer's body. */
export type Receive = (body: FileStream, answer: Exchange) => Promise<unknown>;

/**
 * Takes the body of an answer within the same attempt, so that a transfer that breaks off is tried again. Any body but a
 * successful one is read as text. Nothing is left open, however it ends.
 */
export async function received(
	{ signal, progress }: Attempt,
	answer: Exchange,
	receive: Receive,
): Promise<Exchange> {
	const { body } = answer;
	if (!isStream(body)) return answer;
	progress.waitsFor = 'body';
	// Unlike `on`, this does not start the flow before the reader is there, which would lose the beginning.
	body.prependListener('data', (chunk: Buffer) => (progress.bytes += chunk.length));
	// Without a listener, a stream that is destroyed before or after it is read would end the process.
	body.on('error', () => undefined);
	const release = onAbort(signal, () => body.destroy(signal.reason as Error));
	try {
		const read = isAccepted(answer) ? receive : asText;
		return { ...answer, body: await read(body, answer) };
	} catch (error) {
		return brokenOff(error);
	} finally {
		release();
		body.destroy();
	}
}

/** Reads a body as text. */
export async function asText(body: FileStream): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of body) chunks.push(chunk as Buffer);
	return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The same answer with the JSON that its text holds, if it does. */
export function withJson(answer: Exchange): Exchange {
	const { body } = answer;
	return typeof body === 'string' ? { ...answer, body: parsedJson(body) } : answer;
}

/** The JSON that a text holds, or the text itself. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

function isStream(body: unknown): body is FileStream {
	return isObject(body) && 'destroy' in body;
}

const BROKEN = /^(ECONN\w+|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_CANCELED|HPE_\w+)$/;

// A transfer that breaks off is the network's fault and worth another attempt; a full disk is not.
function brokenOff(error: unknown): Exchange {
	const { code, message } = error as { code?: string; message?: string };
	const cut = /aborted|socket hang up|closed before/i.test(String(message));
	const httpCode = cut || BROKEN.test(String(code)) ? 'ECONNRESET' : null;
	return noAnswer({ httpCode, message });
}
