import { dayOf, doubtIn, isDayOnly, momentOf, timestampOf, writtenDate } from './dates';
import type { FieldKind, TypedField } from './creationForm';
import { misfit, missing, type FieldProblem } from './fieldProblems';
import { identifierIn } from './identifiers';
import { decimalOf, hasTwoMeanings } from './numbers';
import { isBlank, isLost, isScalar, jsonList, optionOf, partsOf } from './options';
import { NO_VALUE } from './placeholders';
import { asJson } from './shapes';
import { isSlate, slateOfMarkdown, slateOfText } from './slate';
import { seen, single } from './texts';
import type { FieldValue, NamedReference } from './types';

/** Typed into a field, it empties the field in the service; a blank value leaves the field as it is. */
export const CLEAR = '(clear)';

export interface CoercionSettings {
	/** Timezone of dates that are moments. */
	zone: string;
	/** What the text of a rich-text field is. */
	richText: 'markdown' | 'plainText';
}

/** What of a field its values are read by. */
export type ReadableAs = Pick<TypedField, 'options' | 'type'>;

/** Whether there is nothing in the value for the field: a list can be text, of which `;` has no entry. */
export function isNothing(field: ReadableAs, value: unknown): boolean {
	return isList(field) ? partsOf(value, field.options).every(isBlank) : isBlank(value);
}

/** Whether the value is typed in to empty the field. */
export function isClear(value: unknown): boolean {
	return typeof value === 'string' && value.trim().toLowerCase() === CLEAR;
}

/**
 * Turns a value of a CRM, a form or an expression into what the field takes, or says what is wrong with it: option names
 * become option ids, `a;b` becomes a list, days are never shifted, Markdown becomes Slate. There is something in the value.
 */
export function coerce(
	field: TypedField,
	value: unknown,
	settings: CoercionSettings,
	sourceOf?: () => string | undefined,
): { problem: FieldProblem } | { value: FieldValue } {
	if (isClear(value)) return field.required ? { problem: missing(field) } : { value: null };
	const entry = entryOf(field, value);
	// 1.1 * 3 comes to 3.3000000000000003. From 1e13 on, 15 digits have no cents.
	const isComputed = typeof entry === 'number' && entry % 1 !== 0 && Math.abs(entry) < 1e13;
	const given = isComputed ? Number(entry.toPrecision(15)) : value;
	const read = isDoubtful(field, entry, settings) ? undefined : reading(field, given, settings);
	if (read !== undefined) return { value: read };
	const isWrong = (part: unknown) => reading(field, [part], settings) === undefined;
	const wrong = isList(field) ? (partsOf(value, field.options).find(isWrong) ?? entry) : entry;
	const source = sourceOf?.();
	return { problem: misfit(field, wrong, source && entry !== value ? `${source}[0]` : source) };
}

// Only of what is given: what the service holds is what it is.
function isDoubtful({ options, type }: ReadableAs, value: unknown, { richText }: CoercionSettings) {
	if (value === false && /text/i.test(type)) return true;
	if (typeof value === 'string' && options.length === 0 && NO_VALUE.test(value.trim())) return true;
	if (type === 'richText')
		return richText === 'markdown' && !isSlate(jsonList(value)) && HTML.test(asProse(value));
	if (type === 'number') return hasTwoMeanings(seen(value)) || isLost(value);
	return /^date/.test(type) && doubtIn(seen(value)) !== undefined;
}

/**
 * What begins with an element that it ends, as no blank to fill in does: `<Name>`; or with one that has no end; and a line
 * break, or an element for text with nothing but text in it, anywhere but in code.
 */
const HTML =
	/^\s*<(?:![-d]|([bh]r|img)(?=\s*\/?>|\s[^<>]*=)|([a-z]\w*)\b[^<>]*>[^]*<\/\2>)|<br\s*\/?>|<(a|b|code|del|div|em|font|h[1-6]|i|ins|li|mark|p|s|small|span|strong|su[bp]|t[dh]|u)\b[^<>]*>[^<]*<\/\3>/i;
// What stands between backticks is code.
const asProse = (value: unknown) => String(value).replace(/`[^`]+`/g, '`');

/** Of a list of one its entry, where the field has no lists of its own. */
function entryOf(field: ReadableAs, value: unknown): unknown {
	return isList(field) || field.type === 'other' || isSlate(value) ? value : single(value);
}

/** The value in the form in which the field takes it, undefined when it does not fit. The value is not blank. */
export function reading(field: ReadableAs, value: unknown, settings: CoercionSettings) {
	const entry = entryOf(field, value);
	return READERS[field.type](/text|other/i.test(field.type) ? entry : seen(entry), field, settings);
}

type Read = (...of: [unknown, ReadableAs, CoercionSettings]) => FieldValue | undefined;

const READERS: Record<FieldKind, Read> = {
	text: (value, _field, settings) => {
		const text = writtenDate(value, settings);
		return isScalar(text) && !isLost(text) ? String(text) : undefined;
	},
	number: (value) => {
		const number = typeof value === 'string' ? numberIn(value) : value;
		return Number.isFinite(number) ? (number as number) : undefined;
	},
	boolean: (value) => {
		const word = isScalar(value) ? String(value).trim() : '';
		if (/^(true|yes|y|on|1)$/i.test(word)) return true;
		return /^(false|no|n|off|0)$/i.test(word) ? false : undefined;
	},
	date: (value, _field, { zone }) => dayOf(value, zone),
	dateTime: (value, _field, { zone }) => {
		// A day stays a day: which moment of it is meant is not ours to say.
		if (typeof value === 'string' && isDayOnly(value)) return dayOf(value, zone);
		const moment = momentOf(value, zone);
		return moment && timestampOf(moment);
	},
	select: (value, { options }) => optionOf(value, options),
	multiSelect: (value, { options }) => {
		const ids = idsIn(value, options, optionOf);
		return ids && [...new Set(ids)];
	},
	richText: (value, _field, { richText }) => {
		const parsed = jsonList(value) ?? value;
		const nodes = [parsed, [parsed]].find(isSlate);
		if (nodes) return isLost(nodes) ? undefined : nodes;
		if (!isScalar(value) || isLost(value)) return undefined;
		return (richText === 'markdown' ? slateOfMarkdown : slateOfText)(String(value));
	},
	relation: (value, { options }) => {
		const anyId = (part: unknown) => identifierIn(optionOf(part, options));
		const ids = idsIn(value, options, options.length > 0 ? optionOf : anyId);
		return ids?.length === 1 ? ids[0] : ids;
	},
	// A date of an expression is compared with what the service shows: with the text that is sent.
	other: (value) => (isLost(value) ? undefined : (asJson(value) as FieldValue)),
};

/** Whether the field takes several entries, in a list or in text. */
export function isList({ type }: ReadableAs): boolean {
	return type === 'multiSelect' || type === 'relation';
}

/** The ids of the entries of a list, undefined where one of them has none. */
function idsIn(value: unknown, options: NamedReference[], idOf: typeof optionOf) {
	const parts = partsOf(value, options).filter((part) => !isBlank(part));
	const ids = parts.map((part) => idOf(part, options));
	return ids.includes(undefined) ? undefined : (ids as string[]);
}

// "1,234" is a thousand in one country and one point two in another. A long one would become another one without a word.
function numberIn(text: string): number | undefined {
	const [exact, number] = [decimalOf(text), Number(text)];
	return exact !== undefined && exact === decimalOf(String(number)) ? number : undefined;
}
