import type { IBinaryData } from 'n8n-workflow';
import { fileSourcesOf } from '../api/files';
import { CONCURRENT_UPLOADS } from '../api/limits';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { apiError } from './errors';
import { isSuccess, type ApiRequest } from './exchange';
import { askForFiles, download, redirectOf } from './files';
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
	const outcome = await askForFiles(connection, asked, name);
	const { answer } = outcome;
	const target = redirectOf(answer);
	if (target !== undefined) return [await download(connection, { url: target }, name)];
	if (answer.status === 404) return undefined;
	if (!isSuccess(asked, answer)) throw apiError(connection.context.getNode(), asked, outcome);
	if (answer.body instanceof ReceivedFile) return [answer.body.file];

	const sources = answer.body === '' ? [] : fileSourcesOf(answer.body);
	if (!sources) throw noFiles(connection);
	if (sources.length === 0) return undefined;
	return await mapConcurrently(sources, CONCURRENT_UPLOADS, async (source, index) => {
		const numbered = sources.length > 1 ? `${name}-${index + 1}` : name;
		return await download(connection, source, numbered);
	});
}

function noFiles({ context }: Connection) {
	return fileError(context.getNode(), {
		message: 'The service answered with something that names no file',
		description:
			'Expected are links with a url, or a PDF. The service may have changed its format.',
	});
}
