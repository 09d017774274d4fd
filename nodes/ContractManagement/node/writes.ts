import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { effectOf } from '../api/effects';
import { batching } from './requestOptions';
import { mapConcurrently } from '../transport/concurrent';
import { itemsOf } from './errorItem';
import { asThrown } from '../transport/errors/thrown';
import type { ApiRequest } from '../transport/exchange';
import { ItemWrite, type Prepare } from './itemWrite';
import { executedBefore, itemsText, withProgress } from './progress';
import { asNodeError, declaredHook, sendOne, type CustomOperation, type Hook } from './routing';
import { itemScopes } from './scope';

export type { Prepare } from './itemWrite';

/** Items that are checked or sent at the same time; the gate lets fewer requests through. */
const CONCURRENT_ITEMS = 100;

/** One request, one item: the first half of a write that has none of its own. */
export const prepareOne: Prepare = (scope, asked, ids) => ({
	send: () => sendOne(scope, asked, ids),
	mayRepeat: effectOf(asked) !== 'adds',
});

/** The hook of an operation that writes, where the node sees one item at a time: both halves, one after the other. */
export function writeHook(prepare: Prepare, declared: ApiRequest): Hook {
	return declaredHook(async (scope) => {
		const executed = executedBefore<Error, string>(scope.context);
		const call = `${scope.node.name} ${JSON.stringify(scope.input.json)}`;
		const write = new ItemWrite(scope.itemIndex, executed.get(call));
		await write.check(scope, prepare, declared);
		await write.send();
		if (write.unknown) executed.set(call, write.unknown);
		return write.result();
	});
}

/**
 * The same for all input items: each is checked before the first one is sent. Unless the node continues on fail, one
 * that is refused keeps all from being sent, and one that fails ends those that have changed nothing yet; the others
 * are let finish, as nobody would know what became of them. What an earlier try of Retry On Fail has executed is given
 * as it was then; what it may have executed is looked up, and not sent again.
 *
 * @throws the first failure in its order, which says what was executed all the same
 */
export function writeEachItem(prepare: Prepare, declared: ApiRequest): CustomOperation {
	return async function (this) {
		const scopeOf = itemScopes(this);
		const executed = executedBefore<Error | ItemWrite>(this);
		const inputs = this.getInputData();
		const writes = inputs.map((_, itemIndex) => {
			const before = executed.get(itemIndex);
			return before instanceof ItemWrite ? before : new ItemWrite(itemIndex, before);
		});
		const open = writes.filter(({ items }) => !items);
		await mapConcurrently(open, CONCURRENT_ITEMS, async (write) => {
			await write.check(scopeOf(write.itemIndex), prepare, declared);
		});
		refuseTwice(this.getNode(), writes);
		const refused = this.continueOnFail() ? undefined : open.find(({ error }) => error);
		const failed = refused ?? (await sendAll(this, open));
		for (const write of open) {
			const known = write.items ? write : write.unknown;
			if (known) executed.set(write.itemIndex, known);
		}
		if (failed) throw stopped(this.getNode(), failed, writes);
		const node = this.getNode();
		return [inputs.flatMap((input, i) => itemsOf(writes[i], { node, input }))];
	};
}

/**
 * Two items that would write one thing, of which the later one cannot add to the first, are refused before the first byte.
 * Where an order is meant (updates, rows), writes of one record wait for their turn in the order of the items instead.
 */
function refuseTwice(node: INode, writes: ItemWrite[]): void {
	const byKey = new Map<string, ItemWrite[]>();
	for (const write of writes) {
		const { key } = write.prepared?.once ?? {};
		if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), write]);
	}
	for (const same of [...byKey.values()].filter(({ length }) => length > 1)) {
		const items = itemsText(same.map(({ itemIndex }) => itemIndex));
		for (const write of same) write.refuse(node, items);
	}
}

/** Sends them, and answers the one that stopped it, if any. */
async function sendAll(context: IExecuteFunctions, writes: ItemWrite[]) {
	const stopsAtFailure = !context.continueOnFail();
	const wait = batching(context);
	let failed: ItemWrite | undefined;
	const stopOthers = (write: ItemWrite) => {
		// The first one has stopped them all: each stop of thousands that follow would be told to thousands.
		if (failed) return;
		failed = write;
		for (const other of writes) other.stopUnlessBegun();
	};
	await mapConcurrently(writes, CONCURRENT_ITEMS, async (write) => {
		if (failed) return;
		await write.send(wait, stopsAtFailure ? stopOthers : undefined);
	});
	return failed;
}

function stopped(node: INode, { error, itemIndex, prepared }: ItemWrite, writes: ItemWrite[]) {
	const ended = writes.filter((write) => write.items ?? write.error);
	const run = { count: writes.length, again: prepared?.again };
	return asThrown(withProgress(asNodeError(node, error, itemIndex), itemIndex, ended, run));
}
