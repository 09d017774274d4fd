import { decimalOf } from '../api/numbers';
import { parsedJson } from '../api/options';
import type { Exchange } from './exchange';

/** The same answer with the JSON that its text holds, if it does. Whole numbers that JavaScript would round are text. */
export function withJson(answer: Exchange): Exchange {
	const text = answer.body;
	if (typeof text !== 'string') return answer;
	const body = parsedJson(text);
	if (isDeeper(body, MAX_LEVELS)) return { ...answer, reason: 'JSON that is nested without end' };
	// To look at every number as it is written takes several times as long.
	const mayBeRounded = body !== text && LONG_NUMBER.test(text);
	return { ...answer, body: mayBeRounded ? JSON.parse(text, unrounded) : body };
}

/** So many digits may be more than JavaScript counts to. */
const LONG_NUMBER = /\d{16}/;

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
function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	if (Array.isArray(value)) return value.some((part) => isDeeper(part, levels - 1));
	for (const key in value) if (isDeeper(value[key as keyof object], levels - 1)) return true;
	return false;
}

// Without `context`, which Node.js has since version 21, they are rounded.
function unrounded(_key: string, value: unknown, context?: { source?: string }): unknown {
	const source = String(context?.source);
	const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
	return isRounded && /^-?\d+$/.test(source) ? source : value;
}
