import type { IExecuteFunctions } from 'n8n-workflow';
import { waitFor } from './olderN8n';

interface Batching {
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
}

/** Request Options > Batching, which n8n applies to declared routes only: so many items at a time, so far apart. */
export function batching(context: IExecuteFunctions) {
	const options = context.getNodeParameter('requestOptions', 0, {}) as Batching;
	const { batchSize = 1, batchInterval = 0 } = options.batching?.batch ?? {};
	const startedAt = performance.now();
	return async (itemIndex: number, signal?: AbortSignal): Promise<void> => {
		const due = startedAt + Math.floor(itemIndex / Math.max(1, batchSize)) * batchInterval;
		const ms = due - performance.now();
		if (ms > 0) await waitFor(ms, signal);
	};
}
