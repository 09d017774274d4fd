/** What is known of one exchange with the API or the signed URLs. The key itself is never kept. */
export interface LogEntry {
	seq: number;
	method: string;
	path: string;
	route: string;
	search: string;
	/** Name of the key; `none` or `unknown`. */
	key: string;
	versionHeader: string | null;
	/** 0 when no status was sent. */
	status: number;
	/** The operation's handler ran and committed. */
	executed: boolean;
	/** Milliseconds since the epoch, with fractions. */
	startedMs: number;
	endedMs: number;
	/** Requests in flight with the same key when this one started, itself included. */
	concurrent: number;
	closedByClient: boolean;
	bytes: number;
}

export interface LogFilter {
	method?: string;
	route?: string;
	key?: string;
	status?: number;
	since?: number;
	last?: number;
}

interface RouteSummary {
	count: number;
	executed: number;
	maxConcurrent: number;
	statuses: Record<string, number>;
}

/** The last requests, and counts by route that stay exact when older entries are dropped. */
export class RequestLog {
	readonly #capacity: number;
	#entries: LogEntry[] = [];
	#oldest = 0;
	#seq = 0;
	#inFlight = new Map<string, number>();
	#byRoute = new Map<string, RouteSummary>();

	constructor(capacity = 300_000) {
		this.#capacity = capacity;
	}

	begin(
		facts: Pick<LogEntry, 'method' | 'path' | 'route' | 'search' | 'key' | 'versionHeader'>,
	): LogEntry {
		const concurrent = (this.#inFlight.get(facts.key) ?? 0) + 1;
		this.#inFlight.set(facts.key, concurrent);
		const entry: LogEntry = {
			...facts,
			seq: ++this.#seq,
			status: 0,
			executed: false,
			startedMs: preciseNow(),
			endedMs: 0,
			concurrent,
			closedByClient: false,
			bytes: 0,
		};
		this.#keep(entry);
		return entry;
	}

	/** Completes the entry when the connection is done with it. */
	end(entry: LogEntry, outcome: Pick<LogEntry, 'status' | 'closedByClient' | 'bytes'>): void {
		Object.assign(entry, outcome, { endedMs: preciseNow() });
		this.#inFlight.set(entry.key, this.#inFlight.get(entry.key)! - 1);
		const name = `${entry.method} ${entry.route}`;
		const summary = this.#byRoute.get(name) ?? newSummary();
		summary.count++;
		summary.executed += Number(entry.executed);
		summary.maxConcurrent = Math.max(summary.maxConcurrent, entry.concurrent);
		summary.statuses[entry.status] = (summary.statuses[entry.status] ?? 0) + 1;
		this.#byRoute.set(name, summary);
	}

	/** Oldest first. Looks from the newest back, as the page and tests ask for the last few of many. */
	entries({ last = Infinity, since = 0, ...filter }: LogFilter = {}): LogEntry[] {
		const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
		const found: LogEntry[] = [];
		for (let age = 0; age < this.#entries.length && found.length < last; age++) {
			const entry = this.#entryOfAge(age);
			if (entry.seq <= since) break;
			if (wanted.every(([name, value]) => entry[name as keyof LogEntry] === value)) {
				found.push(entry);
			}
		}
		return found.reverse();
	}

	summary() {
		const routes = [...this.#byRoute.values()];
		return {
			total: routes.reduce((sum, route) => sum + route.count, 0),
			maxConcurrent: Math.max(0, ...routes.map((route) => route.maxConcurrent)),
			byRoute: Object.fromEntries(this.#byRoute),
		};
	}

	/** Forgets the past. Requests in flight stay counted as such and end in the new log. */
	clear(): void {
		this.#entries = [];
		this.#oldest = 0;
		this.#byRoute.clear();
	}

	/** 0 is the newest. The entries are a ring once the log is full. */
	#entryOfAge(age: number): LogEntry {
		const count = this.#entries.length;
		return this.#entries[(this.#oldest + count - 1 - age) % count]!;
	}

	#keep(entry: LogEntry): void {
		if (this.#entries.length < this.#capacity) {
			this.#entries.push(entry);
			return;
		}
		this.#entries[this.#oldest] = entry;
		this.#oldest = (this.#oldest + 1) % this.#capacity;
	}
}

function newSummary(): RouteSummary {
	return { count: 0, executed: 0, maxConcurrent: 0, statuses: {} };
}

function preciseNow(): number {
	return performance.timeOrigin + performance.now();
}
