import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { contextOf } from './errors/requestError';

/** How far an operation that writes had come when it was stopped by an item that failed. Items are given by index. */
export interface Progress {
	/** How many input items there are. */
	count: number;
	executed: number[];
	/** Whether these were executed nobody knows. */
	unknown: number[];
	/** Every item with an error. */
	failed: number[];
	/** What it means for the executed ones to be run again, as a sentence for people. */
	again?: string;
}

/** What became of the items that have ended. `error` is that of one that failed. */
export function progressOf(
	ended: Array<{ itemIndex: number; error?: Error }>,
	{ count, again }: Pick<Progress, 'again' | 'count'>,
): Progress {
	const of = (isOne: (error: Error | undefined) => boolean) =>
		ended.filter(({ error }) => isOne(error)).map(({ itemIndex }) => itemIndex);
	return {
		count,
		again,
		executed: of((error) => !error),
		failed: of(Boolean),
		unknown: of((error) => contextOf(error).outcome === 'unknown'),
	};
}

/**
 * Says in the error what was executed all the same: in the description for people, and as `executedItems`,
 * `unknownItems` and `failedItems` in the details.
 */
export function withProgress<T extends Error>(error: T, itemIndex: number, progress: Progress): T {
	const { description, context } = error as Partial<NodeApiError>;
	const { executed, unknown, failed } = progress;
	const told = [description, ...sentences(itemIndex, progress)];
	const items = { executedItems: executed, unknownItems: unknown, failedItems: failed };
	return Object.assign(error, {
		description: told.filter(Boolean).join(' '),
		context: { ...context, details: { ...(context?.details as IDataObject), ...items } },
	});
}

function sentences(itemIndex: number, { count, executed, again, ...items }: Progress) {
	if (count === 1) return [];
	const besides = (indexes: number[]) => indexes.filter((index) => index !== itemIndex);
	const unknown = besides(items.unknown);
	const others = besides(items.failed).filter((index) => !unknown.includes(index));
	const none = items.unknown.length > 0 ? 'No other item is known to be' : 'No item was';
	return [
		...(executed.length > 0
			? [
					`${executed.length} of ${count} items had been executed by then: ${itemsText(executed)}.`,
					again,
				]
			: [`${none} executed.`]),
		unknown.length > 0 && `It is not known whether ${itemsText(unknown)} had been executed, too.`,
		others.length > 0 && `What fails, too: ${itemsText(others)}.`,
	];
}

/** So many ranges are named. */
const MOST_RANGES = 20;

/** `items 0-11 and 13`, of indexes in ascending order. */
function itemsText(indexes: number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range?.[1] === index - 1) range[1] = index;
		else ranges.push([index, index]);
	}
	const others = ranges.splice(MOST_RANGES);
	const more = others.reduce((sum, [first, last]) => sum + last - first + 1, 0);
	const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
	if (more > 0) texts.push(`${more} more`);
	// In British English no comma goes before the "and".
	const listed = new Intl.ListFormat('en-GB').format(texts);
	return `${indexes.length > 1 ? 'items' : 'item'} ${listed}`;
}
