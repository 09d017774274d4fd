import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { shown } from '../api/fieldProblems';
import type { Ended } from './errorItem';
import { contextOf } from '../transport/errors/requestError';
import { keptIn } from '../transport/memory';
import type { ItemScope } from './scope';

/** By n8n's order to run the node: each run has one of its own, which Retry On Fail gives to all its tries. */
const executedBy = keptIn(new WeakMap<object, Map<unknown, unknown>>(), () => new Map());

/** What this run of the node has executed, or may have, by the item's key: Retry On Fail does not send it a second time. */
export function executedBefore<T>(context: ItemScope['context']): Map<unknown, T> {
	return executedBy(context.getExecuteData() ?? context) as Map<unknown, T>;
}

/** What became of the items that had ended when an operation that writes was stopped by one that failed, by index. */
type Progress = ReturnType<typeof progressOf>;

function progressOf(ended: Ended[]) {
	const indexes = (isOne: (error: Error | undefined) => boolean) =>
		ended.filter(({ error }) => isOne(error)).map(({ itemIndex }) => itemIndex);
	return {
		executedItems: indexes((error) => !error),
		failedItems: indexes(Boolean),
		unknownItems: indexes((error) => contextOf(error).outcome === 'unknown'),
	};
}

/** How many input items there are, and what it means for executed ones to be run again, as a sentence for people. */
interface Run {
	count: number;
	isRead?: boolean;
	again?: string;
}

/**
 * Says in the error of an item how many `items` there were, and of those that write what was executed all the same: in the
 * description for people, and as `executedItems`, `unknownItems` and `failedItems` in the details.
 */
export function withProgress<T extends Error>(
	error: T,
	itemIndex: number,
	ended: Ended[],
	run: Run,
): T {
	const { description, context } = error as Partial<NodeApiError>;
	const progress = progressOf(ended);
	const messages = new Map(ended.map(({ itemIndex, error: each }) => [itemIndex, each?.message]));
	const more = sentences(itemIndex, progress, run, messages).filter(Boolean).join(' ');
	// Beyond 2,000 characters all of it is cut off, however long the refusal is.
	const told = [shown(description ?? '', Math.max(1_900 - more.length, 500)), more];
	const items = { ...(!run.isRead && progress), items: run.count };
	return Object.assign(error, {
		description: told.filter(Boolean).join(' '),
		context: { ...context, details: { ...(context?.details as IDataObject), ...items } },
	});
}

const BY_THEN = 'items had been executed by then';

function sentences(
	itemIndex: number,
	{ executedItems, failedItems, unknownItems }: Progress,
	{ count, again, isRead }: Run,
	messages: Map<number, string | undefined>,
) {
	if (count === 1 || isRead) return [];
	const besides = (indexes: number[]) => indexes.filter((index) => index !== itemIndex);
	const unknown = besides(unknownItems);
	const others = besides(failedItems).filter((index) => !unknown.includes(index));
	const none = unknownItems.length > 0 ? 'No other item is known to be' : 'No item was';
	return [
		...(executedItems.length > 0
			? [`${executedItems.length} of ${count} ${BY_THEN}: ${itemsText(executedItems)}.`, again]
			: [`${none} executed.`]),
		unknown.length > 0 && `It is not known whether ${itemsText(unknown)} had been executed, too.`,
		others.length > 0 && `What fails, too: ${failuresText(others, messages)}`,
	];
}

/** So many reasons are told: three bad rows of 300 are mended at once. */
const MOST_REASONS = 10;

/** `item 7: Field 'Fee' cannot take 'x'. items 9-11: …` */
function failuresText(indexes: number[], messages: Map<number, string | undefined>): string {
	const byReason = new Map<string, number[]>();
	const alike = keptIn(byReason, (): number[] => []);
	for (const index of indexes) {
		const reason = shown(messages.get(index), 140).replace(/\.?$/, '.');
		alike(reason).push(index);
	}
	const told = [...byReason].slice(0, MOST_REASONS);
	const more = [...byReason.values()].slice(MOST_REASONS).flat();
	return [
		...told.map(([reason, items]) => `${itemsText(items)}: ${reason}`),
		...(more.length > 0 ? [`And ${itemsText(more.toSorted((a, b) => a - b))}.`] : []),
	].join(' ');
}

const MOST_RANGES = 20;

/** `items 0-11 and 13`, of indexes in ascending order. */
export function itemsText(indexes: number[]): string {
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
