import type { IDataObject } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { isBlank, isLost, lostAdvice, parsedJson } from '../../api/options';
import { hasTwoMeanings } from '../../api/numbers';
import { isHollowId, isPlaceholder } from '../../api/placeholders';
import { asJson, isObject, keyTwiceIn } from '../../api/shapes';
import { seen, single } from '../../api/texts';
import { unfit, wrongInput } from '../../transport/errors/requestError';
import { gaveNothing } from '../../node/path';
import type { ItemScope } from '../../node/scope';
import { labelOf } from './fields';

/** The error for Update Fields without any; `example` is one of them. */
export function nothingToUpdate(scope: ItemScope, example: string, more = '') {
	const advice = `Choose Add Field under Update Fields, for example ${example}, and enter its value.${more}`;
	return wrongInput(scope, ['Update Fields'], 'Nothing to update', advice);
}

/** A text without outer blanks; empty where nothing is given. `field` is what the editor calls it. */
export function textParameter(scope: ItemScope, name: string, field = labelOf(name)): string {
	return textOf(scope, field, scope.parameter<unknown>(name, ''));
}

/** The same of a value that has been read. @throws NodeOperationError where an expression came to no text */
export function textOf(scope: ItemScope, field: string, value: unknown): string {
	if (Array.isArray(value) && value.length > 1) {
		const advice = 'Give one entry of it, for example {{ $json.names[0] }}.';
		throw unfit(scope, [field, value], 'is a list', advice);
	}
	const one = single(value);
	const written = one instanceof Date && !isLost(one) ? one.toISOString() : one;
	const text = String(written ?? '').trim();
	if (!isLost(value) && !isLost(text)) return text;
	throw cannotTake(scope, field, value);
}

function cannotTake(scope: ItemScope, field: string, value: unknown) {
	const message = `${field} cannot take '${shown(value)}'`;
	return wrongInput(scope, [field, value], message, lostAdvice(value));
}

/** The value as it is. `field` is what people call it. @throws NodeOperationError where it, or a part of it, cannot be sent */
export function sendable<T>(scope: ItemScope, field: string, value: T): T {
	if (!isLost(value)) return value;
	const hasParts = typeof value === 'object' && value !== null && !('toJSON' in value);
	const lost = hasParts && Object.entries(value).find(([, part]) => isLost(part));
	if (lost) sendable(scope, `${field} > ${lost[0]}`, lost[1]);
	throw cannotTake(scope, field, value);
}

/** The same where there has to be one. `fix` says what to give. */
export function requiredText(scope: ItemScope, name: string, fix: string, field = labelOf(name)) {
	const value = scope.parameter<unknown>(name, '');
	const text = textOf(scope, field, value);
	if (text !== '') return text;
	const nothing = gaveNothing(scope, name, value);
	const message = `${field} is empty: ${nothing ? 'correct its expression, which gave nothing' : 'give it a value'}`;
	throw wrongInput(scope, [field, value], message, nothing + fix);
}

/** A number of at least `minimum`; the fallback where nothing is given. */
export function numberOf(
	scope: ItemScope,
	[field, value]: [field: string, value: unknown],
	{ minimum = 0, fallback = NaN, kind = 'whole number' } = {},
): number {
	const one = seen(single(value));
	const isNumber = typeof one === 'number' || typeof one === 'string';
	const given = isNumber && !hasTwoMeanings(one) ? Number(one) : NaN;
	const number = isBlank(value) ? fallback : given;
	const isWhole = kind === 'number' || Number.isInteger(number);
	if (number >= minimum && number < Infinity && isWhole) return number;
	const is = `is not a ${kind} of at least ${minimum}`;
	throw unfit(scope, [field, value], is, 'Give a number such as 30.');
}

/** The JSON object of a parameter, given as an object or as text, empty when that is blank. n8n makes nothing of an expression that fails. */
export function jsonObject(scope: ItemScope, field: string, value: unknown): IDataObject {
	const parsed = typeof value === 'string' ? parsedJson(value.trim() || '{}') : asJson(value);
	if (!isObject(parsed)) {
		const given: [string, unknown] = [field, value];
		if (isBlank(value)) throw wrongInput(scope, given, `${field} has no value`, NOTHING);
		throw wrongInput(scope, given, `${field} is not a JSON object`, jsonAdvice(value));
	}
	const twice = keyTwiceIn(String(value));
	if (twice)
		throw wrongInput(scope, [field, value], `${field} has ${twice} twice`, 'Give it once.');
	return parsed as IDataObject;
}

const NOTHING =
	'Its expression fails, or finds no value. Where there may be none, let it give {}, for example {{ $json.values ?? {} }}.';

/** The text, which is to name something. @throws NodeOperationError where it stands for a missing value, which the next row would share */
export function meaningful(scope: ItemScope, field: string, text: string, isNone = isPlaceholder) {
	if (!isNone(text)) return text;
	const advice =
		'Correct it where it comes from, or leave out items that have none, for example with a Filter node.';
	throw unfit(scope, [field, text], 'stands for a missing value', advice);
}

/** The same of an ID of another system, which may have been put together; without characters that nobody sees. */
export function meaningfulId(scope: ItemScope, field: string, text: string): string {
	return meaningful(scope, field, text, isHollowId).replace(/\p{Cf}/gu, '');
}

/** The JSON object of Additional Body, of which a name is one. */
export function additionalBodyOf(scope: ItemScope, value: unknown) {
	const body = sendable(scope, 'Additional Body', jsonObject(scope, 'Additional Body', value));
	for (const each of [body, body.counterparty].filter(isObject))
		if (typeof each.name === 'string') meaningful(scope, 'Additional Body > name', each.name);
	return body;
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
