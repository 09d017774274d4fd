import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';
import { mapConcurrently } from './concurrent';
import { withSignal, type WriteState } from './connection';
import { effectOf, errorItem } from './errors';
import type { ApiRequest } from './exchange';
import { withProgress } from './progress';
import { asNodeError, batching, hook, type CustomOperation, type Hook } from './routing';
import { itemScopes, type ItemScope } from './scope';

/** What an item is to change in the service, checked as far as that is possible without changing anything. */
export interface Prepared {
	send: () => Promise<INodeExecutionData[]>;
	/** What it means for items that were executed to be run again, as a sentence for people. */
	again: string;
}

/**
 * The first half of an operation that writes: checks the item, and sends nothing but reads that many items share, such
 * as the one of a creation form.
 */
export type Prepare = (scope: ItemScope, declared: ApiRequest) => Prepared | Promise<Prepared>;

/** What it means to run again what sets absolute values. */
export const HARMLESS_AGAIN = 'Running this again does no harm.';

/** Items that are sent at the same time; the gate lets fewer requests through. */
const CONCURRENT_ITEMS = 100;

/** The hook of an operation that writes, where the node sees one item at a time: both halves, one after the other. */
export function writeHook(prepare: Prepare): Hook {
	return hook(async (scope, declared) => {
		const write = new Write(scope.itemIndex);
		await write.check(scope, prepare, declared);
		await write.send();
		return write.result();
	});
}

/**
 * The same for all input items: each is checked before the first one is sent. Unless the node continues on fail, one
 * that is refused keeps all from being sent, and one that fails ends those that have changed nothing yet; the others
 * are let finish, as nobody would know what became of them.
 *
 * @throws the first failure in its order, which says what was executed all the same
 */
export function writeEachItem(prepare: Prepare, declared: ApiRequest): CustomOperation {
	return async function (this) {
		const scopeOf = itemScopes(this);
		const writes = this.getInputData().map((_item, itemIndex) => new Write(itemIndex));
		await Promise.all(
			writes.map(async (write) => await write.check(scopeOf(write.itemIndex), prepare, declared)),
		);
		const refused = this.continueOnFail() ? undefined : writes.find(({ error }) => error);
		const failed = refused ?? (await sendAll(this, writes));
		if (failed) throw stopped(this.getNode(), failed, writes);
		return [writes.flatMap((write) => write.output(this.getNode()))];
	};
}

/** Sends them, and answers the one that stopped it, if any. */
async function sendAll(context: IExecuteFunctions, writes: Write[]): Promise<Write | undefined> {
	const stopsAtFailure = !context.continueOnFail();
	const wait = batching(context);
	let failed: Write | undefined;
	const stopOthers = (write: Write) => {
		failed ??= write;
		for (const other of writes) other.stopUnlessBegun();
	};
	await mapConcurrently(writes, CONCURRENT_ITEMS, async (write) => {
		if (failed) return;
		await write.send(wait, stopsAtFailure ? stopOthers : undefined);
	});
	return failed;
}

function stopped(node: INode, { error, itemIndex, prepared }: Write, writes: Write[]): Error {
	const indexesOf = (isOne: (write: Write) => boolean) =>
		writes.filter(isOne).map((write) => write.itemIndex);
	return withProgress(asNodeError(node, error, itemIndex), itemIndex, {
		count: writes.length,
		executed: indexesOf(({ isExecuted }) => isExecuted),
		unknown: indexesOf(({ isUnknown }) => isUnknown),
		failed: indexesOf((write) => write.error !== undefined),
		again: prepared?.again,
	});
}

/** One input item on its way. */
class Write {
	prepared?: Prepared;
	isExecuted = false;
	error?: Error;
	private items: INodeExecutionData[] = [];
	/** Whether a request has left that may have changed something. */
	private hasBegun = false;
	private isToStop = false;
	private onFailure?: (failed: Write) => void;
	private signal?: AbortSignal;
	private readonly stop = new AbortController();

	constructor(readonly itemIndex: number) {}

	/** Whether it failed, and may have been executed all the same. */
	get isUnknown(): boolean {
		return this.error !== undefined && contextOf(this.error).outcome === 'unknown';
	}

	async check(
		given: ItemScope | Promise<ItemScope>,
		prepare: Prepare,
		declared: ApiRequest,
	): Promise<void> {
		try {
			const scope = await given;
			const connection = withSignal(scope.connection, this.stop.signal);
			connection.onWrite = (state) => this.follow(state);
			this.signal = connection.signal;
			this.prepared = await prepare({ ...scope, connection }, declared);
		} catch (error) {
			this.fail(error as Error);
		}
	}

	/**
	 * @param wait until its turn, by index, unless the signal is aborted first
	 * @param onFailure called as soon as it has failed
	 */
	async send(
		wait?: ReturnType<typeof batching>,
		onFailure?: (failed: Write) => void,
	): Promise<void> {
		if (!this.prepared) return;
		this.onFailure = onFailure;
		try {
			await wait?.(this.itemIndex, this.signal);
			this.items = await this.prepared.send();
			this.isExecuted = true;
		} catch (error) {
			this.fail(error as Error);
		}
	}

	/** Ends it for the sake of another one that failed, as long as it has changed nothing. */
	stopUnlessBegun(): void {
		this.isToStop = true;
		if (!this.hasBegun) this.stop.abort();
	}

	result(): INodeExecutionData[] {
		if (this.error) throw this.error;
		return this.items;
	}

	output(node: INode): INodeExecutionData[] {
		return this.error ? [errorItem(this.error, this.itemIndex, node)] : this.result();
	}

	private follow(state: WriteState): void {
		this.hasBegun = state !== 'waiting';
		if (this.isToStop && !this.hasBegun) this.stop.abort();
		if (state === 'failed') this.onFailure?.(this);
	}

	private fail(error: Error): void {
		if (this.stop.signal.aborted) return;
		const context = contextOf(error);
		const outcome = context.outcome ?? effectOf(this.hasBegun);
		this.error = Object.assign(error, { context: { ...context, outcome } });
		this.onFailure?.(this);
	}
}

function contextOf(error: Error): IDataObject {
	return (error as Partial<NodeApiError>).context ?? {};
}
