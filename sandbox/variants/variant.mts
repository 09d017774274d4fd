import type { Answer, Call, Shape } from '../http/operation.mts';
import type { ErrorBody } from '../schemas/error.mts';

/** One alternative that the node has to accept where the specification says "not shown". */
export interface Variant {
	name: string;
	/** What the service does differently. */
	summary: string;
	/** The answers that `apply` changes. Without them the variant is asked for where the behaviour is. */
	shapes?: readonly Shape[];
	apply?(answer: Answer, call: Call): Answer;
	/** Changes the body of errors. */
	changeError?(body: ErrorBody): ErrorBody;
}

export const PAGES = ['contractPage', 'counterpartyPage', 'clausePage'] as const;
export const CONTRACTS = [
	'contract',
	'contractPage',
	'contractCreated',
	'contractPatched',
] as const;

/** Any JSON of an answer. A variant makes shapes that no type describes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

/** A variant that replaces the JSON body of some answers; files and empty answers stay as they are. */
export function reshape(
	name: string,
	summary: string,
	shapes: Variant['shapes'],
	change: (body: Json) => Json,
): Variant {
	return {
		name,
		summary,
		shapes,
		apply: (answer) => (isJson(answer.body) ? { ...answer, body: change(answer.body) } : answer),
	};
}

function isJson(body: unknown): boolean {
	return body !== undefined && !Buffer.isBuffer(body);
}

/** A variant that other code asks for with `variants.has(name)`. */
export function behaviour(name: string, summary: string): Variant {
	return { name, summary };
}

/** The same JSON with every string that `change` knows replaced. */
export function mapStrings(value: Json, change: (text: string) => string): Json {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
	if (typeof value !== 'object' || value === null) return value;
	return mapValues(value, (property) => mapStrings(property, change));
}

export function mapValues(object: object, change: (value: Json, key: string) => Json): Json {
	return Object.fromEntries(
		Object.entries(object).map(([key, value]) => [key, change(value, key)]),
	);
}

export function without(object: object, ...keys: string[]): Json {
	return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
