import type { IDataObject } from 'n8n-workflow';
import { CLEAR, isClear } from '../../api/coercion';
import { isSameValue } from '../../api/comparison';
import { heldKey, isIdentifier } from '../../api/identifiers';
import { isBlank, isLost } from '../../api/options';
import { isObject } from '../../api/shapes';
import type { Counterparty } from '../../api/types';
import type { ItemScope } from '../../transport/scope';
import { mappedValues } from '../shared/fieldInput';
import { refusedParameter, textOf } from '../shared/parameters';

/** What the item wants a counterparty to be; what it does not name stays as it is. */
export interface CounterpartyInput {
	/** Any of name, status and logoUrl; null clears the logo. */
	properties: Record<string, string | null>;
	/** By field id; null clears. */
	fields: Record<string, unknown>;
	/** What the list called the chosen fields, by field id. */
	names: Record<string, string>;
}

/** One value that differs: what people call it, its property or the id of its field. */
export interface CounterpartyChange {
	field: string;
	fieldId: string;
	from: unknown;
	to: unknown;
}

/**
 * Reads Update Fields, and what saved nodes have under Fields (a mapper) and Further Fields. A blank value leaves a field
 * as it is, `(clear)` empties it.
 */
export function counterpartyInput(scope: ItemScope): CounterpartyInput {
	const { fields: own, ...properties } = scope.parameter<IDataObject>('updateFields', {});
	const earlier = chosenFields(scope.parameter<IDataObject>('furtherFields', {}));
	const chosen = [...earlier, ...chosenFields(own)];
	const fields = {
		...mappedFields(scope),
		...Object.fromEntries(chosen.map(({ id, value }) => [id, value])),
	};
	const names: Record<string, string> = Object.fromEntries(
		chosen.flatMap(({ id, name }) => (name ? [[id, name]] : [])),
	);
	return {
		properties: filled(properties, (value, name) =>
			isClear(value) ? cleared(scope, name) : textOf(scope, LABELS[name] ?? name, value),
		),
		fields: filled(fields, (value, id) =>
			isClear(value) ? null : sendable(scope, names[id] ?? id, value),
		),
		names,
	};
}

const LABELS: Record<string, string> = { logoUrl: 'Logo URL', name: 'Name', status: 'Status' };

function cleared(scope: ItemScope, name: string): null {
	if (name === 'logoUrl') return null;
	const field = LABELS[name];
	throw refusedParameter(scope, {
		field,
		message: `${field} cannot be cleared`,
		description: 'A counterparty always has one. Only its logo and its own fields can be emptied.',
		value: CLEAR,
	});
}

/** What of the input differs from the counterparty. */
export function counterpartyDifferences(
	current: Counterparty,
	{ properties, fields, names }: CounterpartyInput,
): CounterpartyChange[] {
	const labels = { ...LABELS, ...names };
	const differing = (held: Record<string, unknown>, wanted: Record<string, unknown>) =>
		Object.entries(wanted)
			.map(([id, to]) => ({ id, from: held[heldKey(held, id)] ?? null, to }))
			.filter(({ from, to }) => !isSameValue(from, to))
			.map(({ id, ...change }) => ({ field: labels[id] ?? id, fieldId: id, ...change }));
	return [...differing({ ...current }, properties), ...differing(current.fields ?? {}, fields)];
}

/** What of the input is to be changed: only what differs is sent. */
export function differing(
	{ properties, fields }: CounterpartyInput,
	changes: CounterpartyChange[],
) {
	const changed = new Set(changes.map(({ fieldId }) => fieldId));
	const pick = <T>(values: Record<string, T>) =>
		Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name)));
	return { properties: pick(properties), fields: pick(fields) };
}

/**
 * The body of `PATCH /counterparties/{id}`. Whether `fields` are merged or replaced is not shown, so the whole map is
 * sent with the new values in it.
 */
export function counterpartyPatch(
	current: Partial<Pick<Counterparty, 'fields'>>,
	{ properties, fields }: Pick<CounterpartyInput, 'fields' | 'properties'>,
): IDataObject {
	const held = current.fields ?? {};
	const wanted = Object.entries(fields).map(([id, value]) => [heldKey(held, id), value] as const);
	const merged = { ...held, ...Object.fromEntries(wanted) } as IDataObject;
	return { ...properties, ...(Object.keys(fields).length > 0 && { fields: merged }) };
}

// In automatic mode the input's other properties are not meant for the counterparty: field ids are UUIDs.
function mappedFields(scope: ItemScope): Record<string, unknown> {
	const { values, schema, isAutomatic } = mappedValues(scope);
	if (!isAutomatic) return values;
	const columns = new Set(schema.map(({ id }) => id));
	const entries = Object.entries(values).filter(([key]) => columns.has(key) || isIdentifier(key));
	return Object.fromEntries(entries);
}

// The list shows a field without a name by its id and a value.
function chosenFields(collection: unknown): Array<{ id: string; name?: string; value: unknown }> {
	const pairs = isObject(collection) && Array.isArray(collection.field) ? collection.field : [];
	return (pairs as IDataObject[]).map(({ key, value }) => {
		const { value: chosen, cachedResultName: name } = isObject(key) ? key : { value: key };
		const id = String(chosen ?? '').trim();
		const isName = typeof name === 'string' && !name.startsWith(id);
		return { id, value, ...(isName && { name }) };
	});
}

function filled<T>(
	values: Record<string, unknown>,
	read: (value: unknown, key: string) => T,
): Record<string, T> {
	const entries = Object.entries(values).filter(([key, value]) => key !== '' && !isBlank(value));
	return Object.fromEntries(entries.map(([key, value]) => [key, read(value, key)]));
}

// A date of an expression is an object with a text form of its own. What has none would empty the field.
function sendable(scope: ItemScope, field: string, value: unknown): unknown {
	if (isLost(value)) return textOf(scope, field, value);
	return isObject(value) && typeof value.toJSON === 'function'
		? (value.toJSON as () => unknown)()
		: value;
}
