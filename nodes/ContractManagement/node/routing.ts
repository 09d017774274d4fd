import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import type { ApiRequest } from '../transport/exchange';
import type { Ids } from './path';
import { runItems } from './runItems';
import type { Runnable } from './runnable';
import { itemsOfAll, itemOfSingle, type ItemScope } from './scope';

/** What an operation does for one input item, where it changes nothing; for the request see `Prepare`. */
export type OperationBody = (
	scope: ItemScope,
	asked: ApiRequest,
	ids: Ids,
) => Promise<INodeExecutionData[]>;

/** An n8n pagination function: what n8n calls for a declared route, in place of its own request. */
export type Hook = (this: IExecutePaginationFunctions) => Promise<INodeExecutionData[]>;

/** A custom operation: sees all input items at once. */
export type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** For agents and MCP: the declared route, for which n8n hands over one input item at a time. */
export function declaredRoute(operation: Runnable): Hook {
	return async function (this) {
		return await runItems([itemOfSingle(this)], operation);
	};
}

/** For workflows, and the engine of AI Agent 3: all items. */
export function customOperation(operation: Runnable): CustomOperation {
	return async function (this) {
		return [await runItems(itemsOfAll(this), operation)];
	};
}
