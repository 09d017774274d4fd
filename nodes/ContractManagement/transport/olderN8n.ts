import {
	sleep,
	type BinaryHelperFunctions,
	type IBinaryData,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { isObject } from '../api/shapes';
import { unlessAborted } from './abort';

/**
 * What versions of n8n 2 lack that docs/compatibility.md claims. Each part begins with the version of n8n that has it: when
 * no older one is claimed any more, n8n's own can take its place.
 */

type Files = { helpers: Pick<BinaryHelperFunctions, 'getBinaryMetadata'> };
type Settings = Partial<Pick<IExecuteFunctions, 'getWorkflowSettings'>>;

/** n8n 2.6: `bytes` of a file. Before, the size of one on disk or in the database is only in what is kept beside it. */
export async function sizeOf({ helpers }: Files, file: IBinaryData): Promise<number> {
	if (!file.id) return bytesIn(file.data);
	return file.bytes ?? (await helpers.getBinaryMetadata(file.id)).fileSize;
}

// What is not written in one piece has to be decoded, which takes as much memory again.
function bytesIn(base64: string): number {
	const isPlain = !/\s|=(?!=?$)/.test(base64);
	return isPlain ? Buffer.byteLength(base64, 'base64') : Buffer.from(base64, 'base64').length;
}

/** n8n 2.6: `isBinaryValue`. Whether it is a file and not the name of one. */
export function isFile(value: unknown): value is IBinaryData {
	return isObject(value) && 'mimeType' in value && ('data' in value || 'id' in value);
}

/** n8n 2.6: `BINARY_IN_JSON_PROPERTY`. Where the workflow setting that keeps files in the JSON puts them. */
export const FILES_IN_JSON = '_files';

/** n8n 2.6: `getWorkflowSettings`. Whether the workflow keeps files in the JSON, which none did before. */
export function keepsFilesInJson(context: Settings): boolean {
	return context.getWorkflowSettings?.().binaryMode === 'combined';
}

/** n8n 2.35: `sleep` minds a signal. Waits so many milliseconds. @throws the signal's reason as soon as it is aborted */
export async function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	const done = new AbortController();
	try {
		await unlessAborted(sleep(ms, done.signal), signal);
	} finally {
		done.abort();
	}
}

/**
 * n8n 2.35: an item with details leaves by the error output as it is. Before, it counted as a success, unless it had an
 * `error` beside `json`. The copy that n8n makes for the error output must not have it, as n8n would put its message in
 * place of the details; so it is not enumerable.
 */
export function forErrorOutput(item: INodeExecutionData, message: string): INodeExecutionData {
	const error = { value: { message }, writable: true, configurable: true };
	return Object.defineProperty(item, 'error', error);
}

const DEFAULT_POLL_BUDGET_MS = 300_000;

/** n8n 2.38: `getPollBudgetMs`. How long a poll may take, in milliseconds. */
export function pollBudgetMs(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_POLL_BUDGET_MS;
}
