import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import type { Connection } from '../connection';
import type { ApiRequest, Outcome } from '../exchange';
import { isReading } from '../retry';
import type { Problem } from './problems';
import { problemOf } from './sentences';

/** The error for a request that did not succeed; its `context` carries what workflows branch on. */
export function apiError(node: INode, asked: ApiRequest, outcome: Outcome): NodeApiError {
	return nodeApiError(node, problemOf(asked, outcome), {
		...answered(outcome),
		// A read does not know what was written before it.
		...(!isReading(asked) && { outcome: outcome.isUnknown ? 'unknown' : 'notExecuted' }),
	});
}

/** What an error says of the answer that it is about. What we refuse ourselves never passes: it has no status. */
export function answered({ answer: { status, failure }, attempts }: Outcome): IDataObject {
	return { statusCode: failure === 'blocked' ? undefined : status, attempts, failure };
}

/** An error with exactly these words. In its `context` is what workflows branch on, such as the answer's `statusCode`. */
export function nodeApiError(
	node: INode,
	{ message, description, errorId, details }: Problem,
	context: IDataObject = {},
): NodeApiError {
	const httpCode = context.statusCode ? String(context.statusCode as number) : undefined;
	// From a plain object, as n8n drops our words when it is given an error of its own. The message is set once more, as
	// n8n replaces one that happens to contain a code of the operating system ("PREEXISTING" holds EEXIST).
	const error = new NodeApiError(node, { message }, { message, description, httpCode });
	Object.assign(error.context, errorId && { errorId }, details && { details }, context);
	return Object.assign(error, { message });
}

/** The error for an answer that is of no use; n8n shows it with exactly these words. */
export function unusable(
	{ context }: Pick<Connection, 'context'>,
	message: string,
	description: string,
	more?: IDataObject,
): NodeApiError {
	return nodeApiError(context.getNode(), { message, description }, more);
}

/** The HTTP status with which the service refused, 0 without an answer, undefined where nothing was asked, and for errors of another origin. */
export function statusOf(error: unknown): number | undefined {
	const { statusCode } = contextOf(error);
	return typeof statusCode === 'number' ? statusCode : undefined;
}

/** What an error carries for workflows to branch on; nothing where it is of another origin. */
export function contextOf(error: unknown): IDataObject {
	return (error as Partial<NodeApiError> | undefined)?.context ?? {};
}

/** With these a service refuses what was sent: by its form, or by rules. */
export const REFUSED_INPUT = [400, 422];

/** Statuses of answers that are given before anything is executed. */
export const REFUSED = [...REFUSED_INPUT, 404];

/** What the task gives, or the error with which the service refused it by one of these statuses. @throws any other error */
export async function unlessRefused<T>(
	task: Promise<T>,
	statuses: number[],
): Promise<{ value: T; refusal?: undefined } | { value?: undefined; refusal: NodeApiError }> {
	const [result] = await Promise.allSettled([task]);
	if (result.status === 'fulfilled') return { value: result.value };
	const error = result.reason as NodeApiError;
	if (statuses.includes(statusOf(error) as number)) return { refusal: error };
	throw error;
}

/** Input that would certainly be refused: said before anything is sent. */
export interface InvalidInput extends Omit<Problem, 'details'> {
	/** The parameter or field, as the person sees it. */
	field?: string;
	value?: unknown;
	/** What workflows branch on, where it is more than field and value. */
	details?: object;
}

/** The error for bad input; under continue on fail it becomes an item with `errorId: INVALID_INPUT`. */
export function invalidInput(
	node: INode,
	{ message, description, field, value, ...more }: InvalidInput,
	itemIndex?: number,
): NodeOperationError {
	const located = itemIndex === undefined ? description : `${description} [item ${itemIndex}]`;
	const error = new NodeOperationError(node, message, { description: located, itemIndex });
	const details = { ...(field !== undefined && { field }), ...(value !== undefined && { value }) };
	Object.assign(error.context, { errorId: 'INVALID_INPUT', details }, more);
	return Object.assign(error, { message });
}

/** The node, and the item where it is about one. */
interface At {
	node: INode;
	itemIndex?: number;
}

/** The same for a parameter. `field` is what people call it. */
export function wrongInput(
	{ node, itemIndex }: At,
	[field, value]: [field: string, value?: unknown],
	message: string,
	description: string,
): NodeOperationError {
	return invalidInput(node, { field, value, message, description }, itemIndex);
}

/** The same for a value that is not what the field takes; `is` says what it is not, after field and value. */
export function unfit(
	at: At,
	given: [field: string, value: unknown],
	is: string,
	description: string,
): NodeOperationError {
	return wrongInput(at, given, `${given[0]} '${shown(given[1])}' ${is}`, description);
}

/** The same error once more, with a context of its own. */
export function copyOf<T extends Error>(error: T): T {
	const { message, cause, stack } = error;
	const { context } = error as Partial<NodeApiError>;
	const copy: object = new Error(message, { cause });
	Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object);
	return Object.assign(copy, error, { stack, ...(context && { context: { ...context } }) });
}

/** A copy of the error with one more sentence. */
export function withNote<T extends Error>(error: T, note: string): T {
	const copy = copyOf(error);
	const { description } = copy as Partial<NodeApiError>;
	return Object.assign(copy, { description: `${description ?? ''} ${note}`.trim() });
}

/** Says which input item failed; n8n shows it, and error workflows read it. */
export function atItem<T>(error: T, itemIndex: number): T {
	const { context } = error as Partial<NodeApiError>;
	if (context) context.itemIndex = itemIndex;
	return error;
}
