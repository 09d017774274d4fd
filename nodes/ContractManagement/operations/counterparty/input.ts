import type { IDataObject } from 'n8n-workflow';
import { CLEAR } from '../../api/coercion';
import { differences, type Difference } from '../../api/differences';
import { isIdentifier } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { isObject } from '../../api/shapes';
import type { Counterparty } from '../../api/types';
import type { ItemScope } from '../../transport/scope';
import { mappedValues } from '../shared/mappedValues';
import { refusedParameter } from '../shared/parameters';

/** What the item wants a counterparty to be; what it does not name stays as it is. */
export interface CounterpartyInput {
	/** Any of name, status and logoUrl; null clears the logo. */
	properties: Record<string, string | null>;
	/** By field id; null clears. */
	fields: Record<string, unknown>;
}

/** Reads Update Fields, the mapper and Further Fields. A blank value leaves a field as it is, `(clear)` empties it. */
export function counterpartyInput(scope: ItemScope): CounterpartyInput {
	const properties = scope.parameter<IDataObject>('updateFields', {});
	const fields = { ...mappedFields(scope), ...furtherFields(scope) };
	return {
		properties: filled(properties, (value, name) =>
			value === CLEAR ? cleared(scope, name) : String(value).trim(),
		),
		fields: filled(fields, (value) => (value === CLEAR ? null : plain(value))),
	};
}

function cleared(scope: ItemScope, name: string): null {
	const field = NEVER_EMPTY[name];
	if (!field) return null;
	throw refusedParameter(scope, {
		field,
		message: `${field} cannot be cleared`,
		description: 'A counterparty always has one. Only its logo and its own fields can be emptied.',
		value: CLEAR,
	});
}

const NEVER_EMPTY: Partial<Record<string, string>> = { name: 'Name', status: 'Status' };

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
	current: Partial<Pick<Counterparty, 'fields'>>,
	{ properties, fields }: CounterpartyInput,
): IDataObject {
	const merged = { ...current.fields, ...fields } as IDataObject;
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
	read: (value: unknown, key: string) => T,
): Record<string, T> {
	const entries = Object.entries(values).filter(([key, value]) => key !== '' && !isBlank(value));
	return Object.fromEntries(entries.map(([key, value]) => [key, read(value, key)]));
}

// A date of an expression is an object with a text form of its own.
function plain(value: unknown): unknown {
	return isObject(value) && typeof value.toJSON === 'function'
		? (value.toJSON as () => unknown)()
		: value;
}
