import type { IDataObject } from 'n8n-workflow';
import { CLEAR } from '../../api/coercion';
import { differences, type Difference } from '../../api/differences';
import { isIdentifier } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { isObject } from '../../api/shapes';
import type { Counterparty } from '../../api/types';
import type { ItemScope } from '../../transport/scope';
import { mappedValues } from '../mappedValues';

/** What the item wants a counterparty to be; what it does not name stays as it is. */
export interface CounterpartyInput {
	/** Any of name, status and logoUrl. */
	properties: Record<string, string>;
	/** By field id; null clears. */
	fields: Record<string, unknown>;
}

/** Reads Update Fields, the mapper and Further Fields. A blank value leaves a field as it is, `(clear)` empties it. */
export function counterpartyInput(scope: ItemScope): CounterpartyInput {
	const properties = scope.parameter<IDataObject>('updateFields', {});
	const fields = { ...mappedFields(scope), ...furtherFields(scope) };
	return {
		properties: filled(properties, (value) => (value === CLEAR ? '' : String(value).trim())),
		fields: filled(fields, (value) => (value === CLEAR ? null : plain(value))),
	};
}

/** What of the input differs from the counterparty; a field's name is `fields.<id>`. */
export function counterpartyDifferences(
	current: Counterparty,
	{ properties, fields }: CounterpartyInput,
): Difference[] {
	const inFields = differences(current.fields ?? {}, fields);
	return [
		...differences({ ...current }, properties),
		...inFields.map((difference) => ({ ...difference, field: `fields.${difference.field}` })),
	];
}

/**
 * The body of `PATCH /counterparties/{id}`. Whether `fields` are merged or replaced is not shown, so the whole map is
 * sent with the new values in it.
 */
export function counterpartyPatch(
	current: Pick<Counterparty, 'fields'> | undefined,
	{ properties, fields }: CounterpartyInput,
): IDataObject {
	const merged = { ...current?.fields, ...fields } as IDataObject;
	return { ...properties, ...(Object.keys(fields).length > 0 && { fields: merged }) };
}

// In automatic mode the input's other properties are not meant for the counterparty: field ids are UUIDs.
function mappedFields(scope: ItemScope): Record<string, unknown> {
	const { values, schema, isAutomatic } = mappedValues(scope, 'fields');
	if (!isAutomatic) return values;
	const columns = new Set(schema.map(({ id }) => id));
	const entries = Object.entries(values).filter(([key]) => columns.has(key) || isIdentifier(key));
	return Object.fromEntries(entries);
}

function furtherFields(scope: ItemScope): Record<string, unknown> {
	const pairs = scope.parameter<IDataObject[]>('furtherFields.field', []);
	return Object.fromEntries(pairs.map(({ key, value }) => [String(key ?? '').trim(), value]));
}

function filled<T>(
	values: Record<string, unknown>,
	read: (value: unknown) => T,
): Record<string, T> {
	const entries = Object.entries(values).filter(([key, value]) => key !== '' && !isBlank(value));
	return Object.fromEntries(entries.map(([key, value]) => [key, read(value)]));
}

// A date of an expression is an object with a text form of its own.
function plain(value: unknown): unknown {
	return isObject(value) && typeof value.toJSON === 'function'
		? (value.toJSON as () => unknown)()
		: value;
}
