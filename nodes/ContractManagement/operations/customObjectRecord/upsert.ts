import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { recordPathOf } from '../../api/effects';
import { isBlank } from '../../api/options';
import { mapConcurrently } from '../../transport/concurrent';
import { errorItem } from '../../transport/errors/errorItem';
import { atItem } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { executedBefore } from '../../transport/executedBefore';
import type { Ids } from '../../transport/path';
import { onItem, type CustomOperation } from '../../transport/routing';
import { itemScopes, type ItemScope } from '../../transport/scope';
import { contractLocator, customObjectLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { assertOffered } from '../shared/offered';
import { wholeNumber } from '../shared/parameters';
import type { RowFailure, RowOutcome, RowResult } from './results';
import { rowOf } from './rows';
import { stoppedBy } from './stopped';
import { recordFields, upsertOptions } from './upsert.fields';
import { upsertRows, type Group } from './upsertRows';

const CONCURRENT_TABLES = 8;

export const upsert: Operation = {
	name: 'Create or Update',
	action: 'Create or update records of contract',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	request: {
		method: 'PUT',
		url: '/custom-objects/{customObjectId}/contract/{contractId}/records',
	},
	fields: [customObjectLocator, contractLocator, recordFields],
	options: upsertOptions,
	items: "{action: 'created' | 'updated', ...customObjectRecord.getAll}",
	isShort: true,
	run: writeOne,
	runAll: writeAll,
};

/** One input item, one PUT: where the node is a tool, which sees one item at a time. */
async function writeOne(scope: ItemScope, asked: ApiRequest, ids: Ids) {
	const outcomes = await upsertRows(await groupOf(scope, asked, ids));
	throwFirst(outcomes);
	return outcomes.map(itemOf(scope.node, []));
}

/**
 * All input items, grouped by API key, contract and custom object: one PUT per group, one result per item, in order.
 * What an earlier try of Retry On Fail has written is given as it was then.
 */
function writeAll(declared: ApiRequest): CustomOperation {
	return async function (this) {
		const continueOnFail = this.continueOnFail();
		const { groups, failures } = await groupsOf(this, declared);
		const executed = executedBefore<RowResult>(this);
		const isOpen = ({ itemIndex }: { itemIndex: number }) => !executed.has(itemIndex);
		const outcomes: RowOutcome[] = [...executed.values(), ...failures.filter(isOpen)];
		const write = async (group: Group) => {
			const rows = group.rows.filter(isOpen);
			if (rows.length === 0) return;
			// What an earlier try has written is to stay, too.
			const keepsOthers = group.settings.keepsOthers || rows.length < group.rows.length;
			const settings = { ...group.settings, keepsOthers };
			const written = await upsertRows({ ...group, rows, settings }).catch((error: Error) =>
				rows.map(({ itemIndex }) => ({ itemIndex, error })),
			);
			outcomes.push(...written);
			for (const row of written) if ('json' in row) executed.set(row.itemIndex, row);
			if (!continueOnFail) throwFirst(written);
		};
		const inputs = this.getInputData();
		try {
			if (!continueOnFail) throwFirst(outcomes);
			await mapConcurrently(groups, CONCURRENT_TABLES, write);
		} catch (error) {
			const rows = groups.flatMap((group) => group.rows);
			throw stoppedBy(error as Error, inOrder(outcomes), { rows, count: inputs.length });
		}
		return [inOrder(outcomes).map(itemOf(this.getNode(), inputs))];
	};
}

async function groupOf(
	scope: ItemScope,
	{ path }: ApiRequest,
	{ customObjectId, contractId }: Ids,
): Promise<Group> {
	assertOffered(scope, upsertOptions, 'options.');
	const perRequest = scope.parameter<unknown>('options.recordsPerRequest', 0);
	const settings = {
		// Any value but this one keeps them, as does what the editor saved before there were two.
		keepsOthers: scope.parameter<string>('options.otherRows', 'keep') !== 'omit',
		recordsPerRequest: isBlank(perRequest)
			? 0
			: wholeNumber(scope, 'Records per Request', perRequest, 0),
		continueOnFail: scope.context.continueOnFail(),
	};
	const rows = [await rowOf(scope, customObjectId)];
	return { scope, path, place: { customObjectId, contractId }, rows, settings };
}

async function groupsOf(context: IExecuteFunctions, declared: ApiRequest) {
	const scopeOf = itemScopes(context);
	const found = await Promise.allSettled(
		context.getInputData().map(async (_item, itemIndex) => {
			return await onItem(groupOf, await scopeOf(itemIndex), declared);
		}),
	);
	const groups = new Map<string, Group>();
	const failures: RowFailure[] = [];
	for (const [itemIndex, one] of found.entries()) {
		if (one.status === 'rejected') {
			failures.push({ itemIndex, error: one.reason as Error });
			continue;
		}
		const { scope, rows, settings } = one.value;
		const key = `${scope.connection.account} ${recordPathOf(one.value)}`;
		const known = groups.get(key);
		if (known) {
			known.rows.push(...rows);
			// Other rows go only where all items say so.
			known.settings.keepsOthers ||= settings.keepsOthers;
		} else groups.set(key, one.value);
	}
	return { groups: [...groups.values()], failures };
}

function throwFirst(outcomes: RowOutcome[]): void {
	const first = inOrder(outcomes).find((outcome) => 'error' in outcome);
	if (first) throw atItem(first.error, first.itemIndex);
}

function inOrder(outcomes: RowOutcome[]): RowOutcome[] {
	return outcomes.toSorted((a, b) => a.itemIndex - b.itemIndex);
}

function itemOf(node: INode, inputs: INodeExecutionData[]) {
	return (outcome: RowOutcome): INodeExecutionData => {
		const { itemIndex } = outcome;
		if ('error' in outcome) {
			return errorItem(outcome.error, { node, itemIndex, input: inputs[itemIndex] });
		}
		return { json: outcome.json, pairedItem: { item: itemIndex } };
	};
}
