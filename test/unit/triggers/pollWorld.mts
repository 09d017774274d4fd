import { eventKeyOf, type TriggerEvent } from '../../../nodes/ContractManagement/api/events';
import { contractEvents } from '../../../nodes/ContractManagement/triggers/polling/changes';
import type { Reader } from '../../../nodes/ContractManagement/triggers/polling/reader';
import type { PolledRecord } from '../../../nodes/ContractManagement/triggers/polling/scan';
import { seed } from '../../../nodes/ContractManagement/triggers/polling/seed';
import type {
	ListOrder,
	PollState,
} from '../../../nodes/ContractManagement/triggers/polling/state';
import { restored, stored } from '../../../nodes/ContractManagement/triggers/polling/stored';
import { tick } from '../../../nodes/ContractManagement/triggers/polling/tick';

export interface WorldContract extends PolledRecord {
	signatureDate: string | null;
	/** Raised by every change; the trigger cannot know it. */
	revision: number;
}

export interface Emitted {
	event: TriggerEvent;
	key: string;
	id: string;
	status: string;
	previousStatus: string | null;
	updatedAt: string;
	revision: number;
	/** Number of the tick that emitted it. */
	tick: number;
}

export interface WorldOptions {
	/** What the service does with `sort`. */
	order?: ListOrder;
	pageSize?: number;
	maxVersions?: number;
	/** Versions that are never exceeded. */
	limit?: number;
	/** Times are cut to so many milliseconds. */
	precisionMs?: number;
	lookbackMs?: number;
	/** Whether n8n stores the state of ticks that emit nothing: its durable cursors do, its legacy engine does not. */
	isDurable?: boolean;
}

/** What happens during one tick. */
export interface TickPlan {
	/** Pages after which the time is up. */
	pages?: number;
	maxChanges?: number;
	/** Number of the page that cannot be read, from 0. */
	failAt?: number;
	/** Called before each page is read: other people go on changing contracts. */
	between?: (page: number) => void;
}

type Memory = 'limit' | 'maxVersions';

interface Place {
	row: WorldContract;
	/** Where the row stands in the list, as text. */
	position: string;
}

const EPOCH = Date.parse('2026-01-01T00:00:00.000Z');
const SOURCE = 'https://service.test/v2';

/** A service in memory, with a trigger that polls it the way n8n would let it. Time passes only when told to. */
export class World {
	readonly contracts: WorldContract[] = [];
	readonly emitted: Emitted[] = [];
	ticks = 0;
	failures = 0;
	requests = 0;
	/** Milliseconds that passed, for the service and for n8n. */
	time = 0;
	readonly options: Required<Omit<WorldOptions, Memory>> & Pick<WorldOptions, Memory>;
	/** Changes that were made and do not show yet. */
	#late: Array<{ at: number; apply: () => void }> = [];
	#epochOfCursors = 0;
	#version = 0;
	#listed?: { version: number; places: Place[] };
	#memory: PollState | undefined;
	#disk: unknown;

	constructor(options: WorldOptions = {}) {
		this.options = {
			order: 'kept',
			pageSize: 3,
			lookbackMs: 1_000,
			precisionMs: 1,
			isDurable: true,
			...options,
		};
	}

	get state(): PollState | undefined {
		return this.#memory;
	}

	create(status = 'draft'): void {
		const n = this.contracts.length;
		// Not in the order of creation, so that ids tell nothing.
		const id = `${((n * 7919 + 13) % 100_003).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
		const now = this.#now();
		const signatureDate = status === 'signed' ? now : null;
		this.#version += 1;
		const contract = { id, status, createdAt: now, updatedAt: now, signatureDate, revision: 0 };
		this.contracts.push(contract);
	}

	/** Changes a contract now; it shows `delay` milliseconds later, unless another change came first. */
	change(index: number, status?: string, delay = 0): void {
		const contract = this.contracts[index % Math.max(1, this.contracts.length)];
		if (!contract) return;
		// Every change of a record raises its updatedAt by at least a millisecond, which times in seconds do not show.
		const { precisionMs } = this.options;
		if (precisionMs === 1 && contract.updatedAt === this.#now()) this.time += 1;
		const updatedAt = this.#now();
		const apply = () => {
			if (delay > 0 && contract.updatedAt >= updatedAt) return;
			this.#version += 1;
			contract.revision += 1;
			contract.updatedAt = updatedAt;
			// Nobody unsigns a contract.
			if (contract.status === 'signed') return;
			if (status === 'signed') contract.signatureDate = updatedAt;
			contract.status = status ?? contract.status;
		};
		if (delay === 0) apply();
		else this.#late.push({ at: this.time + delay, apply });
	}

	pass(ms: number): void {
		this.time += ms;
		const due = this.#late.filter(({ at }) => at <= this.time);
		this.#late = this.#late.filter(({ at }) => at > this.time);
		for (const { apply } of due) apply();
	}

	forgetCursors(): void {
		this.#epochOfCursors += 1;
	}

	/** n8n ends at once: what it had not stored is gone. */
	crash(): void {
		this.#memory = restored(this.#disk, SOURCE);
	}

	/** n8n unpublishes the workflow in order, which stores the state, and publishes it again. */
	republish(): void {
		this.#store();
		this.crash();
	}

	async tick(plan: TickPlan = {}): Promise<number> {
		this.ticks += 1;
		let pages = 0;
		const mayGoOn = () => pages < (plan.pages ?? Infinity);
		const reader = this.#reader(() => {
			plan.between?.(pages);
			if (pages === plan.failAt)
				throw Object.assign(new Error('lost'), { context: { statusCode: 0 } });
			pages += 1;
		});
		const { lookbackMs, maxVersions, limit } = this.options;
		if (!this.#memory) {
			const options = { lookbackMs, withStatuses: true, mayGoOn: () => true, now: this.time };
			this.#memory = await seed(reader, options);
			this.#store();
			return 0;
		}
		const result = await tick(reader, this.#memory, {
			describe: contractEvents,
			maxChanges: plan.maxChanges ?? Infinity,
			settleMs: 2 * lookbackMs,
			maxVersions,
			limit,
			mayGoOn,
			now: () => this.time,
		});
		if (result.failure) this.failures += 1;
		this.#memory = result.state;
		for (const { record, events, previousStatus } of result.changes) {
			for (const event of events) {
				const key = eventKeyOf(event, record);
				this.emitted.push({ ...record, event, key, previousStatus, tick: this.ticks });
			}
		}
		if (this.options.isDurable || result.changes.length > 0) this.#store();
		return result.changes.length;
	}

	/** Lets everything appear and be read. */
	async settle(): Promise<void> {
		this.pass(this.options.lookbackMs);
		for (let quiet = 0, rounds = 0; quiet < 3; rounds++) {
			if (rounds > 500) throw new Error('The trigger does not come to rest');
			const found = await this.tick();
			quiet = found === 0 && this.#memory?.pending === undefined ? quiet + 1 : 0;
		}
	}

	#store(): void {
		this.#disk = this.#memory && JSON.parse(JSON.stringify(stored(this.#memory, SOURCE)));
	}

	#now(): string {
		const { precisionMs } = this.options;
		return new Date(EPOCH + this.time - (this.time % precisionMs)).toISOString();
	}

	#reader(onRead: () => void): Reader<WorldContract> {
		const { order, pageSize } = this.options;
		const refuse = (statusCode: number) => {
			throw Object.assign(new Error('refused'), { context: { statusCode } });
		};
		return {
			page: async (cursor, asked) => {
				this.requests += 1;
				onRead();
				if (order === 'refused' && asked !== 'refused') refuse(400);
				const [epoch, after] = cursor?.split('|') ?? [];
				if (cursor !== null && epoch !== String(this.#epochOfCursors)) refuse(400);
				const places = this.#places();
				const start = after === undefined ? 0 : firstAfter(places, after);
				const page = places.slice(start, start + pageSize);
				const last = page.at(-1);
				const hasMore = places.length > start + pageSize && last !== undefined;
				return {
					records: page.map(({ row }) => ({ ...row })),
					nextCursor: hasMore ? `${this.#epochOfCursors}|${last.position}` : null,
				};
			},
			oldest: async () => {
				return this.#places().at(order === 'kept' ? -1 : 0)?.row;
			},
			complete: async (records) => records,
		};
	}

	/** The list in the service's order, sorted once for every state of the data. */
	#places(): Place[] {
		if (this.#listed?.version !== this.#version) {
			const places = this.contracts.map((row) => ({ row, position: this.#position(row) }));
			places.sort((a, b) => (a.position < b.position ? -1 : 1));
			this.#listed = { version: this.#version, places };
		}
		return this.#listed.places;
	}

	/** Where a row stands in the list, as text that sorts like the list: newest first, then by id. */
	#position({ id, createdAt, updatedAt }: WorldContract): string {
		const time = this.options.order === 'kept' ? updatedAt : createdAt;
		const backwards = 9_999_999_999_999 - Date.parse(time);
		return `${String(backwards).padStart(13, '0')} ${id}`;
	}
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
