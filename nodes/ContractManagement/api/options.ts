import { uuidOf } from './identifiers';
import { exactFirst, having, isBlankText } from './names';
import { isObject } from './shapes';
import { MISREAD, single } from './texts';
import type { NamedReference } from './types';

/** The id of the option that the value names, see `optionsMeant`; undefined where it names none, or several. Without options, any text. */
export function optionOf(value: unknown, options: NamedReference[]): string | undefined {
	if (options.length > 0) {
		const meant = optionsMeant(value, options);
		return meant.length === 1 ? meant[0].id : undefined;
	}
	const named = isObject(value) ? (value.id ?? value.value ?? value.name ?? value.label) : value;
	return isScalar(named) && !isLost(named) ? String(named).trim() : undefined;
}

/** Where other systems keep the id and the name of an option. */
const OPTION_KEYS = ['id', 'value', 'name', 'label', 'title', 'text'];

/**
 * The options that the value may mean: by id, else by name (exact first, see `exactFirst`), else by both as lists show
 * them: `Other (ID)`. Of an object such as `{id: 'Zq1', name: '30 days'}` whichever property names any; the others may be
 * of another system, but where they name other options, all of these are given.
 */
export function optionsMeant(value: unknown, options: NamedReference[]): NamedReference[] {
	const given = isObject(value) ? OPTION_KEYS.map((key) => value[key]) : [value];
	const meant = given
		.filter(isScalar)
		.map((each) => optionsCalled(String(each), options))
		.filter(({ length }) => length > 0);
	const isCommon = ({ id }: NamedReference) =>
		meant.every((each) => each.some((one) => one.id === id));
	const all = [...new Map(meant.flat().map((option) => [option.id, option])).values()];
	const common = all.filter(isCommon);
	return common.length > 0 ? common : all;
}

function optionsCalled(text: string, options: NamedReference[]): NamedReference[] {
	const id = text.trim();
	const alike = having(options, uuidOf(id), uuidOf, (one) => one.id);
	if (alike.length > 0) return [alike.find((one) => one.id === id) ?? alike[0]];
	const { found } = exactFirst(options)(text);
	return found.length > 0 ? found : having(options, id, asShown, shownAs).slice(0, 1);
}

const asShown = (text: string) => text.trim();
const shownAs = ({ id, name }: NamedReference) => `${name ?? ''} (${id})`;

/**
 * A list as it is, a JSON list, or text with semicolons; with commas or line breaks where each part is an option. An
 * option whose name has such a sign stays whole.
 */
export function partsOf(value: unknown, options: NamedReference[]): unknown[] {
	const entry = single(value);
	if (Array.isArray(entry)) return entry.flat();
	if (typeof entry !== 'string') return [entry];
	const isOption = (text: string) => options.length > 0 && optionOf(text, options) !== undefined;
	if (isOption(entry)) return [entry];
	const parts = (text: string) => {
		const smaller = text.split(/[,\n]/).filter((part) => !isBlank(part));
		return !isOption(text) && smaller.every(isOption) ? smaller : [text];
	};
	return jsonList(entry) ?? entry.split(';').flatMap(parts);
}

/** What a resource locator holds, also one that an expression made without its mark or mode; any other value as it is. */
export function chosen(value: unknown): unknown {
	return isObject(value) && 'value' in value ? value.value : value;
}

/** A list, also as JSON, or text with commas, as expressions and agents give it; without blank entries. */
export function commaList(value: unknown): string[] {
	const text = Array.isArray(value) ? '' : String(value ?? '');
	const list: unknown[] = Array.isArray(value) ? value : (jsonList(text) ?? text.split(','));
	return list.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}

/** The list that a text is in JSON, if it is one: a Markdown link merely begins with a bracket. */
export function jsonList(text: unknown): unknown[] | undefined {
	const list = typeof text === 'string' && text.trimStart().startsWith('[') && parsedJson(text);
	return Array.isArray(list) ? list : undefined;
}

/** The JSON that a text holds, or the text itself. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** Whether the value is text, a number or a boolean. */
export function isScalar(value: unknown): value is boolean | number | string {
	return ['boolean', 'number', 'string'].includes(typeof value) && !Number.isNaN(value);
}

/** Whether a switch is on, also in the words of a spreadsheet; undefined where the value is no answer to that. */
export function switchIn(value: unknown): boolean | undefined {
	const word = String(value).trim().toLowerCase();
	return word === 'true' || word === 'false' ? word === 'true' : undefined;
}

/** Whether there is nothing to send: no value, blanks only, a list of nothing else. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return isBlankText(value);
	return Array.isArray(value) && value.every(isBlank);
}

/** What nobody means as text: what JavaScript writes of an object, or of a date that is none; lost letters, halves of signs, NUL. */
const NO_TEXT =
	/\[object [A-Z]\w*\]|… \(\d+ of \d+ characters\)|^Invalid Date(Time)?$|\ufffd|\p{Cs}|\0|^\s*[+-]?\d(?:[.,]\d+)?E\+\d\d\s*$/u;

/** The one place that says what is never stored: what is no number or date, words for an object, letters or digits that were lost, or what holds such. */
export function isLost(value: unknown): boolean {
	if (typeof value === 'string') return NO_TEXT.test(value) || MISREAD.test(value);
	if (typeof value === 'number') return !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);
	if (typeof value !== 'object' || value === null) return false;
	if ('toJSON' in value) return JSON.stringify(value) === 'null';
	const isPlain = / (Array|Object)\]$/.test(Object.prototype.toString.call(value));
	return !isPlain || Object.values(value).some(isLost);
}

/** What to do about a value that `isLost`. */
export function lostAdvice(value: unknown): string {
	if (Number.isFinite(value)) return ROUNDED;
	const text = JSON.stringify(value) ?? '';
	if (MISREAD.test(text)) return IN_UTF8;
	return LOST[Object.keys(LOST).find((sign) => text.includes(sign))!];
}

const ROUNDED =
	'It has more digits than a number keeps, so the last ones are wrong. Have it as text where it comes from.';
const IN_UTF8 =
	'It has letters such as Ã¼, or signs that nobody sees: the file was read in another encoding. Set UTF-8 there, and save Windows-1252 files as CSV UTF-8.';
const LOST: Record<string, string> = {
	'\\ud':
		'A sign such as an emoji was cut in half. Cut by whole signs: {{ [...$json.name].slice(0, 60).join("") }}.',
	'\\u0000':
		'It has the character NUL. After each letter it means UTF-16: set that in the node that reads the file. Else remove it: {{ $json.name.replaceAll("\\0", "") }}.',
	'\ufffd':
		'It has \ufffd where letters were lost: the file was read in the wrong encoding. Save it anew as CSV UTF-8, or set its own in the node that reads it.',
	'E+': 'A spreadsheet shortened it, so its last digits are gone: format the column as Number without decimals, and save it anew.',
	'': 'Check what the expression is made of. Of an object give one property, for example {{ $json.company.name }}; of a text that was cut, all of it.',
};
