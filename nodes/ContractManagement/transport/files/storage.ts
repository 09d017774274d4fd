import type { IExecuteFunctions } from 'n8n-workflow';
import { CONCURRENT_TRANSFERS } from '../../api/limits';
import { STREAMED } from '../apiExchange';
import type { Connection } from '../connection';
import type { Attempt } from '../deadline';
import { secretsInUrl } from '../errors/redaction';
import { isAccepted, noAnswer, type ApiRequest, type Exchange } from '../exchange';
import type { Gate } from '../limit/gate';
import { gateFor } from '../limit/gates';
import { attempt } from '../request';
import { asText, received, type FileBody, type Receive } from '../streams';
import { TOO_EARLY } from './storageError';

/** One call of a signed URL. */
export interface StorageRequest {
	method: 'GET' | 'PUT';
	url: URL;
	headers?: Record<string, string>;
	/** Opens the body anew for every attempt: a stream can be read once only. */
	open?: () => Promise<FileBody>;
	/** Takes the body of a successful answer; read as text when absent. */
	receive?: Receive;
}

/**
 * Calls a signed URL under the retry rules of the API, but without the key and past the gate of the key: the storage
 * is another service. Transfers per storage host are bounded for the whole process, and with them the memory.
 */
export async function attemptStorage(connection: Connection, request: StorageRequest) {
	const { url, method, receive } = request;
	const asked: ApiRequest = {
		method,
		path: url.pathname,
		// What nobody has the key of is as if it was not there.
		effect: 'reads',
		// What a storage says about an upload is its own; a download that was not stored is no file.
		...(method === 'PUT' && { answer: 'text' }),
	};
	const gate = storageGateFor(url.origin);
	const secrets = new Set([...connection.secrets, ...secretsInUrl(url.href)]);
	return await attempt(
		{ ...connection, gate, secrets, baseUrl: url.origin },
		asked,
		async (one) => await received(one, await exchangeWithStorage(one, request), receive ?? asText),
	);
}

/** The gate that all transfers from and to one storage host share. */
export function storageGateFor(origin: string): Gate {
	const maxConcurrentRequests = CONCURRENT_TRANSFERS;
	return gateFor({ baseUrl: origin, apiKey: 'signed URL', maxConcurrentRequests, isOwn: true });
}

async function exchangeWithStorage(
	attempt: Attempt,
	{ method, url, headers = {}, open }: StorageRequest,
): Promise<Exchange> {
	const { helpers } = attempt.context as IExecuteFunctions;
	if (open) attempt.progress.waitsFor = 'upload';
	let file: FileBody | undefined;
	try {
		file = await open?.();
		const sending = file && new Pieces(file, headers);
		const response = await helpers.httpRequest({
			...attempt.http,
			method,
			url: url.href,
			headers: { ...headers },
			body: sending,
			...STREAMED,
			abortSignal: attempt.signal,
		});
		const answer = { status: response.statusCode, headers: response.headers, body: response.body };
		if (!isAccepted(answer) || !sending || sending.left <= 0) return answer;
		response.body.destroy();
		return noAnswer({ httpCode: TOO_EARLY, message: 'it answered before it had all of the file' });
	} catch (error) {
		return noAnswer({ cause: error as Error });
	} finally {
		// An answer may come before the file was read to its end.
		if (file && !Buffer.isBuffer(file)) file.destroy();
	}
}

const PIECE_BYTES = 65_536;

/**
 * A file that is sent piece by piece, as fast as the network takes it, and knows how much is left. To axios it is a Blob,
 * which it reads by `stream`, whether n8n gives the bytes at once (from memory, or its database) or in parts.
 */
class Pieces {
	readonly [Symbol.toStringTag] = 'Blob';
	readonly size: number;
	readonly type?: string;
	/** Bytes that the network has not taken yet. */
	left: number;

	constructor(
		private readonly file: FileBody,
		headers: Record<string, string>,
	) {
		this.size = Number(headers['Content-Length']);
		// The ticket's own comes last.
		this.type = Object.entries(headers).findLast(([name]) => /^content-type$/i.test(name))?.[1];
		this.left = this.size;
	}

	async *stream() {
		for await (const chunk of Buffer.isBuffer(this.file) ? [this.file] : this.file) {
			for (let at = 0; at < (chunk as Buffer).length; at += PIECE_BYTES) {
				const piece = (chunk as Buffer).subarray(at, at + PIECE_BYTES);
				this.left -= piece.length;
				yield piece;
			}
		}
	}
}
