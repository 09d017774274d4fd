import { isObject } from './shapes';

interface Expectation {
	holds: (value: unknown) => boolean;
	/** What it is, in words. */
	expected: string;
}

const isText = (value: unknown) => typeof value === 'string';
// Of what is not set a service may show the parts, without values.
const isReference = (value: unknown) =>
	isObject(value) && (isNothing(value.id) || (isText(value.id) && value.id !== ''));
const isListOf = (value: unknown, holds: (entry: unknown) => boolean) =>
	Array.isArray(value) && value.every(holds);

// A field of a dynamic table may hold the records that it points to, with fields of their own.
const isField = (value: unknown): boolean =>
	isObject(value) &&
	(isNothing(value.relatedRecords) ||
		isListOf(value.relatedRecords, (each) => isObject(each) && isListOf(each.fields, isObject)));

const TEXT: Expectation = { holds: isText, expected: 'text' };
const REFERENCE: Expectation = { holds: isReference, expected: 'an object with an id' };

/** What is read of records, whatever they are records of; none of it has to be there. */
const KNOWN = Object.entries<Expectation>({
	id: TEXT,
	name: TEXT,
	status: TEXT,
	createdAt: TEXT,
	updatedAt: TEXT,
	contractType: REFERENCE,
	counterparty: REFERENCE,
	integration: { holds: isObject, expected: 'an object' },
	fields: {
		holds: (value) => isObject(value) || isListOf(value, isField),
		expected: 'an object or a list of objects',
	},
});

/** Why the value cannot be read as a record, in words that follow on its name; undefined when it can. */
export function flawOf(value: unknown): string | undefined {
	if (!isObject(value)) return `is ${kindOf(value)}, not an object`;
	if (isNothing(value.id) || value.id === '') return 'has no id';
	for (const [name, { holds, expected }] of KNOWN) {
		const part = value[name];
		if (isNothing(part) || holds(part)) continue;
		return `has ${kindOf(part)} as ${name}, not ${expected}`;
	}
	return undefined;
}

/** The same for the rows of a list. The first row is 1. */
export function flawIn(rows: unknown[]): string | undefined {
	for (const [index, row] of rows.entries()) {
		const flaw = flawOf(row);
		if (flaw !== undefined) return `Row ${index + 1} ${flaw}`;
	}
	return undefined;
}

/** Names what a value is without showing it. */
export function kindOf(value: unknown): string {
	if (isNothing(value)) return 'nothing';
	if (Array.isArray(value)) return value.length > 0 ? 'a list' : 'an empty list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

function isNothing(value: unknown): value is null | undefined {
	return value === null || value === undefined;
}
