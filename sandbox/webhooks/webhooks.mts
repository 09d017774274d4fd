import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.mts';
import type { ServiceProfile } from '../profile/profile.mts';
import { update, type Database } from '../store/database.mts';
import type { VariantSet } from '../variants/index.mts';
import { nextDue, nextDueAt, recordAttempt, type Attempt, type DeliveryRow } from './delivery.mts';
import { writeDeliveries, type ContractChange } from './outbox.mts';
import { sendOnce, succeeded } from './send.mts';
import { backoffMs, DEFAULT_SETTINGS, type DeliverySettings } from './settings.mts';
import { subscriptions } from './subscription.mts';

/** The wait after a fault of the sandbox itself, such as no room to write an attempt down. */
const FAULT_PAUSE_MS = 1_000;

/**
 * Delivers events at least once: a delivery is written in the transaction of its change and stays until its receiver
 * has answered 2xx or the attempts are used up, across restarts.
 */
export class Webhooks {
	settings: DeliverySettings = { ...DEFAULT_SETTINGS };
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #variants: VariantSet;
	readonly #profile: ServiceProfile;
	readonly #inFlight = new Set<string>();
	/** Of those in flight: to be sent again whatever comes of it. */
	readonly #askedAgain = new Set<string>();
	#stopped = new AbortController();
	#timer: NodeJS.Timeout | undefined;

	constructor(database: Database, clock: Clock, variants: VariantSet, profile: ServiceProfile) {
		this.#database = database;
		this.#clock = clock;
		this.#variants = variants;
		this.#profile = profile;
	}

	/** Writes the deliveries of a change; to be called within its transaction. Answers their ids. */
	record(change: ContractChange): string[] {
		const { maxAttempts, duplicates } = this.settings;
		const ids = writeDeliveries(this.#database, change, {
			createdAt: this.#clock.timestamp(),
			tries: maxAttempts,
			copies: 1 + duplicates,
			variants: this.#variants,
			profile: this.#profile,
		});
		this.wake();
		return ids;
	}

	/** Ends a subscription; what was not delivered yet is dropped. */
	unsubscribe(id: string): boolean {
		return this.#database.transaction(() => {
			this.#database.run("DELETE FROM deliveries WHERE webhook_id = ? AND status = 'pending'", id);
			return this.#database.run('DELETE FROM webhooks WHERE id = ?', id) > 0;
		});
	}

	/** Sends a delivery again under the same id; one that is on its way when it has arrived or failed. */
	redeliver(id: string): void {
		if (this.#inFlight.has(id)) this.#askedAgain.add(id);
		update(this.#database, 'deliveries', id, {
			status: 'pending',
			tries_left: this.settings.maxAttempts,
			copies_left: 1,
			due_at: Date.now(),
		});
		this.wake();
	}

	/** Looks for work soon, when the running transaction has ended. */
	wake(delayMs = 0): void {
		if (this.#stopped.signal.aborted) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#work(), Math.min(delayMs, 2 ** 31 - 1)).unref();
	}

	/** Forgets what is being sent, for a reset. */
	abort(): void {
		this.#stopped.abort();
		this.#stopped = new AbortController();
		this.#inFlight.clear();
		this.#askedAgain.clear();
		this.settings = { ...DEFAULT_SETTINGS };
	}

	close(): void {
		this.#stopped.abort();
		clearTimeout(this.#timer);
	}

	#work(): void {
		if (this.settings.paused || this.#stopped.signal.aborted) return;
		try {
			this.#beginDue();
		} catch (error) {
			console.error(error);
			this.wake(FAULT_PAUSE_MS);
		}
	}

	#beginDue(): void {
		while (this.#inFlight.size < this.settings.concurrency) {
			const delivery = nextDue(this.#database, this.settings.order, this.#inFlight);
			if (!delivery) return this.#workWhenDue();
			void this.#attempt(delivery);
		}
	}

	#workWhenDue(): void {
		const due = nextDueAt(this.#database, this.#inFlight);
		if (due !== undefined) this.wake(Math.max(0, due - Date.now()));
	}

	/** Never rejects: a delivery whose attempt could not be written down is sent again. */
	async #attempt(delivery: DeliveryRow): Promise<void> {
		const { signal } = this.#stopped;
		this.#inFlight.add(delivery.id);
		try {
			await this.#send(delivery, signal);
		} catch (error) {
			console.error(error);
			await sleep(FAULT_PAUSE_MS, undefined, { ref: false });
		}
		if (signal.aborted) return;
		this.#inFlight.delete(delivery.id);
		this.#askedAgain.delete(delivery.id);
		this.wake();
	}

	async #send(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
		const { timeoutMs } = this.settings;
		const subscription = subscriptions(this.#database).find(
			({ id }) => id === delivery.webhook_id,
		)!;
		const attempt = await sendOnce(subscription, delivery.body, this.#clock, { timeoutMs, signal });
		if (signal.aborted) return;
		// Being asked for again has set what is next already.
		const next = this.#askedAgain.has(delivery.id) ? {} : this.#next(delivery, attempt);
		recordAttempt(this.#database, delivery, attempt, next);
	}

	#next(delivery: DeliveryRow, attempt: Attempt): Partial<DeliveryRow> {
		if (succeeded(attempt)) {
			const copies = delivery.copies_left - 1;
			return { copies_left: copies, status: copies > 0 ? 'pending' : 'delivered' };
		}
		const triesLeft = delivery.tries_left - 1;
		if (triesLeft === 0) return { tries_left: 0, status: 'failed' };
		// Since it was made, or asked for again; the settings may be others since then.
		const failed = Math.max(1, this.settings.maxAttempts - triesLeft);
		return { tries_left: triesLeft, due_at: Date.now() + backoffMs(this.settings, failed) };
	}
}
