import type { IExecuteFunctions } from 'n8n-workflow';
import { CONCURRENT_UPLOADS } from '../../api/limits';
import type { Connection } from '../connection';
import type { Attempt } from '../deadline';
import { noAnswer, type ApiRequest, type Exchange, type Outcome } from '../exchange';
import type { Gate } from '../limit/gate';
import { gateFor } from '../limit/gates';
import { secretsInUrl } from '../errors/redaction';
import { attempt } from '../request';
import { asText, received, type FileBody, type Receive } from '../streams';

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
export async function attemptStorage(
	connection: Connection,
	request: StorageRequest,
): Promise<Outcome> {
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
	return await attempt({ ...connection, gate, secrets }, asked, async (one) => {
		return await received(one, await exchangeWithStorage(one, request), receive ?? asText);
	});
}

/** The gate that all transfers from and to one storage host share. */
export function storageGateFor(origin: string): Gate {
	return gateFor({
		baseUrl: origin,
		apiKey: 'signed URL',
		maxConcurrentRequests: CONCURRENT_UPLOADS,
		initial: CONCURRENT_UPLOADS,
	});
}

async function exchangeWithStorage(
	attempt: Attempt,
	{ method, url, headers, open }: StorageRequest,
): Promise<Exchange> {
	const { helpers } = attempt.context as IExecuteFunctions;
	if (open) attempt.progress.waitsFor = 'upload';
	let file: FileBody | undefined;
	try {
		file = await open?.();
		const response = await helpers.httpRequest({
			...attempt.http,
			method,
			url: url.href,
			headers: { ...headers },
			...(file && { body: file }),
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// Also keeps axios from holding every chunk of an upload in memory, for a redirect that never comes.
			disableFollowRedirect: true,
			timeout: 0,
			abortSignal: attempt.signal,
		});
		return { status: response.statusCode, headers: response.headers, body: response.body };
	} catch (error) {
		const { code, message } = error as { code?: string; message?: string };
		return noAnswer({ httpCode: code, message });
	} finally {
		// An answer may come before the file was read to its end.
		if (file && !Buffer.isBuffer(file)) file.destroy();
	}
}
