import type { INode, INodeExecutionData } from 'n8n-workflow';
import { mapConcurrently } from '../../transport/concurrent';
import { atItem, errorItem } from '../../transport/errors';
import { hook, type CustomOperation } from '../../transport/routing';
import { scopesOfItems, type ItemScope } from '../../transport/scope';
import type { RowResult } from './results';
import { rowOf, type Row } from './rows';
import { stoppedBy } from './stopped';
import { keyOf, placeOf, upsertRows, type RowFailure, type UpsertSettings } from './upsert';

const CONCURRENT_TABLES = 8;

/** The rows of the input that go to the same table of the same contract, with the scope of the first of them. */
interface Group {
	scope: ItemScope;
	rows: Row[];
}

/** All input items, grouped by contract and custom object: one PUT per group, one result per item, in order (D14). */
export const upsertAllItems: CustomOperation = async function (this) {
	const continueOnFail = this.continueOnFail();
	const { groups, failures } = await groupsOf(await scopesOfItems(this));
	const outcomes: Array<RowFailure | RowResult> = failures;
	const write = async ({ scope, rows }: Group) => {
		const settings = { ...settingsOf(scope), continueOnFail };
		const written = await upsertRows(scope, rows, settings).catch((error: Error) =>
			allFailed(rows, error),
		);
		outcomes.push(...written);
		if (!continueOnFail) throwFirst(written);
	};
	try {
		if (!continueOnFail) throwFirst(failures);
		await mapConcurrently(groups, CONCURRENT_TABLES, write);
	} catch (error) {
		const rows = groups.flatMap((group) => group.rows);
		throw stoppedBy(error as Error, outcomes, { rows, count: this.getInputData().length });
	}
	return [outcomes.toSorted((a, b) => a.itemIndex - b.itemIndex).map(itemOf(this.getNode()))];
};

/** One input item, one PUT: where the node is a tool, which sees one item at a time. */
export const upsertOneItem = hook(async (scope) => {
	const row = await rowOf(scope);
	const settings = { ...settingsOf(scope), continueOnFail: false };
	const outcomes = await upsertRows(scope, [row], settings);
	throwFirst(outcomes);
	return outcomes.map(itemOf(scope.node));
});

async function groupsOf(scopes: ItemScope[]): Promise<{ groups: Group[]; failures: RowFailure[] }> {
	const groups = new Map<string, Group>();
	const failures: RowFailure[] = [];
	for (const scope of scopes) {
		try {
			const key = keyOf(placeOf(scope));
			const row = await rowOf(scope);
			const known = groups.get(key);
			if (known) known.rows.push(row);
			else groups.set(key, { scope, rows: [row] });
		} catch (error) {
			failures.push({ itemIndex: scope.itemIndex, error: error as Error });
		}
	}
	return { groups: [...groups.values()], failures };
}

function settingsOf(scope: ItemScope): Omit<UpsertSettings, 'continueOnFail'> {
	return {
		// Any value but this one keeps them, as does what the editor saved before there were two.
		keepsOthers: scope.parameter<string>('options.otherRows', 'keep') !== 'omit',
		recordsPerRequest: Number(scope.parameter<unknown>('options.recordsPerRequest', 0)) || 0,
	};
}

function allFailed(rows: Row[], error: Error): RowFailure[] {
	return rows.map(({ itemIndex }) => ({ itemIndex, error }));
}

function throwFirst(outcomes: Array<RowFailure | RowResult>): void {
	const failed = outcomes.filter((outcome) => 'error' in outcome);
	const first = failed.toSorted((a, b) => a.itemIndex - b.itemIndex)[0];
	if (first) throw atItem(first.error, first.itemIndex);
}

function itemOf(node: INode) {
	return (outcome: RowFailure | RowResult): INodeExecutionData => {
		const { itemIndex } = outcome;
		if ('error' in outcome) return errorItem(outcome.error, itemIndex, node);
		return { json: outcome.json, pairedItem: { item: itemIndex } };
	};
}
