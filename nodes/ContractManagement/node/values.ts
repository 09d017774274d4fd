import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { shown } from '../api/fieldProblems';
import { sameName } from '../api/names';
import { hasTwoMeanings } from '../api/numbers';
import { isBlank, isLost, lostAdvice, parsedJson } from '../api/options';
import { isHollowId, isPlaceholder } from '../api/placeholders';
import { asJson, isObject, keyTwiceIn } from '../api/shapes';
import { single } from '../api/texts';
import { unfit, wrongInput } from '../transport/errors/requestError';
import { givenIn } from './itemProperties';
import type { Given } from './scope';

/** A text without outer blanks; empty where nothing is given. @throws NodeOperationError where an expression came to no text */
export function textOf(scope: Given, field: string, value: unknown): string {
	if (Array.isArray(value) && value.length > 1) {
		const first = value.findIndex((one) => typeof one === 'string');
		const advice = `Give one entry of it, for example {{ $json.names[${Math.max(first, 0)}] }}.`;
		throw unfit(scope, [field, value], 'is a list', advice);
	}
	const one = single(value);
	if (one === false) throw unfit(scope, [field, one], 'stands for a missing value', FALSE);
	const written = one instanceof Date && !isLost(one) ? one.toISOString() : one;
	const text = String(written ?? '').trim();
	if (!isLost(value) && !isLost(text)) return text;
	throw cannotTake(scope, field, value);
}

function cannotTake(scope: Given, field: string, value: unknown) {
	const message = `${field} cannot take '${shown(value)}'`;
	return wrongInput(scope, [field, value], message, lostAdvice(value));
}

/** The value as it is. `field` is what people call it. @throws NodeOperationError where it, or a part of it, cannot be sent */
export function sendable<T>(scope: Given, field: string, value: T): T {
	if (!isLost(value)) return value;
	const hasParts = typeof value === 'object' && value !== null && !('toJSON' in value);
	const lost = hasParts && Object.entries(value).find(([, part]) => isLost(part));
	if (lost) sendable(scope, `${field} > ${lost[0]}`, lost[1]);
	throw cannotTake(scope, field, value);
}

/** The JSON object of a parameter, given as an object or as text, empty when that is blank. n8n makes nothing of an expression that fails. */
export function jsonObject(scope: Given, field: string, value: unknown, path = field) {
	const parsed = typeof value === 'string' ? parsedJson(value.trim() || '{}') : asJson(value);
	const given: [string, unknown] = [field, value];
	if (!isObject(parsed)) {
		if (isBlank(value)) throw wrongInput(scope, given, `${field} has no value`, NOTHING);
		throw wrongInput(scope, given, `${field} is not a JSON object`, jsonAdvice(value));
	}
	const twice = keyTwiceIn(String(value));
	if (twice) throw wrongInput(scope, given, `${field} has ${twice} twice`, 'Give it once.');
	const raw = String(givenIn(scope.node.parameters, path));
	// No number is written 12.500: another node gave it as text.
	const isText = (one: string) =>
		hasTwoMeanings(one) &&
		((one.endsWith('0') && !raw.includes(one) && !raw.includes('toFixed(3)')) ||
			JSON.stringify(scope.input.json).includes(`"${one}"`));
	const number = FROM_DATA.test(raw) && String(value).match(TEXT_OR_NUMBER)?.find(isText);
	if (number) throw unfit(scope, [field, number], 'has two meanings', JSON_HOW);
	return parsed as IDataObject;
}

/** JSON with expressions in it: what is text in the item looks like a number there. */
const FROM_DATA = /^=\s*\{(?!\{)/;
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/gi;

const FALSE =
	"Odoo has false for nothing: filter such items out, or give nothing, for example {{ $json.name || '' }}.";
const NOTHING =
	'Its expression fails, or finds no value. Where there may be none, give {}: {{ $json.values ?? {} }}.';

/** The text, which is to name something. @throws NodeOperationError where it stands for a missing value, which the next row would share */
export function meaningful(scope: Given, field: string, text: string, isNone = isPlaceholder) {
	if (isNone === isPlaceholder && ESCAPED.test(text))
		throw unfit(scope, [field, text], 'is escaped for HTML', DECODE);
	if (!isNone(text)) return text;
	const advice = 'Correct it where it comes from, or leave such items out with a Filter node.';
	throw unfit(scope, [field, text], 'stands for a missing value', advice);
}

const ESCAPED = /&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/i;
const DECODE =
	'Decode it, such as {{ $json.name.replaceAll("&#39;", "\'").replaceAll("&amp;", "&") }}.';

/** The same of an ID of another system, which may have been put together; without characters that nobody sees. */
export function meaningfulId(scope: Given, field: string, text: string): string {
	return meaningful(scope, field, text, isHollowId).replace(/\p{Cf}/gu, '');
}

/** What is offered of that value, which may differ in case and outer blanks. @throws NodeOperationError where nothing is */
export function offeredOf(
	scope: Given,
	field: string,
	value: unknown,
	offered: INodePropertyOptions[],
): string {
	const found = offered.find((one) => sameName(String(one.value), String(value)));
	if (found) return String(found.value);
	throw notOffered(scope, [field, value], offered);
}

/** The error for a value that cannot be chosen, with what can. */
export function notOffered(
	scope: Pick<Given, 'itemIndex' | 'node'>,
	given: [field: string, value: unknown],
	offered: INodePropertyOptions[],
	how = 'or give one of these values by the expression',
) {
	const advice = `Choose one of the list, ${how}: ${named(offered)}.`;
	return unfit(scope, given, 'cannot be chosen', advice);
}

/** What can be chosen, as the node keeps it and as the editor shows it. */
export function named(offered: INodePropertyOptions[]): string {
	return offered.map(({ name, value }) => `${String(value)} (${name})`).join(', ');
}

/** How JSON is written into a parameter where it is made of data. */
const JSON_HOW =
	'For values of the input give an object, {{ { "key": $json.name } }}, or put a text in with {{ $json.name.toJsonString() }}.';

/** Why a parameter that should be a JSON object is none, in the words of the platform, and how to write it. */
export function jsonAdvice(value: unknown): string {
	const isList = Array.isArray(value) || (typeof value === 'string' && /^\s*\[/.test(value));
	if (isList) return `It is a list: give one object of it. ${JSON_HOW}`;
	if (typeof value !== 'string') return JSON_HOW;
	try {
		JSON.parse(value);
		return `It is not an object in { and }. ${JSON_HOW}`;
	} catch (error) {
		return `${(error as Error).message}. Names and texts stand in double quotes. ${JSON_HOW}`;
	}
}
