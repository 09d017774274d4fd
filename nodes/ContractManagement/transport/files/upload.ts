import { uploadTicketOf } from '../../api/files';
import type { Connection } from '../connection';
import { unusable } from '../errors/requestError';
import { isAccepted } from '../exchange';
import { request } from '../request';
import type { FileBody } from '../streams';
import { signedUrl } from './signedUrl';
import { attemptStorage, isExpired, storageError } from './storage';

/** A file to upload. */
export interface UploadFile {
	name: string;
	contentType: string;
	/** In bytes; sent as the content length. */
	size: number;
	/** Opens the bytes; called once per attempt. */
	open: () => Promise<FileBody>;
}

/**
 * Uploads a file: `POST /files/upload-url`, then a PUT without the key to the URL that it names. An address that expired
 * while others were being uploaded is asked for anew, once. Answers the storage key.
 *
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
		if (tries > 1 || !isExpired(outcome.answer)) {
			throw storageError(connection, `Uploading '${file.name}'`, outcome);
		}
	}
}

async function ticketFor(connection: Connection, { name, contentType }: UploadFile) {
	const path = '/files/upload-url';
	const body = await request(connection, { method: 'POST', path, body: { name, contentType } });
	const ticket = uploadTicketOf(body);
	if (ticket) return ticket;
	throw unusable(
		connection,
		'The service gave no address for the upload',
		`The answer of POST ${path} names no storage key or no URL.`,
	);
}
