import { reading, type ReadableAs } from './coercion';
import type { TypedField } from './creationForm';
import { momentOf } from './dates';
import { isIdentifier, uuidOf } from './identifiers';
import { instantOf } from './instants';
import { decimalOf } from './numbers';
import { isBlank } from './options';
import { isObject } from './shapes';

/** How the values of one field are compared: services write the same value in several ways, as `0.5` or `"0.50"`. */
export type Comparison = ReturnType<typeof comparisonOf>;

/**
 * Compares by the type of the field: numbers by their exact value, dates by the day as it is written, points in time by
 * the instant (in UTC without an offset), options by their IDs, texts without outer blanks. Values that do not fit the
 * type are compared by what they look like, see `isSameValue`.
 * @param zone timezone of dates that are moments
 */
export function comparisonOf(field: Partial<TypedField> & Pick<TypedField, 'type'>, zone: string) {
	const typed = { options: [], ...field };
	/** The same for values that are the same; where values have no type, the same for a few that are not. */
	const keyOf = (value: unknown) => {
		if (isBlank(value)) return '';
		const form = typedForm(typed, value, zone);
		return form === undefined ? `? ${shapeOf(value)}` : `= ${JSON.stringify(spelled(form))}`;
	};
	/** Whether both values mean the same in the field; nothing, blank text and an empty list are the same. */
	const isSame = (a: unknown, b: unknown) => {
		if (a === b) return true;
		const key = keyOf(a);
		return key === keyOf(b) && (!key.startsWith('?') || isSameValue(a, b));
	};
	/** Whether the value fits the type of the field; what does not can be compared by its looks only. */
	const isReadable = (value: unknown) =>
		isBlank(value) ||
		typed.type === 'other' ||
		(typed.type === 'relation' && isIdentifier(value)) ||
		typedForm(typed, value, zone) !== undefined;
	return { keyOf, isReadable, isSame };
}

/**
 * Whether two values mean the same, where their type is not known: `5` and `"5"`, outer blanks, null and empty text, a day and
 * its midnight in UTC, the same instant. Lists of plain values are sets. Two texts are no numbers: `"1.1"` and `"1.10"` may be versions, and `"007"` is not 7.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
	if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
	if (Array.isArray(a) && Array.isArray(b)) return isSameList(a, b);
	if (isObject(a) && isObject(b)) {
		const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
		return [...keys].every((key) => isSameValue(a[key], b[key]));
	}
	return typeof a !== 'object' && typeof b !== 'object' && looksSame(a, b);
}

/** The value as the field has it; undefined where the type is not known, or the value does not fit. */
function typedForm(field: ReadableAs, value: unknown, zone: string): unknown {
	if (field.type === 'other') return undefined;
	if (field.type === 'number') return decimalOf(String(value));
	// Without an offset it is as the service stores it, in UTC; so is the midnight that it makes of a day.
	const held = field.type === 'dateTime' ? (instantOf(value) ?? value) : value;
	const form = reading(field, held, { zone, richText: 'markdown' });
	if (form === undefined) return undefined;
	if (field.type === 'relation') return [form].flat().map((id) => uuidOf(String(id)));
	return form;
}

/** What a field has, in one spelling: plain values in lists are a set, and what is blank is not there. */
function spelled(form: unknown): unknown {
	if (isBlank(form)) return null;
	if (Array.isArray(form)) {
		const entries = form.map(spelled);
		return entries.every((entry) => typeof entry === 'string') ? entries.toSorted() : entries;
	}
	if (!isObject(form)) return textOf(form);
	const names = Object.keys(form).filter((name) => !isBlank(form[name]) || name === 'text');
	// A blank between two words of rich text is one.
	const spelling = (value: unknown) =>
		typeof value === 'string' ? value.normalize('NFC') : spelled(value);
	return Object.fromEntries(names.toSorted().map((name) => [name, spelling(form[name])]));
}

function shapeOf(value: unknown): string {
	if (typeof value === 'object') return 'object';
	const text = textOf(value);
	return decimalOf(text) ?? dateOf(text) ?? text.toLowerCase();
}

function isSameList(a: unknown[], b: unknown[]): boolean {
	const isSet = [...a, ...b].every((value) => typeof value !== 'object');
	const byText = (one: unknown, other: unknown) => (textOf(one) < textOf(other) ? -1 : 1);
	const [left, right] = isSet ? [a, b].map((list) => list.toSorted(byText)) : [a, b];
	return a.length === b.length && left.every((value, i) => isSameValue(value, right[i]));
}

function looksSame(a: unknown, b: unknown): boolean {
	if (textOf(a) === textOf(b)) return true;
	if (typeof a === 'string' && typeof b === 'string') {
		const date = dateOf(a);
		return date !== undefined && date === dateOf(b);
	}
	const [text, other] = typeof a === 'string' ? [a.trim(), b] : [String(b).trim(), a];
	if (typeof other === 'boolean') return text.toLowerCase() === String(other);
	const isNumber = typeof other === 'number' && !/^[+-]?0\d|^\+/.test(text);
	return isNumber && decimalOf(text) === decimalOf(String(other));
}

function textOf(value: unknown): string {
	return String(value).replace(/\r\n?/g, '\n').trim().normalize('NFC');
}

/** The instant of a day, or of a time, that the text is; digits alone are no date here. */
export function dateOf(text: string): string | undefined {
	const isDate = /^\s*\d{4}-/.test(text) && momentOf(text, 'utc') !== undefined;
	return isDate ? instantOf(text) : undefined;
}
