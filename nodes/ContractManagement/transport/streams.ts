import type { Connection } from './connection';
import { isAccepted, noAnswer, type Exchange } from './exchange';
import type { ItemScope } from './scope';
import { waitFor } from './waitFor';

type Helpers = ItemScope['context']['helpers'];

export type FileStream = Awaited<ReturnType<Helpers['getBinaryStream']>>;

/** The bytes of a file: a stream, or a buffer where n8n keeps files in memory. */
export type FileBody = Buffer | FileStream;

/** Takes the body of a successful answer; what it returns becomes the answer's body. */
export type Receive = (body: FileStream, answer: Exchange) => Promise<unknown>;

/**
 * Runs an exchange whose answer is a stream and takes its body within the same attempt, so that a transfer that breaks
 * off is tried again. Any body but a successful one is read as text.
 *
 * @param send never throws; uses the signal of the connection that it is given
 */
export async function streamed(
	connection: Connection,
	send: (connection: Connection) => Promise<Exchange>,
	receive: Receive,
): Promise<Exchange> {
	const stalled = new AbortController();
	const signals = [stalled.signal, connection.signal].filter((signal) => signal !== undefined);
	const answer = await send({ ...connection, signal: AbortSignal.any(signals) });
	if (answer.failure) return answer;

	const body = answer.body as FileStream;
	const read = isAccepted(answer) ? receive : textOf(connection);
	const unwatch = watch(body, connection.http.timeout ?? 0, stalled);
	try {
		return { ...answer, body: await read(body, answer) };
	} catch (error) {
		return brokenOff(error, connection.signal, stalled.signal);
	} finally {
		unwatch();
		body.destroy();
	}
}

/** Reads a body as text. */
export function textOf({ context }: Connection): Receive {
	const { helpers } = context as ItemScope['context'];
	return async (body) => (await helpers.binaryToBuffer(body)).toString('utf8');
}

/** The JSON that a text holds, or the text itself. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

// A timeout of n8n ends with the headers: a body that stops arriving would hold its place forever.
function watch(body: FileStream, idleMs: number, stalled: AbortController): () => void {
	if (idleMs <= 0) return () => undefined;
	const done = new AbortController();
	let chunks = 0;
	// Unlike `on`, this does not start the flow before the reader is there, which would lose the beginning.
	body.prependListener('data', () => (chunks += 1));
	const look = async () => {
		for (let seen = -1; seen !== chunks; ) {
			seen = chunks;
			await waitFor(idleMs, done.signal);
		}
		stalled.abort(new Error(`Nothing arrived for ${idleMs / 1000} s`));
	};
	void look().catch(() => undefined);
	return () => done.abort();
}

const BROKEN = /^(ECONN\w+|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_CANCELED|HPE_\w+)$/;

// A transfer that breaks off is the network's fault and worth another attempt; a full disk is not.
function brokenOff(error: unknown, canceled: AbortSignal | undefined, stalled: AbortSignal) {
	const { code, message } = error as { code?: string; message?: string };
	if (stalled.aborted && !canceled?.aborted) {
		return noAnswer({ httpCode: 'ETIMEDOUT', message: (stalled.reason as Error).message });
	}
	const cut = /aborted|socket hang up|closed before/i.test(String(message));
	const httpCode = cut || BROKEN.test(String(code)) ? 'ECONNRESET' : null;
	return noAnswer({ httpCode, message }, canceled);
}
