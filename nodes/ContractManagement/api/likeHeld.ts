import { coerce, type CoercionSettings } from './coercion';
import { dateOf, isSameValue } from './comparison';
import type { FieldKind } from './creationForm';
import { dayOf, doubtIn, isDayOnly, wholeDayOf } from './dates';
import { invalidField, shown, type FieldProblem } from './fieldProblems';
import { isBlank, isScalar, optionsMeant, partsOf } from './options';
import { NO_VALUE } from './placeholders';
import { isObject } from './shapes';
import { single } from './texts';

type Like = { problem: FieldProblem } | { value: unknown };
type Named = { id: string; name: string };

const TYPES: Partial<Record<string, FieldKind>> = {
	boolean: 'boolean',
	number: 'number',
	string: 'text',
};

/** A year, a number of a spreadsheet, seconds, three numbers close together, or two around a month, as days have in any language. */
const LIKE_A_DAY =
	/^\s*\d{4,10}([.,]\d+)?\s*$|(?<!\d)(19|20)\d\d(?!\d)|\d\D{1,3}\d\d?\D{1,3}\d|^\s*\d\d?[-.\s]+\p{L}{3,}[-.\s'’]+\d\d\s*$/u;

/**
 * The value for a field whose type nobody shows, as one of a counterparty: it becomes what the `held` value is, and what
 * means the same stays as it is held. A number becomes text where text is held, a date its day where a day is, a list of
 * one entry that entry where no list is held; where nothing is held, the value is as it came.
 */
export function likeHeld(
	held: unknown,
	field: Named,
	value: unknown,
	settings: CoercionSettings,
	sourceOf?: () => string | undefined,
): Like {
	if (isBlank(value)) return { value };
	if (isSameValue(held, value)) return { value: held };
	const entry = single(value);
	const isNone = entry === false || (typeof entry === 'string' && NO_VALUE.test(entry.trim()));
	if (Array.isArray(held) && !isNone) return likeList(held, field, value);
	if (isMeant(held, entry)) return { value: held };
	const text = typeof held === 'string' && isScalar(entry) ? held : '';
	if (typeof entry === 'number' && String(entry).padStart(text.length, '0') === text) {
		const source = (sourceOf?.() ?? '$json.value') + (Array.isArray(value) ? '[0]' : '');
		const padded = `${source} && String(${source}).padStart(${text.length}, '0')`;
		const advice = `It has lost its leading zeros. Keep them with {{ ${padded} }}, or give it as text.`;
		return refused(field, value, advice);
	}
	// A day that is held as its midnight in UTC is compared with days.
	const isMidnight = /^T00:00:00(\.000)?Z$/.test(text.slice(10)) && !doubtIn(entry);
	const whole = isMidnight && wholeDayOf(entry, settings.zone);
	if (whole) return { value: whole + text.slice(whole.length) };
	const isDay = isDayOnly(text);
	const day = dayOf(entry, isDay ? settings.zone : 'utc');
	// Words such as "at once" and times stay as written, but milliseconds, and a day in a local format, would be text among dates.
	const isDate =
		(isDay || dateOf(text)) &&
		(day ? isDay || doubtIn(entry) || !dateOf(String(entry)) : LIKE_A_DAY.test(String(entry)));
	const like = isDate ? (isDay ? 'date' : 'dateTime') : TYPES[typeof (held ?? entry)];
	const type = like ?? (isNone ? 'text' : undefined);
	// A text may be the ID of an option, which an object names.
	if (!type || (type === 'text' && isObject(entry))) return { value: entry };
	return coerce({ ...field, helpText: '', type, options: [] }, value, settings, sourceOf);
}

/** The entries of a list, as it holds them. A text of which only some parts between commas are held may be one entry, or several. */
function likeList(held: unknown[], field: Named, value: unknown): Like {
	const options = held.flatMap(optionsIn);
	const isHeld = (text: string) => optionsMeant(text, options).length > 0;
	const parts = partsOf(value, options).filter((part) => !isBlank(part));
	const isOne = typeof value === 'string' && value === parts[0] && !isHeld(value);
	if (isOne && value.split(/[,\n]/).some(isHeld)) return refused(field, value, SEVERAL);
	const entryOf = (part: unknown) =>
		held.find((one) => isMeant(one, part)) ?? (typeof part === 'string' ? part.trim() : part);
	return { value: parts.map(entryOf) };
}

const SEVERAL =
	'Give several as a list, or separated by semicolons; a single one with a semicolon after it.';

function refused(field: Named, value: unknown, advice: string): Like {
	const message = `Field '${field.name}' cannot take '${shown(value)}'`;
	return { problem: invalidField(field, value, message, advice) };
}

/** Whether an option that is held is given by its ID or name, where one of the two is an object that has both. */
function isMeant(held: unknown, given: unknown): boolean {
	if (!isObject(held) && !isObject(given)) return false;
	return optionsMeant(given, optionsIn(held)).length > 0;
}

function optionsIn(held: unknown) {
	const { id, value, name, label } = isObject(held) ? held : { id: held };
	const key = id ?? value;
	return typeof key === 'string' ? [{ id: key, name: String(name ?? label ?? key) }] : [];
}
