import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { isObject } from '../../api/shapes';
import { inOneText, isTool } from './toolWords';

/** What a person is told when the execution was stopped: the only message with n8n's word for it. */
export const STOPPED = 'The execution was canceled';

/** Of a message, a description or details, in characters: nobody reads more, and n8n stores, shows and logs it all. */
const LONGEST = 2_000;
/** Of a value that is shown, in characters. */
const LONGEST_VALUE = 60;
const LONGEST_TEXT = 1_000;

/**
 * The error as n8n gets it, from every node, tool, trigger and list of the editor. n8n takes an execution for a stopped one
 * where the message holds "canceled" or "cancelled": there the word is joined by a character that nobody sees (U+2060). In a
 * tool all of it is the message, as a model gets nothing else.
 */
export function asThrown<T extends Error>(error: T): T {
	const { message } = error;
	const { node, description, context } = error as Partial<NodeApiError>;
	const { details } = context ?? {};
	const isOneText = isTool(node) && message !== STOPPED;
	const text = isOneText ? inOneText(message, description) : message;
	return Object.assign(error, {
		message: message === STOPPED ? message : plain(text),
		...(description && { description: isOneText ? undefined : plain(description) }),
		...(isObject(details) && { context: { ...context, details: boundedDetails(details) } }),
	});
}

function plain(text: string): string {
	return shown(text.replace(/(cancel)(l?ed)/g, '$1\u2060$2'), LONGEST - 1);
}

/** The same of what work throws. */
export async function throwing<T>(work: Promise<T>): Promise<T> {
	return await work.catch((error: Error) => {
		throw asThrown(error);
	});
}

/** At most so many entries of each list, until all of it is short enough. Item indexes are kept whole: workflows run by them. */
export function boundedDetails(details: object): IDataObject {
	for (const most of [100, 30, 10, 3, 0, -1]) {
		const longest = most < 0 ? LONGEST_VALUE : LONGEST_TEXT;
		const made = shortened(details, Math.max(most, 0), longest) as IDataObject;
		const counted = Object.entries(made).filter(([, each]) => !isIndexes(each));
		if (JSON.stringify(Object.fromEntries(counted)).length <= LONGEST) return made;
	}
	return {};
}

function shortened(part: unknown, most: number, longest: number): unknown {
	if (typeof part === 'string') return shown(part, longest);
	if (Array.isArray(part) && !isIndexes(part))
		return part.slice(0, most).map((each) => shortened(each, most, longest));
	if (!isObject(part)) return part;
	const entries = Object.entries(part).map(([key, each]) => {
		if (key === 'value') return [key, shortValue(each)] as const;
		return [key, shortened(each, most, key === 'row' ? LONGEST_VALUE : longest)] as const;
	});
	return Object.fromEntries(entries);
}

/** A wrong value as it is, where it is short: workflows compare it. */
function shortValue(value: unknown): unknown {
	const text = shown(value, LONGEST_VALUE);
	return text === shown(value, Infinity) ? value : text;
}

const isIndexes = (part: unknown) =>
	Array.isArray(part) && part.every((each) => typeof each === 'number');
