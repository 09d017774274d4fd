import type { IExecuteFunctions } from 'n8n-workflow';
import { MAX_ANSWER_BYTES, MAX_REFUSAL_BYTES, MEGABYTE } from '../api/limits';
import { parsedJson } from '../api/options';
import { isObject } from '../api/shapes';
import { onAbort } from './abort';
import type { Attempt, Progress } from './deadline';
import { isAccepted, noAnswer, type Exchange } from './exchange';

/** A stream as n8n gives it of its files and of answers. */
export type FileStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** The bytes of a file: a stream, or a buffer where n8n keeps files in memory. */
export type FileBody = Buffer | FileStream;

/** Takes the body of a successful answer; what it returns becomes the answer's body. It may bound it by `mostBytes`. */
export type Receive = (body: FileStream, answer: Exchange, progress: Progress) => Promise<unknown>;

/** In place of the body of a successful answer that is not what it says; such an answer is not readable. */
export class Unfit {
	constructor(readonly reason: string) {}
}

/**
 * Takes the body of an answer within the same attempt, so that a transfer that breaks off is tried again. Any body but a
 * successful one is read as text. Nothing is left open, however it ends.
 */
export async function received(
	{ signal, progress }: Pick<Attempt, 'progress' | 'signal'>,
	answer: Exchange,
	receive: Receive,
): Promise<Exchange> {
	const { body } = answer;
	if (!isStream(body)) return answer;
	progress.waitsFor = 'body';
	// Unlike `on`, this does not start the flow before the reader is there, which would lose the beginning.
	body.prependListener('data', (chunk: Buffer) => {
		const { mostBytes = Infinity } = progress;
		progress.bytes += chunk.length;
		if (progress.bytes > mostBytes) body.destroy(new Error('The body is larger than allowed'));
	});
	// Without a listener, a stream that is destroyed before or after it is read would end the process.
	body.on('error', () => undefined);
	const ends = isAccepted(answer) ? [signal] : [signal, AbortSignal.timeout(REFUSAL_MS)];
	const release = ends.map((end) => onAbort(end, () => body.destroy(end.reason as Error)));
	try {
		const read = isAccepted(answer) ? receive : beginning;
		const taken = await read(body, answer, progress);
		if (taken instanceof Unfit)
			return { ...answer, body: `(${taken.reason})`, reason: taken.reason };
		const isCut = typeof taken === 'string' && progress.bytes > MAX_ANSWER_BYTES;
		return { ...answer, body: taken, ...(isCut && { reason: TOO_LONG }) };
	} catch (error) {
		if (!isAccepted(answer)) return { ...answer, body: '' };
		const encoding = progress.bytes === 0 && encodingOf(error);
		if (encoding) {
			const reason = `a body that is not ${encoding}, although its Content-Encoding says so`;
			return { ...answer, body: '\u001f', reason };
		}
		return brokenOff(error, receive === asText);
	} finally {
		release.forEach((free) => free());
		body.destroy();
	}
}

/** What is only quoted is not waited for any longer: what a refusal means is known by its head. */
const REFUSAL_MS = 3_000;

/** How the codes of decoders begin, where a body is not at all what its Content-Encoding says. */
const DECODERS = {
	Z_DATA_ERROR: 'gzip or deflate',
	ERR__ERROR_FORMAT: 'br',
	ZSTD_error_prefix: 'zstd',
};

function encodingOf(error: unknown): string | undefined {
	const { code } = error as { code?: string };
	return Object.entries(DECODERS).find(([begin]) => code?.startsWith(begin))?.[1];
}

const TOO_LONG = `more than ${MAX_ANSWER_BYTES / MEGABYTE} MB, of which the rest was not read`;

/** Reads a body as text, up to the size that no answer should have: JSON that is cut there is no JSON any more. */
export const asText = textOf(MAX_ANSWER_BYTES);

/** The same answer with the JSON that its text holds, if it does. */
export function withJson(answer: Exchange): Exchange {
	const { body } = answer;
	return typeof body === 'string' ? { ...answer, body: parsedJson(body) } : answer;
}

/** The beginning of a body that is only quoted. */
export const beginning = textOf(MAX_REFUSAL_BYTES);

// Leaving the loop closes the body. A chunk is 64 KB at the most, decompressed 16 KB.
function textOf(maxBytes: number) {
	return async (body: FileStream): Promise<string> => {
		const chunks: Buffer[] = [];
		let bytes = 0;
		for await (const chunk of body) {
			chunks.push(chunk as Buffer);
			bytes += (chunk as Buffer).length;
			if (bytes > maxBytes) break;
		}
		return new TextDecoder().decode(Buffer.concat(chunks));
	};
}

function isStream(body: unknown): body is FileStream {
	return isObject(body) && 'destroy' in body;
}

const BROKEN =
	/^(ECONN\w+|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_CANCELED|ERR_SSL_\w+|HPE_\w+|Z_\w+|ERR__\w+)$/;

// A body that breaks off or cannot be decompressed is the network's fault and worth another attempt; a full disk, which
// only who stores it can meet, is not.
function brokenOff(error: unknown, isOnlyRead: boolean): Exchange {
	const { code, message } = error as { code?: string; message?: string };
	const isSaid = /aborted|socket hang up|closed before/i.test(String(message));
	const isBroken = isOnlyRead || isSaid || BROKEN.test(String(code));
	return noAnswer({ httpCode: isBroken ? 'ECONNRESET' : null, message });
}
