import type { IBinaryData } from 'n8n-workflow';
import { fileSourcesOf, type FileSource } from '../api/files';
import { CONCURRENT_UPLOADS } from '../api/limits';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { apiError, isMissing, nodeApiError, unlessRefused } from './errors/requestError';
import { isSuccess, type ApiRequest } from './exchange';
import { assertWhole } from './lists/paginate';
import { fileOf, type Storing } from './files/receivedFile';
import { EXPIRED } from './files/storageErrors';
import { askForFiles, download, redirectOf } from './files/transfer';

/**
 * Reads the files of a contract into n8n's storage, whichever way the service gives them: links, one file, a redirect.
 *
 * @param storing of several files without a name each gets a number
 * @returns undefined while there are none: 404, 202, or an empty list
 * @throws NodeApiError when the service refuses, a file is too large, or the answer names no file
 */
export async function readFiles(
	connection: Connection,
	asked: ApiRequest,
	storing: Storing,
): Promise<IBinaryData[] | undefined> {
	const found = await ask(connection, asked, storing);
	if (!Array.isArray(found)) return [found];
	if (found.length === 0) return undefined;
	return await mapConcurrently(found, CONCURRENT_UPLOADS, async (source, index) => {
		const fallbackName = `${storing.fallbackName}${found.length > 1 ? `-${index + 1}` : ''}`;
		const numbered = { ...storing, fallbackName };
		const first = await unlessRefused(download(connection, source, numbered), EXPIRED);
		if (!first.refusal) return first.value;
		// Its address may have expired while other files were being downloaded.
		const again = await ask(connection, asked, storing);
		if (!Array.isArray(again) || !again[index]) throw first.refusal;
		return await download(connection, again[index], numbered);
	});
}

/** A file, or where the files are; an empty list while there are none. */
async function ask(
	connection: Connection,
	asked: ApiRequest,
	storing: Storing,
): Promise<FileSource[] | IBinaryData> {
	const outcome = await askForFiles(connection, asked, storing);
	const { answer } = outcome;
	const target = redirectOf(answer);
	if (target !== undefined) return [{ url: target }];
	if (isMissing(outcome) || answer.status === 202) return [];
	if (!isSuccess(asked, answer)) throw apiError(connection.context.getNode(), asked, outcome);
	assertWhole(connection, asked, answer.body);
	const found =
		fileOf(connection, answer, storing) ?? (answer.body === '' ? [] : fileSourcesOf(answer.body));
	if (found) return found;
	throw nodeApiError(connection.context.getNode(), {
		message: 'The service answered with something that names no file',
		description:
			'Expected are links with a url, or a PDF. The service may have changed its format.',
	});
}
