import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { eventKeyOf, type TriggerEvent } from '../../../nodes/ContractManagement/api/events';
import { poll } from '../../../nodes/ContractManagement/triggers/polling/poll';
import type { Reader } from '../../../nodes/ContractManagement/triggers/polling/reader';
import {
	isWithin,
	keep,
	recalled,
	type Shelf,
} from '../../../nodes/ContractManagement/triggers/polling/stored';
import { contractEvents } from '../../../nodes/ContractManagement/triggers/polling/versions';
import type { WatchedRecord } from '../../../nodes/ContractManagement/triggers/shared/records';

export type ContractKind = 'A' | 'B';

export interface WorldContract extends WatchedRecord {
	createdAt: string;
	updatedAt: string;
	kind: ContractKind;
	signatureDate: string | null;
	/** Raised by every change; the trigger cannot know it. */
	revision: number;
}

/** What happened to a contract, as the service shows it from then on. */
export interface Moment {
	at: number;
	id: string;
	status: string;
	what: 'changed' | 'created' | 'moved' | 'signed';
}

export interface Emitted {
	event: TriggerEvent;
	key: string;
	id: string;
	status: string;
	previousStatus: string | null;
	updatedAt: string;
	revision: number;
	isUnread: boolean;
	/** Number of the tick that emitted it. */
	tick: number;
}

/** What the trigger has to know from when it began anew. */
export interface Era {
	kind: ContractKind | undefined;
	/** The service's time and its contracts when its first poll began, and when that ended. */
	begins: number;
	before: Map<string, WorldContract>;
	ends: number;
	known: Map<string, WorldContract>;
	emitted: Emitted[];
}

export interface WorldOptions {
	pageSize?: number;
	maxVersions?: number;
	/** Versions that are never exceeded. */
	limit?: number;
	/** How long after its date the trigger expects a signature to be entered, and how long that takes. */
	enteringMs?: number;
	paperMs?: number;
	/** Times are cut to so many milliseconds. */
	precisionMs?: number;
	/** Two changes may happen at one time, where the status tells of them. */
	mayCoincide?: boolean;
	lookbackMs?: number;
	/** `durable` has n8n's durable cursors switched on. */
	engine?: 'durable' | 'legacy';
	/** Whether every contract is read by itself: the consolidated view, or a list that shows little. */
	isPartial?: boolean;
	/** Whether lists, and records that are read by themselves, may be as they were up to Lookback ago. */
	isStale?: boolean;
}

type Bound = 'enteringMs' | 'limit' | 'maxVersions';

/** What happens during one tick. */
export interface TickPlan {
	/** Pages after which the time is up. */
	pages?: number;
	maxChanges?: number;
	/** Number of the page that cannot be read, from 0. */
	failAt?: number;
	/** Number of the page that is not in order. */
	shuffledAt?: number;
	/** How long ago what each reading shows was so, in milliseconds; then from the start again. */
	lags?: number[];
	/** Called before each page is read: other people go on changing contracts. */
	between?: (page: number) => void;
}

interface Place {
	row: WorldContract;
	/** Where the row stands in the list, as text. */
	position: string;
}

export const EPOCH = Date.parse('2026-01-01T00:00:00.000Z');
const PATIENCE = 2;

/** A service in memory, with a trigger that polls it the way n8n would let it. Time passes only when told to. */
export class World {
	readonly contracts: WorldContract[] = [];
	readonly history: Moment[] = [];
	readonly unreadable = new Set<string>();
	era: Era | undefined;
	ticks = 0;
	failures = 0;
	requests = 0;
	singleReads = 0;
	/** Milliseconds that passed, for the service and for n8n. */
	time = 0;
	/** By how much the clock that the trigger is told is ahead of the service's: that of n8n, where the service does not say. */
	machineAhead = 0;
	/** By how much the service's own clock is ahead for now, with which it stamps records and answers. */
	clockAhead = 0;
	/** What the service does with the sort. */
	order: 'ignored' | 'kept' = 'kept';
	/** Contracts that the service does not show for now. */
	readonly hidden = new Set<string>();
	readonly options: Required<Omit<WorldOptions, Bound>> & Pick<WorldOptions, Bound>;
	/** Which contracts the trigger is set to. */
	kind: ContractKind | undefined;
	/** Changes that were made and do not show yet. */
	#late: Array<{ at: number; apply: () => void }> = [];
	/** The ids and times of all versions: no two of one contract have the same, also where one was stamped ahead in between. */
	readonly #stamps = new Set<string>();
	#version = 0;
	#listed?: { state: string; places: Place[] };
	#snapshots: Array<{ at: number; contracts: WorldContract[] }> = [];
	#failed = 0;
	/** What the process knows of when something new was found. */
	#newsAt = 0;
	#isPublishing = true;
	#data: IDataObject = {};
	#disk: IDataObject = {};
	/** What the process knows of the trigger. */
	#known: Shelf['known'] = {};
	/** The eras of what n8n has stored, and of what it has in memory. */
	#stored: Era | undefined;
	#inMemory: Era | undefined;

	constructor(options: WorldOptions = {}) {
		this.options = {
			pageSize: 3,
			lookbackMs: 1_000,
			precisionMs: 1,
			mayCoincide: false,
			paperMs: 0,
			engine: 'durable',
			isPartial: false,
			isStale: false,
			...options,
		};
	}

	get emitted(): Emitted[] {
		return this.era?.emitted ?? [];
	}

	get remembered(): number {
		const { versions } = (this.#data.contract ?? {}) as { versions?: string };
		return versions ? (JSON.parse(versions) as unknown[]).length / 4 : 0;
	}

	create(status = 'draft', kind: ContractKind = 'A'): WorldContract {
		const n = this.contracts.length;
		// Not in the order of creation, so that ids tell nothing.
		const id = `${((n * 7919 + 13) % 100_003).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
		const now = this.#now();
		const signatureDate = status === 'signed' ? now : null;
		const times = { createdAt: now, updatedAt: now, signatureDate };
		const contract: WorldContract = { id, kind, status, ...times, revision: 0 };
		this.contracts.push(contract);
		this.#stamps.add(`${id} ${now}`);
		this.#happened('created', contract);
		return contract;
	}

	/** Changes a contract now; it shows `delay` milliseconds later, unless another change came first. */
	change(index: number, status?: string, delay = 0, aheadMs = 0): void {
		const contract = this.contracts[index % Math.max(1, this.contracts.length)];
		if (!contract) return;
		const { precisionMs, mayCoincide } = this.options;
		const wasSo = this.history.some(
			(one) => one.id === contract.id && one.at === this.time && one.status === status,
		);
		const canCoincide = mayCoincide && status && contract.status !== 'signed' && !wasSo;
		const isTaken = () => this.#stamps.has(`${contract.id} ${this.#now(aheadMs)}`);
		while (precisionMs === 1 && !canCoincide && isTaken()) this.time += 1;
		const stamp = this.#now(aheadMs);
		this.#stamps.add(`${contract.id} ${stamp}`);
		const apply = () => {
			if (delay > 0 && contract.updatedAt >= stamp) return;
			contract.revision += 1;
			contract.updatedAt = stamp;
			// Nobody unsigns a contract.
			const next = contract.status === 'signed' ? 'signed' : (status ?? contract.status);
			const hasMoved = next !== contract.status;
			if (hasMoved && next === 'signed')
				contract.signatureDate = after(stamp, -this.options.paperMs);
			contract.status = next;
			this.#happened('changed', contract);
			if (hasMoved) this.#happened('moved', contract);
			if (hasMoved && next === 'signed') this.#happened('signed', contract);
		};
		if (delay === 0) apply();
		else this.#late.push({ at: this.time + delay, apply });
	}

	pass(ms: number): void {
		const until = this.time + ms;
		for (;;) {
			const due = this.#late.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
			if (!due) break;
			this.#late.splice(this.#late.indexOf(due), 1);
			this.time = Math.max(this.time, due.at);
			due.apply();
		}
		this.time = Math.max(this.time, until);
	}

	/** n8n ends at once: what it had not stored is gone. */
	crash(): void {
		this.#data = structuredClone(this.#disk);
		this.#inMemory = this.#stored;
		this.#known = {};
		this.#newsAt = this.time;
		this.#failed = 0;
		// The next start publishes it again.
		this.#isPublishing = true;
		this.era = this.#stored;
	}

	/** n8n unpublishes the workflow, which stores nothing, and publishes it again. */
	republish(): void {
		this.#isPublishing = true;
		this.#data = structuredClone(this.#disk);
		this.#inMemory = this.#stored;
	}

	/** The same with other filters. */
	setTo(kind: ContractKind | undefined): void {
		this.republish();
		this.kind = kind;
	}

	/** Resolves to how many changes were emitted; a poll that failed emits none. */
	async tick(plan: TickPlan = {}): Promise<number> {
		this.ticks += 1;
		const { engine } = this.options;
		if (engine === 'durable') {
			this.#data = structuredClone(this.#disk);
			this.#inMemory = this.#stored;
		}
		const list = JSON.stringify([`world:${this.kind}`]);
		const shelf: Shelf = { data: this.#data, name: 'contract', known: this.#known };
		const era = this.#expectedEra();
		const begins = this.time;
		const before = this.#contractsNow();
		const last = recalled(shelf);
		const state = last && isWithin(list, last.list) ? last : undefined;
		// The trigger has to know by itself when to begin anew.
		assert.equal(state === undefined, era === undefined);
		const [result] = await Promise.allSettled([poll(this.#reader(plan), state, this.#poll(plan))]);
		if (result.status === 'rejected') {
			const { message } = result.reason as Error;
			if (!message.startsWith('world:')) throw result.reason as Error;
			this.failures += 1;
			this.#failed += 1;
			return 0;
		}
		const { state: next, changes, isQuiet } = result.value;
		keep(shelf, next, !state, { list, told: changes.length > 0 });
		if (!isQuiet) this.#newsAt = this.time;
		this.#failed = 0;
		const now: Era = era ?? {
			kind: this.kind,
			...{ begins, before, ends: this.time, known: this.#contractsNow(), emitted: [] },
		};
		this.era = now;
		this.#inMemory = now;
		for (const { record, events, previousStatus, failure, signedAgain } of changes) {
			for (const event of events) {
				const again = signedAgain ? (record.signatureDate ?? undefined) : undefined;
				const key = eventKeyOf(event, { ...record, again });
				const told = { event, key, previousStatus, tick: this.ticks, isUnread: !!failure };
				now.emitted.push({ ...(record as WorldContract), ...told });
			}
		}
		const isEmitting = changes.length > 0;
		if (isEmitting || (engine === 'legacy') === this.#isPublishing) this.#store();
		this.#isPublishing = false;
		return changes.length;
	}

	/** Lets everything appear and be read. */
	async settle(): Promise<void> {
		this.pass(this.options.lookbackMs);
		for (let quiet = 0, rounds = 0; quiet < 3; rounds++) {
			if (rounds > 500) throw new Error('The trigger does not come to rest');
			const { failures } = this;
			const found = await this.tick();
			quiet = found === 0 && failures === this.failures ? quiet + 1 : 0;
		}
	}

	/** The era that the trigger has to go on with: that of the last poll that anybody knows of, with the same filters. */
	#expectedEra(): Era | undefined {
		const isInProcess = this.#known.unsaved !== undefined;
		const last = isInProcess ? this.era : this.#inMemory;
		return last && last.kind === this.kind ? last : undefined;
	}

	#contractsNow(): Map<string, WorldContract> {
		return new Map(this.contracts.map((contract) => [contract.id, { ...contract }]));
	}

	#store(): void {
		this.#disk = structuredClone(this.#data);
		this.#stored = this.#inMemory;
	}

	#now(aheadMs = 0): string {
		const { precisionMs } = this.options;
		const time = this.time + this.clockAhead + aheadMs;
		return new Date(EPOCH + time - (time % precisionMs)).toISOString();
	}

	#happened(what: Moment['what'], { id, status }: WorldContract): void {
		this.#version += 1;
		this.history.push({ at: this.time, id, status, what });
		if (!this.options.isStale) return;
		const contracts = this.contracts.map((contract) => ({ ...contract }));
		this.#snapshots.push({ at: this.time, contracts });
	}

	#poll({ maxChanges = Infinity }: TickPlan) {
		const { lookbackMs, maxVersions, limit, enteringMs = 0 } = this.options;
		return {
			describe: contractEvents,
			lookbackMs,
			maxVersions,
			limit,
			enteringMs,
			maxChanges,
			quietMs: this.time - this.#newsAt,
			failureOf: (_record: unknown, failure = new Error('world: outdated')) => {
				if (this.#failed < PATIENCE) throw failure;
				return failure;
			},
		};
	}

	#reader({ between, failAt, shuffledAt, lags = [0], pages: most = Infinity }: TickPlan): Reader {
		const { pageSize, isPartial } = this.options;
		const startedAt = new Date(
			EPOCH + this.time + this.clockAhead + this.machineAhead,
		).toISOString();
		let readings = 0;
		const lag = () => lags[readings++ % lags.length] ?? 0;
		let pages = 0;
		return {
			startedAt: () => startedAt,
			unsorted: () => new Error('world: not sorted') as never,
			oldest: async () => this.#places(0).at(this.order === 'kept' ? -1 : 0)?.row,
			mayGoOn: () => true,
			pages: () =>
				this.#pages(pageSize, () => {
					const page = pages++;
					if (page >= most) throw new Error('world: too long');
					between?.(page);
					if (page === failAt) throw new Error('world: lost');
					return { lagMs: lag(), isShuffled: page === shuffledAt };
				}),
			concerns: () => true,
			whole: async (listed) => {
				if (!isPartial) return listed;
				this.singleReads += 1;
				if (this.unreadable.has(listed.id)) throw new Error('world: unreadable');
				const found = this.#at(lag()).find(({ id }) => id === listed.id);
				return found && { ...found };
			},
		};
	}

	async *#pages(pageSize: number, begin: () => { lagMs: number; isShuffled: boolean }) {
		let after: string | undefined;
		for (;;) {
			this.requests += 1;
			const { lagMs, isShuffled } = begin();
			const places = this.#places(lagMs);
			const start = after === undefined ? 0 : firstAfter(places, after);
			const shown = places.slice(start, start + pageSize);
			const last = shown.at(-1);
			const hasMore = places.length > start + pageSize && last !== undefined;
			const rows = shown.map(({ row }) => ({ ...row }));
			yield {
				records: isShuffled ? rows.toReversed() : rows,
				nextCursor: hasMore ? last.position : null,
			};
			if (!hasMore) return;
			after = last.position;
		}
	}

	/** The contracts as they were so long ago. */
	#at(lagMs: number): WorldContract[] {
		if (lagMs === 0) return this.contracts;
		return this.#snapshots.findLast(({ at }) => at <= this.time - lagMs)?.contracts ?? [];
	}

	/** The list in the service's order, sorted once for every state of the data. */
	#places(lagMs: number): Place[] {
		const { kind } = this;
		if (lagMs > 0) return this.#sorted(this.#at(lagMs));
		const state = `${this.#version} ${kind} ${this.order} ${this.hidden.size}`;
		if (this.#listed?.state !== state) {
			this.#listed = { state, places: this.#sorted(this.contracts) };
		}
		return this.#listed.places;
	}

	#sorted(contracts: WorldContract[]): Place[] {
		const places = contracts
			.filter(({ kind }) => this.kind === undefined || kind === this.kind)
			.filter(({ id }) => !this.hidden.has(id))
			.map((row) => ({ row, position: this.#position(row) }));
		return places.sort((a, b) => (a.position < b.position ? -1 : 1));
	}

	/** Where a row stands in the list, as text that sorts like the list: newest first, then by id. */
	#position({ id, createdAt, updatedAt }: WorldContract): string {
		const time = this.order === 'kept' ? updatedAt : createdAt;
		const backwards = 9_999_999_999_999 - Date.parse(time);
		return `${String(backwards).padStart(13, '0')} ${id}`;
	}
}

function after(instant: string, ms: number): string {
	return new Date(Date.parse(instant) + ms).toISOString();
}

function firstAfter(places: Place[], position: string): number {
	let [low, high] = [0, places.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (places[middle]!.position > position) high = middle;
		else low = middle + 1;
	}
	return low;
}
