import { maxBytesOf } from '../../api/files';
import { DEFAULT_MAX_FILE_MB } from '../../api/limits';
import type { Contract } from '../../api/types';
import { readFiles } from '../../transport/contractFiles';
import { canceledError } from '../../transport/errors';
import type { ApiRequest } from '../../transport/exchange';
import { identifierOf, pathOf } from '../../transport/path';
import type { Problem } from '../../transport/problems';
import { requestRecord } from '../../transport/records';
import { hook, type Hook } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { fileError } from '../../transport/storageErrors';
import { waitFor } from '../../transport/abort';
import { refusedParameter } from '../parameters';
import { fileItems } from './items';

/** Files of a contract that may take a while to appear after the contract is there. */
export interface ContractFiles {
	/** What is downloaded, for messages. */
	what: string;
	/** Says why the contract, as it is, will not have the files; undefined when they are about to come. */
	refusal: (contract: Contract) => Pick<Problem, 'description' | 'errorId' | 'message'> | undefined;
}

const DEFAULT_WAIT_SECONDS = 30;
const LONGEST_PAUSE_MS = 5_000;

/** The hook of a download: files that are not ready yet are waited for within a bound. */
export function downloadHook(files: ContractFiles): Hook {
	return hook(async (scope, declared) => {
		const asked = { ...declared, path: pathOf(scope, declared.path), bodyOptional: true };
		return await fileItems(scope, await awaitFiles(scope, files, asked));
	});
}

async function awaitFiles(scope: ItemScope, files: ContractFiles, asked: ApiRequest) {
	const seconds = Number(scope.parameter('options.waitSeconds', DEFAULT_WAIT_SECONDS)) || 0;
	const storing = { fallbackName: identifierOf(scope, 'contractId'), maxBytes: maxFileSize(scope) };
	const deadline = Date.now() + seconds * 1000;
	for (let pause = scope.connection.retry.baseDelayMs; ; pause *= 2) {
		const found = await readFiles(scope.connection, asked, storing);
		if (found) return found;
		await assertExpected(scope, files);
		const delay = Math.min(pause, LONGEST_PAUSE_MS);
		if (Date.now() + delay > deadline) throw notReady(scope, files, seconds);
		await rest(scope, delay);
	}
}

async function assertExpected(scope: ItemScope, { refusal }: ContractFiles): Promise<void> {
	const path = pathOf(scope, '/contracts/{contractId}');
	const contract = await requestRecord<Contract>(scope.connection, { method: 'GET', path });
	const reason = refusal(contract);
	if (reason) throw fileError(scope.node, reason, 404);
}

async function rest({ connection, node }: ItemScope, delayMs: number): Promise<void> {
	try {
		await waitFor(delayMs, connection.signal);
	} catch (error) {
		throw canceledError(node, error);
	}
}

function maxFileSize(scope: ItemScope): number {
	const value = scope.parameter<unknown>('options.maxFileSizeMb', DEFAULT_MAX_FILE_MB);
	const maxBytes = maxBytesOf(value);
	if (maxBytes !== undefined) return maxBytes;
	throw refusedParameter(scope, {
		field: 'Max File Size',
		message: `Max File Size '${String(value)}' is not a number of MB`,
		description: 'Give a number such as 500; 0 sets no limit.',
		value,
	});
}

function notReady({ node }: ItemScope, { what }: ContractFiles, seconds: number) {
	return fileError(
		node,
		{
			errorId: 'FILES_NOT_READY',
			message: `The service has no ${what} for the contract yet`,
			description: `It was waited for ${seconds} s. Raise Wait for Files in the options, or run this again later.`,
		},
		404,
	);
}
