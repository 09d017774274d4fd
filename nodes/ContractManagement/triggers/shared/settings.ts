import {
	NodeOperationError,
	type IDataObject,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { isIdentifier } from '../../api/identifiers';
import { isObject } from '../../api/shapes';
import type { ContractOutput } from '../../transport/contractOutput';
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
	const filters = collection(context, 'filters');
	return {
		contractTypeIds: listOf(filters.contractTypeIds),
		counterpartyId: listOf(filters.counterpartyId)[0] ?? '',
		authorEmails: emailsIn(filters.authorEmail),
		signatoryEmails: emailsIn(filters.signatoryEmail),
		statusFrom: listOf(filters.statusFrom),
		statusTo: listOf(filters.statusTo),
	};
}

/**
 * Checks the filters, so that a slip of the pen does not silently stop all events.
 *
 * @throws NodeOperationError that names the first value that nothing could match
 */
export function assertFilters(context: Pick<IPollFunctions, 'getNode'>, filters: TriggerFilters) {
	const { contractTypeIds, counterpartyId, authorEmails, signatoryEmails } = filters;
	const ids = [...contractTypeIds, ...(counterpartyId === '' ? [] : [counterpartyId])];
	const id = ids.find((one) => !isIdentifier(one));
	const email = [...authorEmails, ...signatoryEmails].find((one) => !EMAIL.test(one));
	if (id !== undefined) refuse(`'${id}' is not an id, so no event could pass it. An id is a UUID.`);
	if (email !== undefined) refuse(`'${email}' is not an email address, so no event could pass it.`);

	function refuse(reason: string): never {
		throw new NodeOperationError(context.getNode(), `The filter ${reason}`);
	}
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

function emailsIn(value: unknown): string[] {
	return listOf(value).map((email) => email.toLowerCase());
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
