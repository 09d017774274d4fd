import { mapConcurrently } from '../../transport/concurrent';
import { itemsOf, type Ended } from '../../node/errorItem';
import { atItem, contextOf } from '../../transport/errors/requestError';
import { asThrown } from '../../transport/errors/thrown';
import type { ApiRequest } from '../../transport/exchange';
import type { Ids } from '../../node/path';
import { executedBefore, withProgress } from '../../node/progress';
import type { CustomOperation } from '../../node/routing';
import type { ItemScope } from '../../node/scope';
import { contractLocator, customObjectLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import type { Row } from './rows';
import { recordFields, upsertOptions } from './upsert.fields';
import { groupOf, groupsOf, upsertRows, type Group } from './upsertRows';

const CONCURRENT_TABLES = 8;

const REPEATED =
	'Running this again creates their rows a second time: leave these items out, or choose fields to match on first.';
const HARMLESS = 'Running this again does no harm: existing records are found and updated.';

export const upsert: Operation = {
	name: 'Create or Update',
	action: "Write rows of a contract's dynamic table",
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	request: { method: 'PUT', url: '/custom-objects/{customObjectId}/contract/{contractId}/records' },
	fields: [customObjectLocator, contractLocator, recordFields],
	options: upsertOptions,
	items: "{action: 'created' | 'updated' | 'unchanged', ...customObjectRecord.getAll}",
	isShort: true,
	run: writeOne,
	runAll: writeAll,
};

/** One input item, one PUT: where the node is a tool, which sees one item at a time. */
async function writeOne(scope: ItemScope, asked: ApiRequest, ids: Ids) {
	const outcomes = await upsertRows(await groupOf(scope, asked, ids));
	throwFirst(outcomes);
	return outcomes.flatMap((outcome) => itemsOf(outcome, scope));
}

/**
 * All input items, grouped by API key, contract and custom object: one PUT per group, one result per item, in order.
 * What an earlier try of Retry On Fail has written is given as it was then.
 */
function writeAll(declared: ApiRequest): CustomOperation {
	return async function (this) {
		const continueOnFail = this.continueOnFail();
		const { groups, failures } = await groupsOf(this, declared);
		const executed = executedBefore<Ended>(this);
		const outcomes = new Map<number, Ended>([...failures, ...executed]);
		const inputs = this.getInputData();
		const inOrder = () => inputs.flatMap((_input, itemIndex) => outcomes.get(itemIndex) ?? []);
		const write = async (group: Group) => {
			const rows = group.rows.filter(({ itemIndex }) => !executed.has(itemIndex));
			if (rows.length === 0) return;
			// What an earlier try has written is to stay, too.
			const keepsOthers = group.settings.keepsOthers || rows.length < group.rows.length;
			const settings = { ...group.settings, keepsOthers };
			const written = await upsertRows({ ...group, rows, settings }).catch(
				(error: Error): Ended[] => rows.map(({ itemIndex }) => ({ itemIndex, error })),
			);
			for (const row of written) {
				outcomes.set(row.itemIndex, row);
				if (row.items) executed.set(row.itemIndex, row);
			}
			if (!continueOnFail && written.some(({ error }) => error)) throwFirst(inOrder());
		};
		try {
			if (!continueOnFail) throwFirst(inOrder());
			await mapConcurrently(groups, CONCURRENT_TABLES, write);
		} catch (error) {
			const rows = groups.flatMap((group) => group.rows);
			throw stoppedBy(error as Error, inOrder(), rows, inputs.length);
		}
		const node = this.getNode();
		return [inOrder().flatMap((row) => itemsOf(row, { node, input: inputs[row.itemIndex] }))];
	};
}

/** The error of a row that ends the node, which says what has been written by then, and whether running again repeats it. */
function stoppedBy(error: Error, outcomes: Ended[], rows: Row[], count: number): Error {
	const isRepeated =
		outcomes.some(({ items }) => items?.[0].json.action === 'created') &&
		rows.some(({ matchBy }) => matchBy.length === 0);
	const again = isRepeated ? REPEATED : HARMLESS;
	const itemIndex = Number(contextOf(error).itemIndex);
	return asThrown(withProgress(error, itemIndex, outcomes, { count, again }));
}

function throwFirst(outcomes: Ended[]): void {
	const first = outcomes.find(({ error }) => error);
	if (first) throw atItem(first.error, first.itemIndex);
}
