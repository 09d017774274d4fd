import { sleep, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';
import { unlessAborted } from './abort';

/**
 * What versions of n8n 2 lack that docs/compatibility.md claims. Each part begins with the version of n8n that has it: when
 * no older one is claimed any more, n8n's own can take its place.
 */

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
