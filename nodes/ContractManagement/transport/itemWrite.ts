import type { INodeExecutionData } from 'n8n-workflow';
import { effectOf } from '../api/effects';
import type { batching } from './requestOptions';
import { withSignal, type WriteState } from './connection';
import type { Ended } from './errors/errorItem';
import { contextOf, whetherExecuted } from './errors/requestError';
import type { ApiRequest } from './exchange';
import type { Ids } from './path';
import { onItem } from './routing';
import type { ItemScope } from './scope';

/** What an item is to change in the service, checked as far as that is possible without changing anything. */
export interface Prepared {
	send: () => Promise<INodeExecutionData[]>;
	/** What it means for items that were executed to be run again, as a sentence; said by what is declared when absent. */
	again?: string;
}

/**
 * The first half of an operation that writes: checks the item, and sends nothing but reads that many items share, such
 * as the one of a creation form.
 */
export type Prepare = (
	scope: ItemScope,
	asked: ApiRequest,
	ids: Ids,
) => Prepared | Promise<Prepared>;

const HARMLESS = 'Running this again does no harm.';
const TWICE = 'Running this again does it a second time: leave these items out.';

/** One input item on its way. */
export class ItemWrite implements Ended {
	prepared?: Prepared;
	/** What it came to, once it was executed. */
	items?: INodeExecutionData[];
	error?: Error;
	/** Whether a request has left that may have changed something. */
	private hasBegun = false;
	private isToStop = false;
	private onFailure?: (failed: ItemWrite) => void;
	private signal?: AbortSignal;
	private readonly stop = new AbortController();

	constructor(readonly itemIndex: number) {}

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
			const again = effectOf(declared) === 'adds' ? TWICE : HARMLESS;
			this.prepared = { again, ...(await onItem(prepare, { ...scope, connection }, declared)) };
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
		onFailure?: (failed: ItemWrite) => void,
	): Promise<void> {
		if (!this.prepared) return;
		this.onFailure = onFailure;
		try {
			await wait?.(this.itemIndex, this.signal);
			this.items = await this.prepared.send();
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
		if (!this.items) throw this.error!;
		return this.items;
	}

	private follow(state: WriteState): void {
		this.hasBegun = state !== 'waiting';
		if (this.isToStop && !this.hasBegun) this.stop.abort();
		if (state === 'failed') this.onFailure?.(this);
	}

	private fail(error: Error): void {
		if (this.stop.signal.aborted) return;
		const context = contextOf(error);
		const outcome = context.outcome ?? whetherExecuted(this.hasBegun);
		this.error = Object.assign(error, { context: { ...context, outcome } });
		this.onFailure?.(this);
	}
}
