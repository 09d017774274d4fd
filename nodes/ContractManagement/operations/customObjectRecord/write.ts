import type { ContractRecord } from '../../api/types';
import { statusOf } from '../../transport/errors/requestError';
import { NOT_FOUND, OTHERS, refusedRecords, withNote } from './refusedRecords';
import type { Columns } from './columns';
import type { PlannedRecord } from './plan';
import { isRefusal, type ContractTable } from './table';

/** So many halves are sent at the most: where that does not find all bad rows, the mistake is not in single rows. */
const MOST_HALVES = 500;

/** What became of some records. */
export interface PartResult {
	records: PlannedRecord[];
	/** Absent when they were written. */
	error?: Error;
	/** As the service shows them; without those that it does not show. */
	written: Map<PlannedRecord, ContractRecord>;
}

export interface WriteSettings {
	/** 0 writes all of them in one request. */
	recordsPerRequest: number;
	/** Whether the others are written where some are refused; otherwise the first that is refused ends it. */
	continueOnFail: boolean;
}

/**
 * Writes records in one request, unless split. Where the service refuses them and does not say for which one, halves
 * are sent until the first bad one is found, and then the rest at once: `log2(n) + 2` more requests for each bad one.
 */
export class RecordWriter {
	private readonly outcomes: PartResult[] = [];
	private halves = 0;
	/** Whether one record was refused on its own. */
	private hasRefusedOne = false;
	/** Whether the service has taken any records of this run. */
	private isAccepting = false;

	constructor(
		private readonly table: ContractTable,
		private readonly columns: Columns,
		private readonly settings: WriteSettings,
	) {}

	/** What became of the records; without those that were not tried after a failure. */
	async write(records: PlannedRecord[]): Promise<PartResult[]> {
		for (const part of partsOf(records, this.settings.recordsPerRequest))
			await this.writePart(part);
		return this.outcomes;
	}

	private get isOver(): boolean {
		return !this.settings.continueOnFail && this.outcomes.some(({ error }) => error);
	}

	private async writePart(part: PlannedRecord[]): Promise<void> {
		const carried: ContractRecord[] = [];
		let pending = part;
		let next = part;
		// The rest of what was refused together with what is sent next: a bad one is among them.
		let suspects: PlannedRecord[] = [];
		while (pending.length > 0 && !this.isOver) {
			const { error, written } = await this.attempt(next, carried);
			const failed = error ? await this.failedOf(error, next, pending) : [];
			if (error && failed.length === 0) {
				[next, suspects] = halvesOf(next);
				continue;
			}
			carried.push(...written.values());
			pending = without(pending, error ? failed : next);
			[next, suspects] = error ? [pending, []] : halvesOf(suspects);
			if (next.length === 0) [next, suspects] = [suspects.length > 0 ? suspects : pending, []];
		}
	}

	private async attempt(records: PlannedRecord[], carried: ContractRecord[]): Promise<PartResult> {
		try {
			const written = await this.table.write(records, carried);
			this.isAccepting = true;
			this.outcomes.push({ records, written });
			return { records, written };
		} catch (error) {
			return { records, written: new Map(), error: error as Error };
		}
	}

	/** Notes which records the error is for; none where halves are to be tried. */
	private async failedOf(
		error: Error,
		next: PlannedRecord[],
		pending: PlannedRecord[],
	): Promise<PlannedRecord[]> {
		if (!isRefusal(error)) return this.fail(next, error);
		const refused = refusedRecords(error, next, this.columns);
		if (refused.length > 0) return this.fail(refused, error);
		const general = await this.refusalOfAny(error, next);
		if (general) return this.fail(pending, general);
		if (next.length === 1) {
			this.hasRefusedOne = true;
			return this.fail(next, error);
		}
		if (this.halves++ < MOST_HALVES) return [];
		return this.fail(pending, withNote(error, NOT_FOUND));
	}

	private fail(records: PlannedRecord[], error: Error): PlannedRecord[] {
		this.outcomes.push({ records, error, written: new Map() });
		return records;
	}

	/** Where the service would refuse whatever records it gets, the error that says so. */
	private async refusalOfAny(error: Error, next: PlannedRecord[]): Promise<Error | undefined> {
		if (this.isAccepting) return undefined;
		const isUnseen = statusOf(error) === 404 && !this.table.isRead;
		try {
			if (isUnseen) await this.table.read();
			// The first bad one is out, and nothing has been written yet: perhaps it is none of them.
			const isDoubtful = this.hasRefusedOne && next.length > 1;
			if (isDoubtful && (await this.table.writeOthers())) this.isAccepting = true;
			return undefined;
		} catch (refusal) {
			return isUnseen ? error : withNote(refusal as Error, OTHERS);
		}
	}
}

function partsOf(records: PlannedRecord[], size: number): PlannedRecord[][] {
	if (size <= 0 || records.length <= size) return [records];
	const count = Math.ceil(records.length / size);
	return Array.from({ length: count }, (_, i) => records.slice(i * size, (i + 1) * size));
}

/** The first half, never the longer one, and the rest. */
function halvesOf(records: PlannedRecord[]): [PlannedRecord[], PlannedRecord[]] {
	const middle = Math.floor(records.length / 2);
	return [records.slice(0, middle), records.slice(middle)];
}

function without(records: PlannedRecord[], gone: PlannedRecord[]): PlannedRecord[] {
	const left = new Set(gone);
	return records.filter((record) => !left.has(record));
}
