import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { unwrap } from '../api/shapes';
import { atItem, errorItem } from './errors';
import type { ApiRequest } from './exchange';
import { pathOf } from './path';
import { request } from './request';
import { scopeOfItem, scopeOfSingle, type ItemScope } from './scope';

type Routed = DeclarativeRestApiSettings.ResultOptions;

/** What an operation does for one input item; `declared` is the request as its description routes it. */
export type OperationBody = (
	scope: ItemScope,
	declared: ApiRequest,
) => Promise<INodeExecutionData[]>;

/** An n8n pagination function: the seam where every declared operation enters the transport (D1). */
export type Hook = (
	this: IExecutePaginationFunctions,
	routed: Routed,
) => Promise<INodeExecutionData[]>;

/** A custom operation: sees all input items at once. */
export type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** Turns an operation's body into the hook that its description names. */
export function hook(body: OperationBody): Hook {
	return async function (this, { options }) {
		const itemIndex = this.getItemIndex();
		try {
			const scope = await scopeOfSingle(this);
			return await body(scope, declaredRequest(options as IDataObject));
		} catch (error) {
			if (this.continueOnFail()) return [errorItem(error, itemIndex)];
			throw asNodeError(error, itemIndex);
		}
	};
}

/** Runs the same body for every input item, in order, in one custom operation. */
export function forEachItem(body: OperationBody, declared: ApiRequest): CustomOperation {
	return async function (this) {
		const items: INodeExecutionData[] = [];
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			try {
				const scope = await scopeOfItem(this, itemIndex);
				for (const item of await body(scope, declared)) items.push(item);
			} catch (error) {
				if (!this.continueOnFail()) throw asNodeError(error, itemIndex);
				items.push(errorItem(error, itemIndex));
			}
		}
		return [items];
	};
}

/** One request, one item: the hook of every operation that does not name another. */
export const sendOne = hook(async (scope, declared) => {
	const body = await request<unknown>(scope.connection, {
		...declared,
		path: pathOf(scope, declared.path),
	});
	return [toItem(scope, unwrap(body))];
});

/** An item that n8n can trace back to its input. */
export function toItem({ itemIndex }: ItemScope, record: unknown): INodeExecutionData {
	return { json: record as IDataObject, pairedItem: { item: itemIndex } };
}

function declaredRequest({ method, url, qs, body }: IDataObject): ApiRequest {
	return {
		method: (method as ApiRequest['method'] | undefined) ?? 'GET',
		path: String(url ?? ''),
		...(isFilled(qs) && { qs }),
		...(isFilled(body) && { body }),
	};
}

function isFilled(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

// A function call, as n8n's lint forbids to throw a caught variable: it may hide what n8n needs to know.
function asNodeError(error: unknown, itemIndex: number): Error {
	return atItem(error as Error, itemIndex);
}
