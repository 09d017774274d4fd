import type { IExecuteFunctions } from 'n8n-workflow';
import { CONCURRENT_UPLOADS } from '../../api/limits';
import { parsedJson } from '../../api/options';
import { STREAMED } from '../apiExchange';
import { canceledError } from '../canceled';
import type { Connection } from '../connection';
import type { Attempt } from '../deadline';
import { complaintOf } from '../errors/problems';
import { secretsInUrl } from '../errors/redaction';
import { answered, unusable } from '../errors/requestError';
import { isAccepted, noAnswer, type ApiRequest, type Exchange, type Outcome } from '../exchange';
import type { Gate } from '../limit/gate';
import { gateFor } from '../limit/gates';
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
			body: file,
			...STREAMED,
			abortSignal: attempt.signal,
		});
		return { status: response.statusCode, headers: response.headers, body: response.body };
	} catch (error) {
		return noAnswer({ cause: error as Error });
	} finally {
		// An answer may come before the file was read to its end.
		if (file && !Buffer.isBuffer(file)) file.destroy();
	}
}

/** With what a storage may answer to a signed URL whose time is over. */
export const EXPIRED = [400, 401, 403, 410];

/** Whether it does. Most of what is answered with 400 is something else. */
export function isExpired({ status, body }: Exchange): boolean {
	return EXPIRED.includes(status) && (status !== 400 || /Expired/.test(String(body)));
}

/** Does what needs a new signed address, for as many files at a time as are transferred: no address then waits for long. */
export async function renewing<T>(connection: Connection, renew: () => Promise<T>): Promise<T> {
	const { baseUrl, executionId: execution, signal } = connection;
	const entered = storageGateFor(`renewed by ${baseUrl}`).enter({ execution, signal });
	const place = await entered.catch(() => {
		throw canceledError(connection);
	});
	return await renew().finally(() => place!.leave());
}

/** The error for a file that the storage behind a signed URL did not take or give. */
export function storageError(connection: Connection, task: string, outcome: Outcome) {
	const { answer, attempts } = outcome;
	const tried = attempts > 1 ? `Gave up after ${attempts} attempts. ` : '';
	const [cause, advice] = explained(answer);
	const description = `${tried}${advice}`.trim();
	return unusable(connection, `${task} failed: ${cause}`, description, answered(outcome));
}

function explained(answer: Exchange): [cause: string, advice: string] {
	const { body, failure, reason, status } = answer;
	if (failure === 'blocked') return [String(reason), ''];
	if (failure) return ['the file storage did not answer', String(reason)];
	const cause = isAccepted(answer)
		? 'a page or nothing came in place of the file'
		: `the file storage answered ${status}`;
	const hint = isExpired(answer) ? 'Its signed address may have expired: run this again. ' : '';
	return [cause, hint + wordsOf(String(body))];
}

/** What the storage says: JSON like the service's, the XML of object storages, or the beginning of any text. */
function wordsOf(body: string): string {
	const inXml = /<Message>([^<]*)<\/Message>/.exec(body)?.[1];
	return inXml ?? complaintOf(parsedJson(body)).message ?? body.slice(0, 120);
}
