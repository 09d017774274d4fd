import {
	NodeOperationError,
	type IDataObject,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { isIdentifier } from '../../api/identifiers';
import { switchIn } from '../../api/options';
import { isObject } from '../../api/shapes';
import type { FieldsAs } from '../../api/simplifiedContract';
import { moreOf, type Row, type Rows } from '../../operations/shared/fields';
import { FILTERS, type ContractView, type TriggerFilters } from './records';

type Context = Pick<IPollFunctions | IWebhookFunctions, 'getNodeParameter'>;

/** What fields hold, by their names. */
export type ValuesOf<R extends Rows> = {
	[Name in keyof R]: R[Name][1] extends boolean ? boolean : R[Name][1];
};

/** The parameters that both triggers have, the Options of one of them, and what else is given there. */
export function triggerSettings<R extends Rows>(context: Context, rows: R) {
	const given = collectionOf(context, 'options');
	const { fieldsAs, readableValues, view } = given;
	return {
		events: listOf(context.getNodeParameter('events', [])),
		filters: filtersOf(context),
		view: (view === 'consolidated' ? view : 'asSigned') as ContractView,
		output: {
			simplify: switchIn(context.getNodeParameter('simplify', true)) !== false,
			fieldsAs: (fieldsAs === 'array' || fieldsAs === 'byId' ? fieldsAs : 'byName') as FieldsAs,
			readableValues: switchIn(readableValues) === true,
		},
		options: valuesIn(given, rows),
		given,
	};
}

/** The parameter Filters. */
export function filtersOf(context: Context): TriggerFilters {
	const given = collectionOf(context, 'filters');
	return Object.fromEntries(FILTERS.map((name) => [name, listOf(given[name])])) as TriggerFilters;
}

/** So that a slip of the pen does not silently stop all events. @throws NodeOperationError that names the first one */
export function assertFilters(context: Pick<IPollFunctions, 'getNode'>, filters: TriggerFilters) {
	const { contractTypeIds, counterpartyId, authorEmail, signatoryEmail } = filters;
	const id = [...contractTypeIds, ...counterpartyId].find((one) => !isIdentifier(one));
	const email = [...authorEmail, ...signatoryEmail].find((one) => !/^[^\s@]+@[^\s@]+$/.test(one));
	if (id === undefined && email === undefined) return;
	const reason =
		id === undefined
			? `'${email}' is not an email address, so no event could pass it.`
			: `'${id}' is not an id, so no event could pass it. An id is a UUID.`;
	throw new NodeOperationError(context.getNode(), `The filter ${reason}`);
}

// Empty where the node was saved without it.
function collectionOf(context: Context, name: string): IDataObject {
	const value = context.getNodeParameter(name, {});
	return isObject(value) ? (value as IDataObject) : {};
}

function valuesIn<R extends Rows>(given: IDataObject, rows: R): ValuesOf<R> {
	const entries = Object.entries(rows).map(([name, row]) => [name, valueIn(given[name], row)]);
	return Object.fromEntries(entries) as ValuesOf<R>;
}

/** Of the type of the default, which stands for what is of no use: an expression may come to nothing. */
function valueIn(value: unknown, row: Row) {
	const [, byDefault] = row;
	const { options, typeOptions } = moreOf(row);
	if (typeof byDefault === 'number') {
		const number = Math.ceil(Number.parseFloat(String(value)));
		return Number.isFinite(number) ? Math.max(typeOptions?.minValue ?? 0, number) : byDefault;
	}
	if (typeof byDefault === 'boolean') return switchIn(value) ?? byDefault;
	const usable = typeof value === 'string' ? value.trim() : value;
	const isOffered = !options || options.some((one) => 'value' in one && one.value === usable);
	return typeof usable === typeof byDefault && usable !== '' && isOffered ? usable : byDefault;
}

// A list, comma-separated text, or a resource locator.
function listOf(value: unknown): string[] {
	const inner = isObject(value) ? value.value : value;
	const parts = Array.isArray(inner) ? inner : String(inner ?? '').split(',');
	return parts.map((part) => String(part).trim()).filter((part) => part !== '');
}
