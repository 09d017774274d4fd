import type { IExecuteFunctions } from 'n8n-workflow';
import { shown } from '../api/fieldProblems';
import { isBlank } from '../api/options';
import { invalidInput } from './errors/requestError';
import { waitFor } from './olderN8n';

interface Batching {
	batching?: { batch?: { batchSize?: unknown; batchInterval?: unknown } };
}

/**
 * Request Options > Batching, which n8n applies to declared routes only: so many items at a time, so far apart. As in n8n's
 * HTTP Request, -1 items turn it off, and 0 are 1.
 */
export function batching(context: IExecuteFunctions) {
	const options = context.getNodeParameter('requestOptions', 0, {}) as Batching;
	const { batchSize, batchInterval } = options.batching?.batch ?? {};
	const startedAt = performance.now();
	return async (itemIndex: number, signal?: AbortSignal): Promise<void> => {
		const numberOf = (field: string, value: unknown, fallback: number): number => {
			const number = isBlank(value) ? fallback : Number(value);
			if (Number.isFinite(number)) return number;
			const message = `${field} '${shown(value)}' is not a number`;
			const description = `Give a number such as 50. [item ${itemIndex}]`;
			throw invalidInput(context.getNode(), { message, description, field, value }, itemIndex);
		};
		const size = numberOf('Items per Batch', batchSize, 1);
		const interval = numberOf('Batch Interval', batchInterval, 0);
		if (size < 0) return;
		const due = startedAt + Math.floor(itemIndex / Math.max(1, size)) * interval;
		const ms = due - performance.now();
		if (ms > 0) await waitFor(ms, signal);
	};
}
