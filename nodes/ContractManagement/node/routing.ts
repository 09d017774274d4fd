import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { batching } from './requestOptions';
import { mapConcurrently } from '../transport/concurrent';
import { withSignal } from '../transport/connection';
import { errorItem } from './errorItem';
import { atItem, nodeApiError } from '../transport/errors/requestError';
import { asThrown } from '../transport/errors/thrown';
import type { ApiRequest } from '../transport/exchange';
import { filledPath, type Ids } from './path';
import { requestRecord } from '../transport/records';
import { itemScopes, scopeOfSingle, type ItemScope } from './scope';
import { toolAnswer, toolItems } from './toolOutput';

/**
 * What an operation does for one input item: `asked` is the request that its description declares, with the item's ids
 * in its path. One request, one item, where an operation has no body of its own.
 */
export type OperationBody = (
	scope: ItemScope,
	asked: ApiRequest,
	ids: Ids,
) => Promise<INodeExecutionData[]>;

/** An n8n pagination function: the seam where every declared operation enters the transport. */
export type Hook = (this: IExecutePaginationFunctions) => Promise<INodeExecutionData[]>;

/** A custom operation: sees all input items at once. */
export type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** The hook of an operation, for the routes where n8n hands over one input item at a time. */
export function hook(body: OperationBody, declared: ApiRequest): Hook {
	return declaredHook((scope) => onItem(body, scope, declared));
}

/** The same where there is more to it than a body and its request. */
export function declaredHook(run: (scope: ItemScope) => Promise<INodeExecutionData[]>): Hook {
	return async function (this) {
		const itemIndex = this.getItemIndex();
		try {
			const scope = await scopeOfSingle(this);
			return toolAnswer(scope, toolItems(scope, await run(scope)));
		} catch (error) {
			return failed(this, error, { itemIndex, input: this.getInputData() });
		}
	};
}

/** The error as an item where the node continues on fail. @throws it elsewhere */
function failed(
	context: Pick<IExecuteFunctions, 'continueOnFail' | 'getNode'>,
	error: unknown,
	at: Pick<ItemScope, 'input' | 'itemIndex'>,
): INodeExecutionData[] {
	const node = context.getNode();
	if (context.continueOnFail()) return [errorItem(error, { node, ...at })];
	throw asNodeError(node, error, at.itemIndex);
}

/** Calls a body, or the first half of a write, with the declared request as the item fills it. */
export function onItem<T>(
	body: (scope: ItemScope, asked: ApiRequest, ids: Ids) => T,
	scope: ItemScope,
	declared: ApiRequest,
): T {
	const { path, ids } = filledPath(scope, declared.path);
	return body(scope, { ...declared, path }, ids);
}

/** Input items that are worked on at the same time; the gate lets fewer requests through. */
const CONCURRENT_ITEMS = 100;

/**
 * Runs the same body for every input item in one custom operation: several at the same time, with the results in the
 * order of the items. The first failure stops the others, unless the node continues on fail.
 */
export function forEachItem(body: OperationBody, declared: ApiRequest): CustomOperation {
	return async function (this) {
		const stop = new AbortController();
		const wait = batching(this);
		const scopeOf = itemScopes(this);
		const run = async (input: INodeExecutionData, itemIndex: number) => {
			try {
				const scope = await scopeOf(itemIndex);
				const connection = withSignal(scope.connection, stop.signal);
				await wait(itemIndex, connection.signal);
				return await onItem(body, { ...scope, connection }, declared);
			} catch (error) {
				if (!this.continueOnFail()) stop.abort();
				return failed(this, error, { itemIndex, input });
			}
		};
		const results = await mapConcurrently(this.getInputData(), CONCURRENT_ITEMS, run);
		return [results.flat()];
	};
}

/** One request, one item: the body of an operation that has none of its own. */
export const sendOne: OperationBody = async (scope, asked) => [
	toItem(scope, await requestRecord(scope.connection, asked)),
];

/** An item that n8n can trace back to its input. */
export function toItem({ itemIndex }: ItemScope, record: unknown): INodeExecutionData {
	return { json: record as IDataObject, pairedItem: { item: itemIndex } };
}

/**
 * The error of an item as it is thrown. Input errors are turned into the one class that n8n passes on untouched: any other
 * it wraps, and drops the details that workflows branch on.
 */
export function asNodeError(node: INode, error: unknown, itemIndex: number): Error {
	if (!(error instanceof NodeOperationError)) return asThrown(atItem(error as Error, itemIndex));
	const { message, description, context } = error;
	const wrapped = nodeApiError(node, { message, description: description ?? '' }, context);
	return asThrown(atItem(wrapped, itemIndex));
}
