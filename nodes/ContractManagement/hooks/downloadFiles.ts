import { sleep, type IBinaryData } from 'n8n-workflow';
import { fileSourcesOf, type FileSource } from '../api/files';
import { CONCURRENT_UPLOADS } from '../api/limits';
import type { Contract } from '../api/types';
import { mapConcurrently } from '../transport/concurrent';
import { apiError, canceledError } from '../transport/errors';
import { isSuccess, type ApiRequest } from '../transport/exchange';
import { askForFiles, download, redirectOf } from '../transport/files';
import { identifierOf, pathOf } from '../transport/path';
import { ReceivedFile } from '../transport/receivedFile';
import { request } from '../transport/request';
import { hook, type Hook } from '../transport/routing';
import type { ItemScope } from '../transport/scope';
import { fileError } from '../transport/storageErrors';
import { unwrap } from '../api/shapes';
import { fileItems } from './fileItems';

/** Files of a contract that may take a while to appear after the contract is there. */
export interface ContractFiles {
	/** What is downloaded, for messages. */
	what: string;
	/** Says why the contract, as it is, will not have the files; undefined when they are about to come. */
	refusal: (contract: Contract) => { message: string; description: string } | undefined;
}

const DEFAULT_WAIT_SECONDS = 30;
const LONGEST_PAUSE_MS = 5_000;

/** The hook of a download: files that are not ready yet are waited for within a bound. */
export function downloadHook(files: ContractFiles): Hook {
	return hook(async (scope, declared) => {
		const asked = { ...declared, path: pathOf(scope, declared.path), bodyOptional: true };
		return fileItems(scope, await awaitFiles(scope, files, asked));
	});
}

async function awaitFiles(scope: ItemScope, files: ContractFiles, asked: ApiRequest) {
	const seconds = Number(scope.parameter('options.waitSeconds', DEFAULT_WAIT_SECONDS)) || 0;
	const deadline = Date.now() + seconds * 1000;
	for (let pause = scope.connection.retry.baseDelayMs; ; pause *= 2) {
		const found = await readFiles(scope, asked);
		if (found) return found;
		await assertExpected(scope, files);
		const delay = Math.min(pause, LONGEST_PAUSE_MS);
		if (Date.now() + delay > deadline) throw notReady(scope, files, seconds);
		await rest(scope, delay);
	}
}

/** The files, or undefined while there are none. */
async function readFiles(scope: ItemScope, asked: ApiRequest): Promise<IBinaryData[] | undefined> {
	const { connection, node } = scope;
	const name = fileNameOf(scope);
	const outcome = await askForFiles(connection, asked, name);
	const { answer } = outcome;
	const target = redirectOf(answer);
	if (target !== undefined) return [await download(connection, { url: target }, name)];
	if (answer.status === 404) return undefined;
	if (!isSuccess(asked, answer)) throw apiError(node, asked, outcome);
	if (answer.body instanceof ReceivedFile) return [answer.body.file];

	const sources = answer.body === '' ? [] : fileSourcesOf(answer.body);
	if (!sources) throw noFiles(scope);
	if (sources.length === 0) return undefined;
	return await mapConcurrently(sources, CONCURRENT_UPLOADS, async (source, index) => {
		return await download(connection, source, numbered(name, index, sources));
	});
}

async function assertExpected(scope: ItemScope, { refusal }: ContractFiles): Promise<void> {
	const path = pathOf(scope, '/contracts/{contractId}');
	const body = await request<unknown>(scope.connection, { method: 'GET', path });
	const reason = refusal(unwrap(body) as Contract);
	if (reason) throw fileError(scope.node, reason, '404');
}

async function rest({ connection, node }: ItemScope, delayMs: number): Promise<void> {
	try {
		await sleep(delayMs, connection.signal);
	} catch (error) {
		throw canceledError(node, error);
	}
}

function fileNameOf(scope: ItemScope): string {
	return identifierOf(scope, 'contractId');
}

function numbered(name: string, index: number, { length }: FileSource[]): string {
	return length > 1 ? `${name}-${index + 1}` : name;
}

function notReady({ node }: ItemScope, { what }: ContractFiles, seconds: number) {
	return fileError(
		node,
		{
			message: `The service has no ${what} for the contract yet`,
			description: `It was waited for ${seconds} s. Raise Wait for Files in the options, or run this again later.`,
		},
		'404',
	);
}

function noFiles({ node }: ItemScope) {
	return fileError(node, {
		message: 'The service answered with something that names no file',
		description:
			'Expected are links with a url, or a PDF. The service may have changed its format.',
	});
}
