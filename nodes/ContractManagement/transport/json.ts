import { decimalOf } from '../api/coercion';
import { parsedJson } from '../api/options';
import type { Exchange } from './exchange';

/** The same answer with the JSON that its text holds, if it does. Whole numbers that JavaScript would round are text. */
export function withJson(answer: Exchange): Exchange {
	const text = answer.body;
	if (typeof text !== 'string') return answer;
	const body = parsedJson(text);
	const found = { isTooDeep: false, isRounded: false };
	lookInto(body, MAX_LEVELS, found);
	if (found.isTooDeep) return { ...answer, reason: 'JSON that is nested without end' };
	return { ...answer, body: found.isRounded ? JSON.parse(text, unrounded) : body };
}

/** The first number of a JSON text that JavaScript would round, as it is written there. */
export function roundedIn(json: string): string | undefined {
	let rounded: string | undefined;
	JSON.parse(json, (_key, value: unknown, context?: { source?: string }) => {
		const source = context?.source;
		if (typeof value !== 'number' || source === undefined) return value;
		if (decimalOf(source) !== decimalOf(String(value))) rounded ??= source;
		return value;
	});
	return rounded;
}

/** n8n copies items level by level; nothing of the API has more than a few dozen. */
const MAX_LEVELS = 200;

// Every page of every list is looked into: without a copy of what an object holds it takes a third of the time.
function lookInto(
	value: unknown,
	levels: number,
	found: { isTooDeep: boolean; isRounded: boolean },
): void {
	if (isRounded(value)) found.isRounded = true;
	if (typeof value !== 'object' || value === null) return;
	if (levels === 0) {
		found.isTooDeep = true;
	} else if (Array.isArray(value)) {
		for (const part of value) lookInto(part, levels - 1, found);
	} else {
		for (const key in value) lookInto(value[key as keyof typeof value], levels - 1, found);
	}
}

function isRounded(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

// Without `context`, which Node.js has since version 21, they are rounded.
function unrounded(_key: string, value: unknown, context?: { source?: string }): unknown {
	const source = String(context?.source);
	return isRounded(value) && /^-?\d+$/.test(source) ? source : value;
}
