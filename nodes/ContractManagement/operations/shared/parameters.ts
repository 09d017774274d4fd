import type { IDataObject } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { isBlank, isLost, lostAdvice, parsedJson } from '../../api/options';
import { hasTwoMeanings } from '../../api/numbers';
import { jsonAdvice } from '../../api/jsonFaults';
import { asJson, isObject } from '../../api/shapes';
import { seen, single } from '../../api/texts';
import { unfit, wrongInput } from '../../transport/errors/requestError';
import type { ItemScope } from '../../transport/scope';
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

/** The same where there has to be one. `description` says what to give. */
export function requiredText(
	scope: ItemScope,
	name: string,
	description: string,
	field = labelOf(name),
): string {
	const value = scope.parameter<unknown>(name, '');
	const text = textOf(scope, field, value);
	if (text !== '') return text;
	throw wrongInput(scope, [field, value], `${field} is empty`, description);
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
	return parsed as IDataObject;
}

const NOTHING =
	'Its expression fails, or finds no value. Where there may be none, let it give {}, for example {{ $json.values ?? {} }}.';
