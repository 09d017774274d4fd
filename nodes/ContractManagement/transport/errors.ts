import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { isNoRoute } from './addressSentences';
import type { ApiRequest } from './exchange';
import { complaintOf, problemOf } from './problems';
import type { Outcome } from './request';

/** What became of a request that did not succeed: the service is as it was, or nobody knows. */
export type Effect = 'notExecuted' | 'unknown';

/** The same in one word, for `details.outcome`. */
export function effectOf(isUnknown = false): Effect {
	return isUnknown ? 'unknown' : 'notExecuted';
}

/** The error for a request that did not succeed; its `context` carries what workflows branch on. */
export function apiError(node: INode, asked: ApiRequest, outcome: Outcome): NodeApiError {
	const { answer, attempts } = outcome;
	const { message, description, errorId, details } = problemOf(asked, answer, attempts, outcome);
	const error = nodeApiError(node, message, description, answer.status);
	Object.assign(error.context, {
		...(errorId && { errorId }),
		...(details && { details }),
		statusCode: answer.status,
		attempts,
		outcome: effectOf(outcome.isUnknown),
		...(answer.failure && { failure: answer.failure }),
	});
	return error;
}

/** An error with exactly these words. `status` is the answer's, 0 when there was none. */
export function nodeApiError(
	node: INode,
	message: string,
	description: string,
	status = 0,
): NodeApiError {
	const httpCode = status > 0 ? String(status) : undefined;
	// From a plain object, as n8n drops our words when it is given an error of its own. The message is set once more, as
	// n8n replaces one that happens to contain a code of the operating system ("PREEXISTING" holds EEXIST).
	const error = new NodeApiError(node, { message }, { message, description, httpCode });
	return Object.assign(error, { message });
}

/** The HTTP status with which the service refused, 0 without an answer, undefined for errors of another origin. */
export function statusOf(error: unknown): number | undefined {
	const status = (error as Partial<NodeApiError> | undefined)?.context?.statusCode;
	return typeof status === 'number' ? status : undefined;
}

/** Whether the service says that it does not have what was asked for; a wrong base URL says nothing about that. */
export function isMissing({ answer: { status, body }, baseUrl }: Outcome): boolean {
	const { errorId } = complaintOf(body);
	return status === 404 && !isNoRoute({ status, errorId, baseUrl });
}

/** The error for an execution that was stopped while a request waited. */
export function canceledError(
	node: INode,
	cause: unknown,
	outcome: Effect = 'notExecuted',
): NodeOperationError {
	const timedOut = (cause as Error | undefined)?.name === 'TimeoutError';
	const error = new NodeOperationError(
		node,
		timedOut ? 'The time for this ran out' : 'The execution was canceled',
		{ description: 'The request was stopped before the service answered.' },
	);
	Object.assign(error.context, { outcome });
	return error;
}

/** The error for a list that cannot be read to its end. */
export function listError(node: INode, message: string, description: string): NodeApiError {
	return nodeApiError(node, message, description);
}

/** Input that would certainly be refused: said before anything is sent. */
export interface InvalidInput {
	/** What is wrong, with the field and the value. */
	message: string;
	/** How to fix it. */
	description: string;
	/** The parameter or field, as the person sees it. */
	field?: string;
	value?: unknown;
}

/** The error for bad input; under continue on fail it becomes an item with `errorId: INVALID_INPUT`. */
export function invalidInput(
	node: INode,
	{ message, description, field, value }: InvalidInput,
	itemIndex?: number,
): NodeOperationError {
	const error = new NodeOperationError(node, message, { description, itemIndex });
	error.message = message;
	Object.assign(error.context, {
		errorId: 'INVALID_INPUT',
		details: { ...(field !== undefined && { field }), ...(value !== undefined && { value }) },
	});
	return error;
}

/**
 * The item for an input that failed under continue on fail. n8n takes exactly these keys for an error item; any other
 * key in `json` makes it a success, and where n8n still sees an `error` beside it at the end, the details are dropped.
 */
export function errorItem(error: unknown, itemIndex: number, node: INode): INodeExecutionData {
	const { message, description, httpCode, context } = error as Partial<NodeApiError>;
	const { errorId, details, statusCode, outcome } = (context ?? {}) as IDataObject;
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
	return node.onError === 'continueErrorOutput' ? forErrorOutput(item, text) : item;
}

// Until 2.34 n8n took an item with details for a success, unless it had an `error` beside `json`. The copy that n8n makes
// for the error output must not have it, as n8n would put its message in place of the details; so it is not enumerable.
function forErrorOutput(item: INodeExecutionData, message: string): INodeExecutionData {
	const error = { value: { message }, writable: true, configurable: true };
	return Object.defineProperty(item, 'error', error);
}

/** The same error once more, with a context of its own. */
export function copyOf<T extends Error>(error: T): T {
	const { message, cause, stack } = error;
	const { context } = error as Partial<NodeApiError>;
	const copy: object = new Error(message, { cause });
	Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object);
	return Object.assign(copy, error, { stack, ...(context && { context: { ...context } }) });
}

/** Says which input item failed; n8n shows it, and error workflows read it. */
export function atItem<T>(error: T, itemIndex: number): T {
	const { context } = error as Partial<NodeApiError>;
	if (context) context.itemIndex = itemIndex;
	return error;
}
