import type { BinaryHelperFunctions, IBinaryData } from 'n8n-workflow';
import { uploadTicketOf } from '../../api/files';
import { parsedJson } from '../../api/options';
import { isErrorBody } from '../../api/flaws';
import { isHtml } from '../../api/texts';
import type { Connection } from '../connection';
import { misfit } from '../errors/misfit';
import { isAccepted, type Exchange } from '../exchange';
import { request } from '../request';
import type { FileBody } from '../streams';
import { signedUrl } from './signedUrl';
import { attemptStorage } from './storage';
import { isExpired, storageError } from './storageError';

export interface UploadFile {
	name: string;
	contentType: string;
	/** In bytes; sent as the content length. */
	size: number;
	/** Opens the bytes; called once per attempt. */
	open: () => Promise<FileBody>;
}

type Files = { helpers: Pick<BinaryHelperFunctions, 'getBinaryMetadata'> };

/** In bytes. Base64 in memory is decoded for that only where it is not written in one piece. */
export async function sizeOf({ helpers }: Files, { id, data, bytes }: IBinaryData) {
	if (id) return bytes ?? (await helpers.getBinaryMetadata(id)).fileSize;
	const isPlain = !/\s|=(?!=?$)/.test(data);
	return isPlain ? Buffer.byteLength(data, 'base64') : Buffer.from(data, 'base64').length;
}

/**
 * Uploads a file: `POST /files/upload-url`, then a PUT without the key to the URL that it names. An address that expired
 * while others were being uploaded is asked for anew, once. Answers the storage key.
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
		if (isTaken(outcome.answer)) return key;
		if (tries > 1 || !isExpired(outcome.answer)) {
			throw storageError(connection, `Uploading '${file.name}'`, outcome);
		}
	}
}

// A page is of something before the storage, and some storages refuse with 200 and an error in its body.
function isTaken(answer: Exchange): boolean {
	const body = String(answer.body ?? '');
	const isRefusal = /^\s*(<\?xml[^>]*>\s*)?<Error\b/.test(body) || isErrorBody(parsedJson(body));
	return isAccepted(answer) && !isHtml(body) && !isRefusal;
}

async function ticketFor(connection: Connection, { name, contentType }: UploadFile) {
	const path = '/files/upload-url';
	const body = await request(connection, { method: 'POST', path, body: { name, contentType } });
	const ticket = uploadTicketOf(body, connection.profile);
	if (!('entry' in ticket)) return ticket;
	throw misfit(connection, ticket, 'The service gave no address for the upload');
}
