import {
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type NodeApiError,
} from 'n8n-workflow';
import { forErrorOutput } from '../transport/olderN8n';
import type { ItemScope } from './scope';
import { atItem, contextOf, nodeApiError } from '../transport/errors/requestError';
import { asThrown } from '../transport/errors/thrown';

/** What became of an input item: what came out, or why nothing did. */
export interface Ended {
	itemIndex: number;
	items?: INodeExecutionData[];
	error?: Error;
}

/**
 * The item for an input that failed under continue on fail. n8n takes exactly these keys for an error item; any other
 * key in `json` makes it a success, and where n8n still sees an `error` beside it at the end, the details are dropped.
 * On the error output, where n8n adds the fields of the input, it has the files of the input, too: it can be sent again.
 */
export function errorItem(
	error: unknown,
	{ node, itemIndex, input }: Pick<ItemScope, 'input' | 'itemIndex' | 'node'>,
): INodeExecutionData {
	const told = error instanceof Error ? asThrown(error) : error;
	const { message, description, httpCode } = told as Partial<NodeApiError>;
	const { errorId, details, statusCode, outcome } = contextOf(told);
	const text = message ?? String(error);
	const item: INodeExecutionData = {
		json: {
			error: text,
			details: {
				// First, so that the service's details never hide what workflows branch on.
				...(details as IDataObject | undefined),
				errorId: errorId ?? null,
				statusCode: statusCode ?? null,
				httpCode: httpCode ?? null,
				// What fails without a word about it has not got as far as a request that changes something.
				outcome: outcome ?? 'notExecuted',
				description: description ?? null,
				itemIndex,
			},
		},
		pairedItem: { item: itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return item;
	return forErrorOutput({ ...item, ...(input.binary && { binary: input.binary }) }, text);
}

/** The error of an item as it is thrown: of the one class that n8n passes on with the details that workflows branch on. */
export function asNodeError(node: INode, error: unknown, itemIndex: number): Error {
	if (!(error instanceof NodeOperationError)) return asThrown(atItem(error as Error, itemIndex));
	const { message, description, context } = error;
	const wrapped = nodeApiError(node, { message, description: description ?? '' }, context);
	return asThrown(atItem(wrapped, itemIndex));
}
