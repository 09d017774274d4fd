import { Controller } from '../../../../nodes/ContractManagement/transport/limit/controller';

/** What a service makes of a request. */
interface Answer {
	isAllowed: boolean;
	askedMs?: number;
}

/** A service with a limit, in virtual time: milliseconds from 0. */
export interface LimitedService {
	take(now: number): Answer;
	/** An allowed request has been answered. */
	release?(): void;
}

/** What the service says in Retry-After about a wait of so many milliseconds. */
export type RetryAfter = (waitMs: number) => number | undefined;

export const wholeSeconds: RetryAfter = (waitMs) => Math.ceil(waitMs / 1000) * 1000;
export const nothing: RetryAfter = () => undefined;

interface Options {
	retryAfter?: RetryAfter;
}

function answered(isAllowed: boolean, waitMs: number, { retryAfter = wholeSeconds }: Options) {
	return { isAllowed, ...(!isAllowed && { askedMs: retryAfter(waitMs) }) };
}

export function bucket(perSecond: number, limit: number, options: Options = {}): LimitedService {
	let tokens = limit;
	let at = 0;
	return {
		take(now) {
			tokens = Math.min(limit, tokens + ((now - at) * perSecond) / 1000);
			at = now;
			const waitMs = ((1 - tokens) * 1000) / perSecond;
			const isAllowed = tokens >= 1;
			if (isAllowed) tokens -= 1;
			return answered(isAllowed, waitMs, options);
		},
	};
}

export function fixedWindow(
	limit: number,
	windowMs: number,
	options: Options = {},
): LimitedService {
	let used = 0;
	let current = 0;
	return {
		take(now) {
			const window = Math.floor(now / windowMs);
			if (window !== current) used = 0;
			current = window;
			const isAllowed = used < limit;
			if (isAllowed) used += 1;
			const resetMs = (window + 1) * windowMs - now;
			return answered(isAllowed, resetMs, options);
		},
	};
}

export function slidingWindow(
	limit: number,
	windowMs: number,
	options: Options = {},
): LimitedService {
	const taken: number[] = [];
	return {
		take(now) {
			while (taken.length > 0 && taken[0] <= now - windowMs) taken.shift();
			const isAllowed = taken.length < limit;
			const resetMs = isAllowed ? windowMs : taken[0] + windowMs - now;
			if (isAllowed) taken.push(now);
			return answered(isAllowed, resetMs, options);
		},
	};
}

export function atTheSameTime(limit: number): LimitedService {
	let busy = 0;
	return {
		take() {
			const isAllowed = busy < limit;
			if (isAllowed) busy += 1;
			return { isAllowed };
		},
		release: () => (busy -= 1),
	};
}

/** Numbers between 0 and 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
	let state = seed * 7919 + 13;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}

export interface Scenario {
	service: LimitedService;
	/** Requests of each process. */
	processes: number[];
	/** When each begins; at once when absent. */
	beginMs?: number[];
	latencyMs?: number;
	/** Requests per second that the person has set. */
	perSecond?: number;
	seed?: number;
	/** In flight at the same time, at the most; what the credential says at first when absent. */
	concurrency?: number;
}

export interface Outcome {
	/** When the last process had all its answers; infinite when it never came to that. */
	lastMs: number;
	/** By process, from its beginning to its end. */
	took: number[];
	/** By process, when each of its requests was answered. */
	answeredAt: number[][];
	/** The part of all requests. */
	rejected: number;
	delivered: number;
}

const GIVEN_UP_MS = 3_600_000;

/** Lets processes send their requests, each with a controller of its own, as fast as that lets them. */
export function simulate(scenario: Scenario): Outcome {
	const { service, processes, beginMs = [], latencyMs = 20, perSecond = 0, seed = 1 } = scenario;
	const { concurrency = 100 } = scenario;
	const random = randomFrom(seed);
	const events = new Events();
	const took = processes.map(() => Infinity);
	const answeredAt = processes.map((): number[] => []);
	let sent = 0;
	processes.forEach((count, index) => {
		const controller = new Controller({ concurrency, perSecond }, random);
		const begin = (beginMs[index] ?? 0) + random() * 30;
		let [left, inFlight] = [count, 0];
		let alarm = Infinity;
		const send = () => {
			while (left > 0) {
				const delay = controller.delayAt(events.now, inFlight);
				if (delay > 0) return wakeIn(delay);
				left -= 1;
				inFlight += 1;
				controller.started(events.now);
				exchange(events.now);
			}
			controller.idle(events.now);
		};
		const wakeIn = (delay: number) => {
			const at = events.now + Math.ceil(delay) + random();
			if (!Number.isFinite(at) || (alarm > events.now && alarm <= at)) return;
			alarm = at;
			events.add(at, send);
		};
		const exchange = (startedAt: number) => {
			const way = (latencyMs / 2) * (0.8 + 0.4 * random());
			events.add(startedAt + way, () => {
				const { isAllowed, askedMs } = service.take(events.now);
				sent += 1;
				events.add(events.now + way, () => {
					inFlight -= 1;
					if (isAllowed) {
						service.release?.();
						controller.accepted(startedAt, events.now);
						if (answeredAt[index].push(events.now) === count) took[index] = events.now - begin;
					} else {
						left += 1;
						controller.rejected(startedAt, events.now, askedMs);
					}
					send();
				});
			});
		};
		events.add(begin, send);
	});
	events.run(GIVEN_UP_MS);
	const lastMs = Math.max(...took.map((ms, index) => ms + (beginMs[index] ?? 0)));
	const delivered = answeredAt.flat().length;
	return { lastMs, took, answeredAt, rejected: 1 - delivered / sent, delivered };
}

/** What happens in virtual time, in its order. Few events wait at the same time. */
class Events {
	now = 0;
	private readonly waiting: Array<{ at: number; run: () => void }> = [];

	add(at: number, run: () => void): void {
		const index = this.waiting.findIndex((other) => other.at <= at);
		this.waiting.splice(index < 0 ? this.waiting.length : index, 0, { at, run });
	}

	run(until: number): void {
		for (let event = this.waiting.pop(); event; event = this.waiting.pop()) {
			this.now = event.at;
			if (this.now > until) return;
			event.run();
		}
	}
}
