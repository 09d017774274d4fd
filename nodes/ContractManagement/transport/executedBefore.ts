import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';
import { keptIn } from './memory';

/** By n8n's order to run the node: each run has one of its own, which Retry On Fail gives to all its tries. */
const executedBy = keptIn(new WeakMap<IExecuteData, Map<number, unknown>>(), () => new Map());

/**
 * What this run of the node has executed, by item index. Retry On Fail runs all items again: those that are noted here
 * are not sent a second time. It ends with n8n's order.
 */
export function executedBefore<T>(context: IExecuteFunctions): Map<number, T> {
	return executedBy(context.getExecuteData()) as Map<number, T>;
}
