import type { INodeExecutionData } from 'n8n-workflow';
import { effectOf } from '../api/effects';
import { NOT_BEGUN } from '../transport/canceled';
import { withSignal, type Connection, type Writing } from '../transport/connection';
import { contextOf, copyOf, invalidInput, withNote } from '../transport/errors/requestError';
import type { Ended } from './errorItem';
import { filledPath } from './path';
import { HARMLESS, type Prepared, type Runnable } from './runnable';
import type { Given, ItemScope } from './scope';

const NOT_AGAIN = 'An earlier try of this run may have executed it, so it was not sent again.';
const TWICE = 'Running this again does it a second time: leave these items out.';

/** One input item on its way. */
export class ItemRun implements Ended {
	prepared?: Prepared;
	/** What it came to, once it was executed. */
	items?: INodeExecutionData[];
	/** What it is about, where its ids are such. */
	path?: string;
	error?: Error;
	signal?: AbortSignal;
	readonly itemIndex: number;
	readonly writing: Writing;

	constructor(
		readonly item: Given,
		/** Once it is aborted, nothing is begun any more. */
		private readonly stop: AbortSignal,
		/** Why nobody knows whether an earlier try of the run has executed it. */
		readonly before?: Error,
	) {
		this.itemIndex = item.itemIndex;
		this.writing = { stop, isSent: false };
	}

	/** What a later try of the run has to know of it: what it came to, or why nobody knows that. */
	get known(): Error | ItemRun | undefined {
		// A tool may be called twice with the same arguments, and be meant so.
		if (this.items) return typeof this.item.key === 'number' ? this : undefined;
		if (this.before) return this.before;
		const isUnknown = contextOf(this.error).outcome === 'unknown' && !this.prepared?.mayRepeat;
		return isUnknown ? copyOf(this.error!) : undefined;
	}

	/** Keeps it from being sent, as other items would write the same. */
	refuse(items: string): void {
		if (this.items) return;
		const { message, field, value, description } = this.prepared!.once!;
		this.prepared = undefined;
		const told = `${items[0].toUpperCase()}${items.slice(1)} ${message}`;
		const problem = { field, value, description, message: told };
		this.fail(invalidInput(this.item.node, problem, this.itemIndex));
	}

	async check(
		connectionOf: (item: Given) => Promise<Connection>,
		{ declared, prepare, writes }: Runnable,
		check?: (scope: ItemScope) => void,
	): Promise<void> {
		try {
			const connection = await connectionOf(this.item);
			const stoppable = withSignal(connection, this.stop);
			this.signal = stoppable.signal;
			const through = writes ? { ...connection, writing: this.writing } : stoppable;
			const scope = { ...this.item, connection: through };
			const { path, ids } = filledPath(scope, declared.path);
			this.path = path;
			check?.(scope);
			const isAdding = effectOf(declared) === 'adds';
			const byDeclared = { again: isAdding ? TWICE : `${HARMLESS}.`, mayRepeat: !isAdding };
			this.prepared = { ...byDeclared, ...(await prepare(scope, { ...declared, path }, ids)) };
			// Of what is sent together, nobody can tell whose it was.
			if (this.before && this.prepared.together) throw this.before;
		} catch (error) {
			this.fail(error as Error);
		}
	}

	/** @param turn what it waits for */
	async send(turn: () => Promise<void>): Promise<void> {
		try {
			await turn();
			const { look, send } = this.prepared!;
			this.items = await (this.before ? look?.(this.before) : send!());
			if (!this.items) this.fail(this.before!);
		} catch (error) {
			this.fail(error as Error);
		}
	}

	/** What came of it, together with others; nothing where it was not tried. */
	end({ items, error }: Partial<Ended> = {}): void {
		this.items = items;
		if (error) this.fail(error, false);
	}

	/** What was not begun, as another one had failed, has not failed itself. */
	fail(error: Error, isSent = this.writing.isSent): void {
		if (error.message === NOT_BEGUN) return;
		// How this try fails says nothing of what an earlier one did.
		const told = this.before ? withNote(this.before, NOT_AGAIN) : error;
		const context = contextOf(told);
		const outcome = context.outcome ?? (isSent ? 'unknown' : 'notExecuted');
		this.error = Object.assign(told, { context: { ...context, outcome } });
	}
}
