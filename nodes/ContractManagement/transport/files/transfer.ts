import type { IBinaryData } from 'n8n-workflow';
import { uploadTicketOf, type FileSource, type UploadTicket } from '../../api/files';
import type { Connection } from '../connection';
import { exchange } from '../apiExchange';
import { isAccepted, type ApiRequest, type Exchange, type Outcome } from '../exchange';
import { attempt, request } from '../request';
import { fileOf, isFile, storeAs, type Storing } from './receivedFile';
import { signedUrl } from './signedUrl';
import { attemptStorage } from './storage';
import { EXPIRED, storageError } from './storageErrors';
import { nodeApiError } from '../errors/requestError';
import { withJson } from '../json';
import { asText, received, type FileBody, type Receive } from '../streams';

/** A file to upload. */
export interface UploadFile {
	name: string;
	contentType: string;
	/** In bytes; sent as the content length. */
	size: number;
	/** Opens the bytes; called once per attempt. */
	open: () => Promise<FileBody>;
}

const MAX_REDIRECTS = 3;

/**
 * Uploads a file: `POST /files/upload-url`, then a PUT without the key to the URL that it names. An address that expired
 * while others were being uploaded is asked for anew, once.
 *
 * @returns the storage key
 * @throws NodeApiError when the service gives no safe address, or the storage refuses the file
 */
export async function upload(connection: Connection, file: UploadFile): Promise<string> {
	for (let tries = 1; ; tries++) {
		const { key, url, headers } = await ticketFor(connection, file);
		const outcome = await attemptStorage(connection, {
			method: 'PUT',
			url: signedUrl(connection, url),
			headers: {
				'Content-Type': file.contentType,
				...headers,
				'Content-Length': String(file.size),
			},
			open: file.open,
		});
		if (isAccepted(outcome.answer)) return key;
		if (tries > 1 || !EXPIRED.includes(outcome.answer.status)) {
			throw storageError(connection.context.getNode(), `Uploading '${file.name}'`, outcome);
		}
	}
}

/**
 * Downloads a file from its signed URL into n8n's storage, without the key.
 *
 * @throws NodeApiError when the address is not safe, the file is too large, or the storage does not give it
 */
export async function download(
	connection: Connection,
	source: FileSource,
	storing: Storing,
): Promise<IBinaryData> {
	let url = signedUrl(connection, source.url);
	for (let hops = 0; ; hops++) {
		const receive = storeAs(connection, source, storing);
		const outcome = await attemptStorage(connection, { method: 'GET', url, receive });
		const file = fileOf(connection, outcome.answer, storing);
		if (file) return file;
		const target = redirectOf(outcome.answer);
		if (target === undefined || hops >= MAX_REDIRECTS) {
			const name = source.name ?? storing.fallbackName;
			throw storageError(connection.context.getNode(), `Downloading '${name}'`, outcome);
		}
		url = signedUrl(connection, target, url);
	}
}

/**
 * Asks the API for files: the answer is one itself (`fileOf`), leads to one (`redirectOf`), or its body is the JSON that
 * it holds.
 */
export async function askForFiles(
	connection: Connection,
	asked: ApiRequest,
	storing: Storing,
): Promise<Outcome> {
	const receive: Receive = async (body, head) =>
		isFile(head) ? await storeAs(connection, {}, storing)(body, head) : await asText(body, head);
	return await attempt(connection, asked, async (one) => {
		const answer = await exchange(one, { ...asked, answer: 'file' });
		return withJson(await received(one, answer, receive));
	});
}

/** Where a redirect leads, or undefined when the answer is none. */
export function redirectOf({ status, headers }: Exchange): string | undefined {
	return status >= 300 && status < 400 ? headers.location : undefined;
}

async function ticketFor(
	connection: Connection,
	{ name, contentType }: UploadFile,
): Promise<UploadTicket> {
	const body = await request<unknown>(connection, {
		method: 'POST',
		path: '/files/upload-url',
		body: { name, contentType },
	});
	const ticket = uploadTicketOf(body);
	if (ticket) return ticket;
	throw nodeApiError(connection.context.getNode(), {
		message: 'The service gave no address for the upload',
		description: 'The answer of POST /files/upload-url names no storage key or no URL.',
	});
}
