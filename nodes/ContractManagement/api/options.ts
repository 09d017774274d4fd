import { keysByName, sameName } from './names';
import { isObject } from './shapes';
import type { NamedReference } from './types';

/**
 * The id of the option that the value names: by id, by name, or by name in other case; where several have the name, by
 * both: `Other (ID)`. Without options, any text.
 */
export function optionOf(value: unknown, options: NamedReference[]): string | undefined {
	const named = isObject(value) ? (value.id ?? value.value ?? value.name ?? value.label) : value;
	if (!isScalar(named)) return undefined;
	const text = String(named);
	if (options.length === 0) return text.trim();
	const onlyOne = (isIt: (option: NamedReference) => boolean) => {
		const [first, ...others] = options.filter(isIt);
		return others.every(({ id }) => id === first.id) ? first : undefined;
	};
	const found =
		options.find(({ id }) => id === text) ??
		onlyOne(({ name }) => name === text) ??
		onlyOne(({ name }) => sameName(name, text)) ??
		onlyOne(({ id }) => sameName(id, text));
	return found?.id ?? [...keysByName(options)].find(([, shown]) => shown === text)?.[0];
}

/** A list as it is, a JSON list, or text with semicolons; an option whose name has a semicolon stays whole. */
export function partsOf(value: unknown, options: NamedReference[]): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	if (options.length > 0 && optionOf(value, options) !== undefined) return [value];
	return jsonList(value) ?? value.split(';');
}

/** What a resource locator holds, also one that an expression made without its mark or mode; any other value as it is. */
export function chosen(value: unknown): unknown {
	return isObject(value) && 'value' in value ? value.value : value;
}

/** A list, or text with commas, as expressions and agents give it; without blank entries. */
export function commaList(value: unknown): string[] {
	const list: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
	return list.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}

/** The list that the text is in JSON, if it is one: a Markdown link merely begins with a bracket. */
export function jsonList(text: string): unknown[] | undefined {
	const list = text.trimStart().startsWith('[') && parsedJson(text);
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

/** What an object such as a date is in JSON; any other value as it is. */
export function asJson(value: unknown): unknown {
	return isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;
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
	if (typeof value === 'string') return value.trim() === '';
	return Array.isArray(value) && value.every(isBlank);
}

/** What JavaScript writes where there is no text: of an object, also within a text, and of a date that is none. */
const NO_TEXT = /\[object [A-Z]\w*\]|^Invalid Date(Time)?$/;

/**
 * Whether an expression came to nothing that can be sent, or something in it did: a number or a date that is none, words
 * for an object, an object such as a Set, of which JSON keeps nothing.
 */
export function isLost(value: unknown): boolean {
	if (typeof value === 'string') return NO_TEXT.test(value);
	if (typeof value === 'number') return !Number.isFinite(value);
	if (typeof value !== 'object' || value === null) return false;
	if ('toJSON' in value) return JSON.stringify(value) === 'null';
	const isPlain = / (Array|Object)\]$/.test(Object.prototype.toString.call(value));
	return !isPlain || Object.values(value).some(isLost);
}
