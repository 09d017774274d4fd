import { NodeOperationError, type INode, type INodeExecutionData } from 'n8n-workflow';
import { NOT_BEGUN } from '../transport/canceled';
import { mapConcurrently } from '../transport/concurrent';
import { connections } from '../transport/connection';
import { copyOf, statusOf } from '../transport/errors/requestError';
import { asThrown } from '../transport/errors/thrown';
import { hint, saidIn } from '../transport/hint';
import { keptIn } from '../transport/memory';
import { isInconclusive } from '../transport/retry';
import { asNodeError, errorItem } from './errorItem';
import { ItemRun } from './itemRun';
import { executedBefore, itemsText, withProgress } from './progress';
import { batching, connectOptions } from './requestOptions';
import { HARMLESS, type Runnable } from './runnable';
import type { Given } from './scope';
import { toolAnswer } from './toolOutput';

/** Items that are checked or sent at the same time; the gate lets fewer requests through. */
const CONCURRENT_ITEMS = 100;

/**
 * Runs an operation for input items, of a workflow or the one of a tool: each is checked before the first one is sent,
 * several at the same time, and the results are in the order of the items. Unless the node continues on fail, one that is
 * refused keeps all from being sent, and once one has failed nothing is begun any more; writes that are under way are let
 * finish, as nobody would know what became of them. What an earlier try of Retry On Fail has executed is given as it was
 * then; what it may have executed is looked up, and not sent again.
 * @throws the first failure, which says of writes what was executed all the same
 */
export async function runItems(items: Given[], operation: Runnable): Promise<INodeExecutionData[]> {
	const [{ context, node }] = items;
	const connectionAt = connections(context);
	const connectionOf = async (item: Given) =>
		await connectionAt(connectOptions(item), item.itemIndex);
	const stop = new AbortController();
	const executed = operation.writes
		? executedBefore<Error | ItemRun>(context)
		: new Map<unknown, ItemRun>();
	const runs = items.map((item) => {
		const before = executed.get(item.key);
		if (!(before instanceof ItemRun)) return new ItemRun(item, stop.signal, before);
		// n8n shows the hints of the last try only.
		for (const told of saidIn(before.item.context)) hint(context, told);
		return before;
	});
	const open = runs.filter((run) => !run.items);
	const endsAt = (some: ItemRun[]) =>
		context.continueOnFail() ? undefined : some.find(({ error }) => error);
	const check = operation.checkOf?.(node.parameters);
	let isAway = false;
	await mapConcurrently(open, CONCURRENT_ITEMS, async (run) => {
		if (!isAway) await run.check(connectionOf, operation, check);
		// The service would let each of the others wait as long.
		const status = statusOf(endsAt([run])?.error) ?? 200;
		isAway ||= [0, 401, 429].includes(status) || isInconclusive(status);
	});
	refuseTwice(runs);
	const failed = endsAt(open) ?? (await sendAll(runs, stop, endsAt));
	for (const { item, known } of open) if (known) executed.set(item.key, known);
	if (failed) throw stopped(node, failed, runs, operation);
	const given = runs.flatMap((run, i) => run.items ?? errorItem(run.error, items[i]));
	return toolAnswer(items[0], given);
}

/** Two items that would write one thing are refused before the first byte, unless an order is meant (updates, rows). */
function refuseTwice(runs: ItemRun[]): void {
	for (const same of alike(runs, ({ prepared }) => prepared?.once?.key)) {
		const items = itemsText(same.map(({ itemIndex }) => itemIndex));
		if (same.length > 1) for (const run of same) run.refuse(items);
	}
}

/** Those that have the same key, where they have one. */
function alike(runs: ItemRun[], keyOf: (run: ItemRun) => unknown): ItemRun[][] {
	const byKey = new Map<unknown, ItemRun[]>();
	const sameAs = keptIn(byKey, (): ItemRun[] => []);
	for (const run of runs) sameAs(keyOf(run)).push(run);
	byKey.delete(undefined);
	return [...byKey.values()];
}

/** Sends what is to be sent, and answers the one that stopped it, if any. */
async function sendAll(
	runs: ItemRun[],
	stop: AbortController,
	endsAt: (runs: ItemRun[]) => ItemRun | undefined,
): Promise<ItemRun | undefined> {
	const wait = batching(runs[0].item);
	let failed: ItemRun | undefined;
	const groups = alike(runs, (run) => run.prepared && (run.prepared.together?.key ?? run));
	await mapConcurrently(groups, CONCURRENT_ITEMS, async (group) => {
		const open = group.filter(({ items, error }) => !items && !error);
		if (failed || open.length === 0) return;
		const [first] = open;
		const isPart = () =>
			open.every(({ prepared }) => prepared?.mayRepeat) &&
			runs.some(({ error, path }) => error && path === first.path);
		if (first.prepared?.together) await sendTogether(open, open.length < group.length || isPart());
		else
			await first.send(async () => await wait(runs.length > 1 ? first.itemIndex : 0, first.signal));
		failed ??= endsAt(open);
		if (failed) stop.abort(new NodeOperationError(first.item.node, NOT_BEGUN));
	});
	return failed;
}

async function sendTogether(runs: ItemRun[], staysToo: boolean): Promise<void> {
	const together = runs.flatMap(({ prepared }) => prepared?.together ?? []);
	const parts = together.map(({ part }) => part);
	try {
		const ended = await together[0].send(parts, staysToo);
		const byIndex = new Map(ended.map((one) => [one.itemIndex, one]));
		for (const run of runs) run.end(byIndex.get(run.itemIndex));
	} catch (error) {
		for (const run of runs) run.fail(copyOf(error as Error), runs[0].writing.isSent);
	}
}

/** The error of the one that stopped the others, with what became of them where they write. */
function stopped(node: INode, failed: ItemRun, runs: ItemRun[], { writes }: Runnable): Error {
	const { error, itemIndex } = failed;
	const again = runs.flatMap(({ items, prepared }) => (items && prepared?.again) ?? []);
	// Who runs it again has to know of what is done twice.
	const told = again.find((words) => !words.startsWith(HARMLESS)) ?? again[0];
	for (const each of runs) if (each.before && !each.items) each.fail(each.before);
	const ended = runs.filter((run) => run.items ?? run.error);
	const run = { count: runs.length, again: told, isRead: !writes };
	return asThrown(withProgress(asNodeError(node, error, itemIndex), itemIndex, ended, run));
}
