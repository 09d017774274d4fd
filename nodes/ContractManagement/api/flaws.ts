import { listed } from './names';
import { isObject } from './shapes';

const isText = (value: unknown) => typeof value === 'string';
// Of what is not set a service may show the parts, without values.
const isReference = (value: unknown) => isObject(value) && isText(value.id ?? '');
const isListOf = (value: unknown, holds: (entry: unknown) => boolean) =>
	Array.isArray(value) && value.every(holds);

// A field of a dynamic table may hold the records that it points to, with fields of their own.
const isField = (value: unknown): boolean =>
	isObject(value) &&
	isListOf(value.relatedRecords ?? [], (each) => isObject(each) && isListOf(each.fields, isObject));

/** What is read of records, whatever they are records of: names, what holds for them, and that in words. None has to be there. */
const KNOWN: Array<[names: string[], holds: (value: unknown) => boolean, expected: string]> = [
	[['id', 'name', 'status', 'createdAt', 'updatedAt'], isText, 'text'],
	[['contractType', 'counterparty'], isReference, 'an object with an id'],
	[['integration'], isObject, 'an object'],
	[
		['fields'],
		(value) => isObject(value) || isListOf(value, isField),
		'an object or a list of objects',
	],
];

/** Why the value cannot be read as a record, in words that follow on its name; undefined when it can. */
export function flawOf(value: unknown): string | undefined {
	if (!isObject(value)) return `is ${kindOf(value)}, not an object`;
	if (isNothing(value.id) || value.id === '') return 'has no id';
	for (const [names, holds, expected] of KNOWN) {
		const wrong = names.find((name) => !isNothing(value[name]) && !holds(value[name]));
		if (wrong) return `has ${kindOf(value[wrong])} as ${wrong}, not ${expected}`;
	}
	return undefined;
}

/** The same for the rows of a list. The first row is 1. */
export function flawIn(rows: unknown[]): string | undefined {
	const flaws = rows.map(flawOf);
	const wrong = flaws.findIndex((flaw) => flaw !== undefined);
	return wrong < 0 ? undefined : `Row ${wrong + 1} ${flaws[wrong]}`;
}

/** What came, for an error: kinds, and names of properties. No values. */
export function cameAs(value: unknown): string {
	if (Array.isArray(value) && value.length > 0) return `a list of ${cameAs(value[0])}`;
	if (!isObject(value)) return kindOf(value);
	const names = Object.keys(value).map((name) => name.slice(0, 30));
	return `an object with ${listed(names, 12) || 'nothing'}`;
}

/** Names what a value is without showing it. */
function kindOf(value: unknown): string {
	if (isNothing(value)) return 'nothing';
	if (Array.isArray(value)) return value.length > 0 ? 'a list' : 'an empty list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

function isNothing(value: unknown): value is null | undefined {
	return value === null || value === undefined;
}

/** Whether the body is an error in any form, or says that it was no success, and holds nothing that was asked for. */
export function isErrorBody(body: unknown): boolean {
	if (!isObject(body)) return false;
	const { data = null, error, errors, success, ok, ...others } = body;
	if (data !== null || 'id' in body) return false;
	const isSaid = Array.isArray(error) ? error.length > 0 : Boolean(error);
	const holds = (value: unknown) =>
		typeof value === 'object' && Object.keys(value ?? {}).length > 0;
	const isAll = holds(errors) && !Object.values(others).some(holds);
	return isSaid || isAll || success === false || ok === false;
}
