import { decimalOf, reading, type ReadableAs } from './coercion';
import type { TypedField } from './creationForm';
import { isDayOnly, momentOf } from './dates';
import { uuidOf } from './identifiers';
import { instantOf } from './instants';
import { isBlank } from './options';
import { isObject } from './shapes';

/** How the values of one field are compared: services write the same value in several ways, as `0.5` or `"0.50"`. */
export interface Comparison {
	/** The same for values that are the same; where values have no type, the same for a few that are not. */
	keyOf(value: unknown): string;
	/** Whether both values mean the same in the field; nothing, blank text and an empty list are the same. */
	isSame(a: unknown, b: unknown): boolean;
}

/**
 * Compares by the type of the field: numbers by their exact value, dates by the day as it is written, points in time by
 * the instant, options by their IDs, texts without outer blanks. Values that do not fit the type are compared by what
 * they look like, see `isSameValue`.
 *
 * @param zone timezone of dates that are moments, and of times without an offset
 */
export function comparisonOf(field: Pick<TypedField, 'type'> & Partial<TypedField>, zone: string) {
	const { type, options = [] } = field;
	const formOf = (value: unknown) => typedForm({ type, options }, value, zone);
	return {
		keyOf: (value: unknown) => {
			if (isBlank(value)) return '';
			const form = formOf(value);
			return form === undefined ? `? ${shapeOf(value)}` : keyOfForm(form);
		},
		isSame: (a: unknown, b: unknown) => {
			if (a === b) return true;
			if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
			const [left, right] = [formOf(a), formOf(b)];
			if (left === undefined && right === undefined) return isSameValue(a, b);
			return left !== undefined && right !== undefined && isSameValue(left, right, isSameText);
		},
	} satisfies Comparison;
}

/**
 * Whether two values mean the same, where their type is not known: `5` and `"5"`, outer blanks, null and empty text, a
 * day and its midnight in UTC, the same instant with another offset. Lists of plain values are sets. Two texts are no numbers:
 * `"1.1"` and `"1.10"` may be versions, and `"007"` is not 7.
 */
export function isSameValue(a: unknown, b: unknown, isSameScalar = looksSame): boolean {
	if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
	if (Array.isArray(a) && Array.isArray(b)) return isSameList(a, b, isSameScalar);
	if (isObject(a) && isObject(b)) {
		const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
		return [...keys].every((key) => isSameValue(a[key], b[key], isSameScalar));
	}
	return typeof a !== 'object' && typeof b !== 'object' && isSameScalar(a, b);
}

type Scalars = (a: unknown, b: unknown) => boolean;

/** The value as the field has it, in one spelling; undefined where the type is not known, or the value does not fit. */
function typedForm(field: ReadableAs, value: unknown, zone: string): unknown {
	if (field.type === 'other') return undefined;
	if (field.type === 'number') return decimalOf(String(value));
	const form = reading(field, value, { zone, richText: 'markdown' });
	if (form === undefined) return undefined;
	if (field.type === 'relation') return [form].flat().map((id) => uuidOf(String(id)));
	// A service that keeps a day as a point in time takes its midnight.
	if (field.type === 'dateTime' && isDayOnly(String(form))) return `${String(form)}T00:00:00.000Z`;
	return form;
}

function keyOfForm(form: unknown): string {
	if (!Array.isArray(form)) return typeof form === 'object' ? 'object' : textOf(form);
	if (form.some((entry) => typeof entry === 'object')) return 'object';
	return JSON.stringify(form.map(textOf).toSorted());
}

function shapeOf(value: unknown): string {
	if (typeof value === 'object') return 'object';
	const text = textOf(value);
	return decimalOf(text) ?? dateOf(text) ?? text.toLowerCase();
}

function isSameList(a: unknown[], b: unknown[], isSameScalar: Scalars): boolean {
	if (a.length !== b.length) return false;
	const isSet = [...a, ...b].every((value) => typeof value !== 'object');
	const [left, right] = isSet ? [a, b].map((list) => list.toSorted(byText)) : [a, b];
	return left.every((value, index) => isSameValue(value, right[index], isSameScalar));
}

function looksSame(a: unknown, b: unknown): boolean {
	if (isSameText(a, b)) return true;
	if (typeof a === 'string' && typeof b === 'string') {
		const date = dateOf(a);
		return date !== undefined && date === dateOf(b);
	}
	const [text, other] = typeof a === 'string' ? [a.trim(), b] : [String(b).trim(), a];
	if (typeof other === 'boolean') return text.toLowerCase() === String(other);
	const isNumber = typeof other === 'number' && !/^[+-]?0\d|^\+/.test(text);
	return isNumber && decimalOf(text) === decimalOf(String(other));
}

function isSameText(a: unknown, b: unknown): boolean {
	return textOf(a) === textOf(b);
}

function byText(a: unknown, b: unknown): number {
	return textOf(a) < textOf(b) ? -1 : 1;
}

function textOf(value: unknown): string {
	return String(value).trim().normalize('NFC');
}

// Digits alone are no date here.
function dateOf(text: string): string | undefined {
	const isDate = /^\s*\d{4}-/.test(text) && momentOf(text, 'utc') !== undefined;
	return isDate ? instantOf(text) : undefined;
}
