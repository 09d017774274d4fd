import { decimalOf } from '../api/numbers';
import { parsedJson } from '../api/options';
import type { Exchange } from './exchange';

/** The same answer with the JSON that its text holds, if it does. */
export function withJson(answer: Exchange): Exchange {
	const { body } = answer;
	return typeof body === 'string' ? { ...answer, body: parsedJson(body) } : answer;
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
