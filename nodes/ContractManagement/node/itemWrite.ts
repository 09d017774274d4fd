import type { INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { effectOf } from '../api/effects';
import type { batching } from './requestOptions';
import { withSignal, type WriteState } from '../transport/connection';
import type { Ended } from './errorItem';
import type { InvalidInput } from '../transport/errors/requestError';
import { contextOf, copyOf, invalidInput, whetherExecuted } from '../transport/errors/requestError';
import type { ApiRequest } from '../transport/exchange';
import type { Ids } from './path';
import { onItem } from './routing';
import type { ItemScope } from './scope';

/** What an item is to change in the service, checked as far as that is possible without changing anything. */
export interface Prepared {
	send: () => Promise<INodeExecutionData[]>;
	/** What it means for items that were executed to be run again, as a sentence; said by what is declared when absent. */
	again?: string;
	/** Whether it may be sent again where nobody knows whether it was executed; by what is declared when absent. */
	mayRepeat?: boolean;
	/** What came of it, if the service shows that an earlier try of the run, which ended in this error, has executed it. */
	look?: (lost: Error) => Promise<INodeExecutionData[] | undefined>;
	/** What only one item of a run may write; the message is about the items that begin it. */
	once?: Omit<InvalidInput, 'errorId'> & { key: string };
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
const NOT_AGAIN = 'An earlier try of this run may have executed it, so it was not sent again.';
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

	constructor(
		readonly itemIndex: number,
		/** Why nobody knows whether an earlier try of the run has executed it. */
		private readonly before?: Error,
	) {}

	/** The error, where nobody knows whether it was executed, and a second time would do harm. */
	get unknown(): Error | undefined {
		if (this.before) return this.before;
		const isUnknown = contextOf(this.error).outcome === 'unknown' && !this.prepared?.mayRepeat;
		return isUnknown ? copyOf(this.error!) : undefined;
	}

	/** Keeps it from being sent, as other items would write the same. */
	refuse(node: INode, items: string): void {
		if (this.items) return;
		const { message, field, value, description } = this.prepared!.once!;
		this.prepared = undefined;
		const told = `${items[0].toUpperCase()}${items.slice(1)} ${message}`;
		const problem = { field, value, description, message: told };
		this.fail(invalidInput(node, problem, this.itemIndex));
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
			const again = effectOf(declared) === 'adds' ? TWICE : HARMLESS;
			const mayRepeat = effectOf(declared) !== 'adds';
			this.prepared = {
				again,
				mayRepeat,
				...(await onItem(prepare, { ...scope, connection }, declared)),
			};
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
			this.items = await (this.before ? this.found(this.before) : this.prepared.send());
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

	private async found(before: Error): Promise<INodeExecutionData[]> {
		const items = await this.prepared?.look?.(before);
		if (items) return items;
		const { description } = before as NodeApiError;
		throw Object.assign(copyOf(before), {
			description: `${description ?? ''} ${NOT_AGAIN}`.trim(),
		});
	}

	private follow(state: WriteState): void {
		this.hasBegun = state !== 'waiting';
		if (this.isToStop && !this.hasBegun) this.stop.abort();
		if (state === 'failed') this.onFailure?.(this);
	}

	private fail(error: Error): void {
		if (this.stop.signal.aborted) return;
		const context = contextOf(error);
		const outcome = context.outcome ?? whetherExecuted(this.hasBegun || this.before !== undefined);
		this.error = Object.assign(error, { context: { ...context, outcome } });
		this.onFailure?.(this);
	}
}
