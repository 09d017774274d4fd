import { dayOf, isDayOnly, momentOf, timestampOf } from './dates';
import type { FieldKind, TypedField } from './creationForm';
import { decimalOf } from './decimals';
import { misfit, missing, type FieldProblem } from './fieldProblems';
import { identifierIn } from './identifiers';
import { isObject } from './shapes';
import { isBlank, isLost, isScalar, jsonList, optionOf, partsOf } from './options';
import { isSlate, slateOfMarkdown, slateOfText } from './slate';
import type { FieldValue, NamedReference } from './types';

/** Typed into a field, it empties the field in the service; a blank value leaves the field as it is. */
export const CLEAR = '(clear)';

export interface CoercionSettings {
	/** Timezone of dates that are moments. */
	zone: string;
	/** What the text of a rich-text field is. */
	richText: 'markdown' | 'plainText';
}

/** Whether there is nothing in the value for the field: a list can be text, of which `;` has no entry. */
export function isNothing({ type, options }: TypedField, value: unknown): boolean {
	if (type !== 'multiSelect' && type !== 'relation') return isBlank(value);
	return partsOf(value, options).every(isBlank);
}

/** Whether the value is typed in to empty the field. */
export function isClear(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === CLEAR;
}

/** A value as the service takes it, or what is wrong with it. */
export type Coerced = { problem: FieldProblem } | { value: FieldValue };

type Reading = { value: FieldValue } | { wrong: unknown };

/** What of a field its values are read by. */
export type ReadableAs = Pick<TypedField, 'options' | 'type'>;

type Read = (value: unknown, field: ReadableAs, settings: CoercionSettings) => Reading;

/**
 * Turns a value of a CRM, a form or an expression into what the field takes: option names become option ids,
 * `a;b` becomes a list, days are never shifted, Markdown becomes Slate. There is something in the value.
 */
export function coerce(field: TypedField, value: unknown, settings: CoercionSettings): Coerced {
	if (isClear(value)) return field.required ? { problem: missing(field) } : { value: null };
	const read = READERS[field.type](value, field, settings);
	return 'value' in read ? read : { problem: misfit(field, read.wrong) };
}

/** The value in the form in which the field takes it, undefined when it does not fit. The value is not blank. */
export function reading(
	field: ReadableAs,
	value: unknown,
	settings: CoercionSettings,
): FieldValue | undefined {
	const read = READERS[field.type](value, field, settings);
	return 'value' in read ? read.value : undefined;
}

const READERS: Record<FieldKind, Read> = {
	text: (value) => {
		if (isLost(value)) return { wrong: value };
		if (value instanceof Date) return { value: value.toISOString() };
		return isScalar(value) ? { value: String(value) } : { wrong: value };
	},
	number: (value) => {
		const number = typeof value === 'string' ? numberIn(value) : value;
		return typeof number === 'number' && Number.isFinite(number)
			? { value: number }
			: { wrong: value };
	},
	boolean: (value) => {
		const word = String(value).trim().toLowerCase();
		if (!isScalar(value) || ![...YES, ...NO].includes(word)) return { wrong: value };
		return { value: YES.includes(word) };
	},
	date: (value, _field, { zone }) => readable(value, dayOf(value, zone)),
	dateTime: (value, _field, { zone }) => {
		// A day stays a day: which moment of it is meant is not ours to say.
		if (typeof value === 'string' && isDayOnly(value)) return readable(value, dayOf(value, zone));
		const moment = momentOf(value, zone);
		return readable(value, moment && timestampOf(moment));
	},
	select: (value, { options }) => {
		const single = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
		return readable(value, optionOf(single, options));
	},
	multiSelect: (value, { options }) => {
		const parts = partsOf(value, options).filter((part) => !isBlank(part));
		const ids = parts.map((part) => optionOf(part, options));
		const wrong = ids.indexOf(undefined);
		if (wrong >= 0) return { wrong: parts[wrong] };
		return { value: [...new Set(ids)] };
	},
	richText: (value, _field, { richText }) => {
		const parsed = typeof value === 'string' ? (jsonList(value) ?? value) : value;
		if (isSlate(parsed)) return { value: parsed };
		if (isSlate([parsed])) return { value: [parsed] };
		if (!isScalar(value) || isLost(value)) return { wrong: value };
		const text = String(value);
		return { value: richText === 'markdown' ? slateOfMarkdown(text) : slateOfText(text) };
	},
	relation: (value, { options }) => {
		const parts = partsOf(value, options).filter((part) => !isBlank(part));
		const ids = parts.map((part) => relatedId(part, options));
		const wrong = ids.indexOf(undefined);
		if (wrong >= 0) return { wrong: parts[wrong] };
		return { value: ids.length === 1 ? (ids[0] as string) : ids };
	},
	other: (value) => (isLost(value) ? { wrong: value } : { value: value as FieldValue }),
};

const YES = ['true', 'yes', 'y', 'on', '1'];
const NO = ['false', 'no', 'n', 'off', '0'];

function readable(value: unknown, read: FieldValue | undefined): Reading {
	return read === undefined ? { wrong: value } : { value: read };
}

// "1,234" is a thousand in one country and one point two in another.
function numberIn(text: string): number | undefined {
	if (!/^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)) return undefined;
	const number = Number(text);
	// A long one would become another one without a word.
	return decimalOf(text) === decimalOf(String(number)) ? number : undefined;
}

function relatedId(value: unknown, options: NamedReference[]): string | undefined {
	if (options.length > 0) return optionOf(value, options);
	const id = isObject(value) ? value.id : value;
	return identifierIn(id);
}
