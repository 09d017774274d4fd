import type { IBinaryData } from 'n8n-workflow';
import { fileSourcesOf, type FileSource } from '../../api/files';
import { CONCURRENT_TRANSFERS } from '../../api/limits';
import { exchange } from '../apiExchange';
import { mapConcurrently } from '../concurrent';
import type { Connection } from '../connection';
import { isNoRoute } from '../errors/addressSentences';
import { complaintOf } from '../errors/problems';
import { hintUnshown, misfit } from '../errors/misfit';
import { apiError, unlessRefused } from '../errors/requestError';
import { isHtml } from '../../api/texts';
import { isAccepted, isSuccess, type ApiRequest, type Exchange, type Outcome } from '../exchange';
import { assertWhole } from '../records';
import { attempt } from '../request';
import { asText, received, withJson, type Receive } from '../streams';
import { fileOf, isFile, storeAs, type Storing } from './receivedFile';
import { signedUrl } from './signedUrl';
import { attemptStorage } from './storage';
import { EXPIRED, storageError } from './storageError';

const MAX_REDIRECTS = 3;

const NAMELESS =
	'The links to the files have no name, so files are called what their downloads say, or else after the contract';

/**
 * Reads the files of a contract into n8n's storage, in the way that the profile says. Of
 * several without a name each gets a number. Undefined while there are none: 404, 202, or an empty list.
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
	return await mapConcurrently(found, CONCURRENT_TRANSFERS, async (source, index) => {
		const fallbackName = `${storing.fallbackName}${found.length > 1 ? `-${index + 1}` : ''}`;
		const numbered = { ...storing, fallbackName };
		const first = await unlessRefused(download(connection, source, numbered), EXPIRED);
		if (!first.refusal) return first.value;
		// Its address may have expired while it waited for others: the next one is asked for once.
		const urgent = { ...connection, goesFirst: true };
		// By the profile, these are links once more.
		const again = (await ask(urgent, asked, storing)) as FileSource[];
		const renewed = sameFile(source, found, again);
		if (!renewed) throw first.refusal;
		return await download(urgent, renewed, numbered);
	});
}

/**
 * A file of a list in a later one, which may be in another order: by its address without the query, or its name, whichever
 * is its alone in both lists. Undefined where nothing tells; a single file is itself.
 */
function sameFile(source: FileSource, found: FileSource[], again: FileSource[]) {
	const path = ({ url }: FileSource) => url.split(/[?#]/)[0];
	for (const key of [path, ({ name }: FileSource) => name]) {
		const isSame = (one: FileSource) => key(one) !== undefined && key(one) === key(source);
		const [before, now] = [found, again].map((list) => list.filter(isSame));
		if (before.length === 1 && now.length === 1) return now[0];
	}
	return found.length === 1 && again.length === 1 ? again[0] : undefined;
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
	if (isAccepted(answer) && answer.reason) {
		throw storageError(connection, `Downloading '${storing.fallbackName}'`, outcome);
	}
	if (isMissing(outcome) || answer.status === 202) return [];
	if (target === undefined && !isSuccess(asked, answer))
		throw apiError(connection.context.getNode(), asked, outcome);
	const file = fileOf(connection, answer, storing);
	if (answer.body === '' && target === undefined) return [];
	const came = target !== undefined ? 'redirect' : file ? 'file' : 'links';
	const entry = asked.path.endsWith('/signed-files') ? 'signed-files' : 'current-version';
	if (came !== connection.profile[entry].replace('zip', 'file'))
		throw misfit(connection, { entry, came }, 'The service gives files in another way');
	if (target !== undefined) return [{ url: target }];
	if (file) return file;
	assertWhole(connection, asked, answer.body);
	const found = fileSourcesOf(answer.body, connection.profile);
	if (Array.isArray(found)) {
		if (found.some(({ name }) => !name)) hintUnshown(connection, 'file-name', NAMELESS);
		return found;
	}
	throw misfit(connection, found, 'The service answered with something that names no file');
}

/** Whether the service says that it does not have what was asked for; a wrong base URL says nothing about that. */
function isMissing({ answer: { status, body }, baseUrl }: Outcome): boolean {
	const { errorId } = complaintOf(body);
	return status === 404 && !isHtml(body) && !isNoRoute({ status, errorId, baseUrl });
}

/** Asks the API: the answer is a file itself (`fileOf`), leads to one (`redirectOf`), or its body is JSON. */
export async function askForFiles(connection: Connection, asked: ApiRequest, storing: Storing) {
	const receive: Receive = (...given) =>
		(isFile(given[1]) ? storeAs(connection, {}, storing) : asText)(...given);
	return await attempt(connection, asked, async (one, sent) => {
		const answer = await exchange(one, { ...sent, answer: 'file' });
		return withJson(await received(one, answer, receive));
	});
}

/** Downloads a file from its signed URL into n8n's storage, without the key. @throws NodeApiError when that fails */
export async function download(connection: Connection, source: FileSource, storing: Storing) {
	let url = signedUrl(connection, source.url);
	for (let hops = 0; ; hops++) {
		const receive = storeAs(connection, source, storing);
		const outcome = await attemptStorage(connection, { method: 'GET', url, receive });
		const file = fileOf(connection, outcome.answer, storing);
		if (file) return file;
		const target = redirectOf(outcome.answer);
		if (target === undefined || hops >= MAX_REDIRECTS) {
			const name = source.name ?? storing.fallbackName;
			throw storageError(connection, `Downloading '${name}'`, outcome);
		}
		url = signedUrl(connection, target, url);
	}
}

/** Where a redirect leads, or undefined when the answer is none. */
export function redirectOf({ status, headers }: Exchange): string | undefined {
	return status >= 300 && status < 400 ? headers.location : undefined;
}
