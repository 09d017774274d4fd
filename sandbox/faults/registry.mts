import type { LogEntry } from '../http/requestLog.mts';
import type { Fault } from './fault.mts';

export interface ActiveFault extends Fault {
	id: string;
	/** Hits to come; `null` = until cleared. */
	left: number | null;
	/** Matching requests that still pass. */
	toSkip: number;
}

/** The faults that wait for their requests. */
export class FaultRegistry {
	#faults: ActiveFault[] = [];
	#nextId = 1;

	add(fault: Fault): ActiveFault {
		const times = fault.times ?? 1;
		const active = {
			...fault,
			id: `fault-${this.#nextId++}`,
			left: times === 0 ? null : times,
			toSkip: fault.skip ?? 0,
		};
		this.#faults.push(active);
		return active;
	}

	all(): ActiveFault[] {
		return [...this.#faults];
	}

	remove(id: string): boolean {
		const count = this.#faults.length;
		this.#faults = this.#faults.filter((fault) => fault.id !== id);
		return this.#faults.length < count;
	}

	clear(): void {
		this.#faults = [];
	}

	/** The fault that hits this request, counted as used. The first one that matches wins. */
	take(entry: LogEntry): ActiveFault | undefined {
		for (const fault of this.#faults) {
			if (!matches(fault, entry)) continue;
			if (fault.toSkip > 0) {
				fault.toSkip--;
				continue;
			}
			if (fault.left !== null && --fault.left === 0) this.remove(fault.id);
			return fault;
		}
		return undefined;
	}
}

function matches(fault: Fault, entry: LogEntry): boolean {
	const names = ['*', entry.route, `${entry.method} ${entry.route}`, `${entry.method} *`];
	if (!names.includes(fault.route)) return false;
	if (fault.key !== undefined && fault.key !== entry.key) return false;
	return fault.match === undefined || (entry.path + entry.search).includes(fault.match);
}
