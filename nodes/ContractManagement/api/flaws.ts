import { isObject } from './shapes';

/** Whether a value is what it should be, and what that is, in words. */
type Expectation = [holds: (value: unknown) => boolean, expected: string];

const isText = (value: unknown) => typeof value === 'string';
// Of what is not set a service may show the parts, without values.
const isReference = (value: unknown) => isObject(value) && isText(value.id ?? '');
const isListOf = (value: unknown, holds: (entry: unknown) => boolean) =>
	Array.isArray(value) && value.every(holds);

// A field of a dynamic table may hold the records that it points to, with fields of their own.
const isField = (value: unknown): boolean =>
	isObject(value) &&
	isListOf(value.relatedRecords ?? [], (each) => isObject(each) && isListOf(each.fields, isObject));

const TEXT: Expectation = [isText, 'text'];
const REFERENCE: Expectation = [isReference, 'an object with an id'];

/** What is read of records, whatever they are records of; none of it has to be there. */
const KNOWN = Object.entries<Expectation>({
	id: TEXT,
	name: TEXT,
	status: TEXT,
	createdAt: TEXT,
	updatedAt: TEXT,
	contractType: REFERENCE,
	counterparty: REFERENCE,
	integration: [isObject, 'an object'],
	fields: [
		(value) => isObject(value) || isListOf(value, isField),
		'an object or a list of objects',
	],
});

/** Why the value cannot be read as a record, in words that follow on its name; undefined when it can. */
export function flawOf(value: unknown): string | undefined {
	if (!isObject(value)) return `is ${kindOf(value)}, not an object`;
	if (isNothing(value.id) || value.id === '') return 'has no id';
	const wrong = KNOWN.find(([name, [holds]]) => !isNothing(value[name]) && !holds(value[name]));
	if (!wrong) return undefined;
	const [name, [, expected]] = wrong;
	return `has ${kindOf(value[name])} as ${name}, not ${expected}`;
}

/** The same for the rows of a list. The first row is 1. */
export function flawIn(rows: unknown[]): string | undefined {
	const flaws = rows.map(flawOf);
	const wrong = flaws.findIndex((flaw) => flaw !== undefined);
	return wrong < 0 ? undefined : `Row ${wrong + 1} ${flaws[wrong]}`;
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
