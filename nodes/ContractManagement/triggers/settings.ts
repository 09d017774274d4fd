import type { IDataObject, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isIdentifier } from '../api/identifiers';
import { isObject } from '../api/shapes';
import type { ContractOutput } from '../transport/contractOutput';
import type { TriggerFilters } from './filters';

/** Which form of a contract is emitted: `GET /contracts/{id}`, or `/consolidated` with the values of its amendments. */
export type ContractView = 'asSigned' | 'consolidated';

/** The parameters Simplify, Fields As and Readable Values, as both triggers have them. */
export function outputOf(context: Context): ContractOutput {
	const { fieldsAs, readableValues } = collection(context, 'options');
	return {
		simplify: context.getNodeParameter('simplify', true) !== false,
		fieldsAs: fieldsAs === 'array' || fieldsAs === 'byId' ? fieldsAs : 'byName',
		readableValues: readableValues === true,
	};
}

type Context = Pick<IPollFunctions | IWebhookFunctions, 'getNodeParameter'>;

/** The parameter Filters, as both triggers have it. */
export function filtersOf(context: Context): TriggerFilters {
	const { contractTypeIds, counterpartyId, statusFrom, statusTo } = collection(context, 'filters');
	return {
		contractTypeIds: listOf(contractTypeIds),
		counterpartyId: listOf(counterpartyId)[0] ?? '',
		statusFrom: listOf(statusFrom),
		statusTo: listOf(statusTo),
	};
}

/** The first value of a filter that is not an id, so that a slip of the pen does not silently stop all events. */
export function invalidId({ contractTypeIds, counterpartyId }: TriggerFilters): string | undefined {
	const ids = [...contractTypeIds, ...(counterpartyId === '' ? [] : [counterpartyId])];
	return ids.find((id) => !isIdentifier(id));
}

/** A collection parameter; empty where the node was saved without it. */
export function collection(context: Context, name: string): IDataObject {
	const value = context.getNodeParameter(name, {});
	return isObject(value) ? (value as IDataObject) : {};
}

/** A list, comma-separated text, or a resource locator. */
export function listOf(value: unknown): string[] {
	const inner = isObject(value) ? value.value : value;
	const parts = Array.isArray(inner) ? inner : String(inner ?? '').split(',');
	return parts.map((part) => String(part).trim()).filter((part) => part !== '');
}
