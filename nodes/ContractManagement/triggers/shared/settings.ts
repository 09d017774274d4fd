import {
	NodeOperationError,
	type IDataObject,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { isIdentifier } from '../../api/identifiers';
import { isObject } from '../../api/shapes';
import type { ContractOutput } from '../../transport/contractOutput';
import type { ContractView, TriggerFilters } from './records';

/** The parameters that both triggers have. */
export interface TriggerSettings {
	events: string[];
	filters: TriggerFilters;
	view: ContractView;
	output: ContractOutput;
	/** As they are: one trigger has some of them alone. */
	options: IDataObject;
}

type Context = Pick<IPollFunctions | IWebhookFunctions, 'getNodeParameter'>;

export function triggerSettings(context: Context): TriggerSettings {
	const options = collection(context, 'options');
	const { fieldsAs, readableValues, view } = options;
	return {
		events: listOf(context.getNodeParameter('events', [])),
		filters: filtersOf(context),
		view: view === 'consolidated' ? view : 'asSigned',
		output: {
			simplify: context.getNodeParameter('simplify', true) !== false,
			fieldsAs: fieldsAs === 'array' || fieldsAs === 'byId' ? fieldsAs : 'byName',
			readableValues: readableValues === true,
		},
		options,
	};
}

/** The parameter Filters. */
export function filtersOf(context: Context): TriggerFilters {
	const filters = collection(context, 'filters');
	const emails = (value: unknown) => listOf(value).map((email) => email.toLowerCase());
	return {
		contractTypeIds: listOf(filters.contractTypeIds),
		counterpartyIds: listOf(filters.counterpartyId).slice(0, 1),
		authorEmails: emails(filters.authorEmail),
		signatoryEmails: emails(filters.signatoryEmail),
		statusFrom: listOf(filters.statusFrom),
		statusTo: listOf(filters.statusTo),
	};
}

/** So that a slip of the pen does not silently stop all events. @throws NodeOperationError that names the first one */
export function assertFilters(context: Pick<IPollFunctions, 'getNode'>, filters: TriggerFilters) {
	const { contractTypeIds, counterpartyIds, authorEmails, signatoryEmails } = filters;
	const id = [...contractTypeIds, ...counterpartyIds].find((one) => !isIdentifier(one));
	const email = [...authorEmails, ...signatoryEmails].find((one) => !/^[^\s@]+@[^\s@]+$/.test(one));
	if (id === undefined && email === undefined) return;
	const reason =
		id === undefined
			? `'${email}' is not an email address, so no event could pass it.`
			: `'${id}' is not an id, so no event could pass it. An id is a UUID.`;
	throw new NodeOperationError(context.getNode(), `The filter ${reason}`);
}

// Empty where the node was saved without it.
function collection(context: Context, name: string): IDataObject {
	const value = context.getNodeParameter(name, {});
	return isObject(value) ? (value as IDataObject) : {};
}

// A list, comma-separated text, or a resource locator.
function listOf(value: unknown): string[] {
	const inner = isObject(value) ? value.value : value;
	const parts = Array.isArray(inner) ? inner : String(inner ?? '').split(',');
	return parts.map((part) => String(part).trim()).filter((part) => part !== '');
}
