import type { ContractRecord } from '../../api/types';
import { REFUSED, statusOf } from '../../transport/errors/requestError';
import { NOT_FOUND, OTHERS, refusedRecords, withNote } from './refusedRecords';
import type { Columns } from './columns';
import type { PlannedRecord } from './plan';
import type { ContractTable } from './table';

/** So many halves are sent at the most: where that does not find all bad rows, the mistake is not in single rows. */
const MOST_HALVES = 500;

export interface UpsertSettings {
	/** Whether existing rows that are not in the input are read and sent along, so that they stay in any case. */
	keepsOthers: boolean;
	/** 0 writes all of them in one request. */
	recordsPerRequest: number;
	/** Whether the others are written where some are refused; otherwise the first that is refused ends it. */
	continueOnFail: boolean;
}

/** What became of a record. */
export interface Written {
	/** Absent when it was written. */
	error?: Error;
	/** As the service shows it; absent where it does not. */
	row?: ContractRecord;
	/** Whether it was like that before, so that nothing of it was written. */
	isUnchanged?: boolean;
}

/**
 * Writes records in one request, unless split. Where the service refuses them and does not say for which one, halves
 * are sent until the first bad one is found, and then the rest at once: `log2(n) + 2` more requests for each bad one.
 */
export class RecordWriter {
	/** Of those that were tried, and of those that need not be. */
	private readonly outcomes: Map<PlannedRecord, Written>;
	private halves = 0;
	/** Whether one record was refused on its own. */
	private hasRefusedOne = false;
	/** Whether the service has taken any records of this run. */
	private isAccepting = false;
	private isOver = false;

	constructor(
		private readonly table: ContractTable,
		private readonly columns: Columns,
		private readonly settings: UpsertSettings,
		/** What need not be written. */
		written: ReadonlyMap<PlannedRecord, Written>,
	) {
		this.outcomes = new Map(written);
	}

	/** What became of the records; without those that were not tried after a failure. */
	async write(records: PlannedRecord[]): Promise<Map<PlannedRecord, Written>> {
		const open = records.filter((record) => !this.outcomes.has(record));
		const size = this.settings.recordsPerRequest || open.length;
		for (let start = 0; start < open.length; start += size) {
			await this.writePart(open.slice(start, start + size), records);
		}
		return this.outcomes;
	}

	private async writePart(part: PlannedRecord[], all: PlannedRecord[]): Promise<void> {
		let pending = part;
		let next = part;
		// The rest of what was refused together with what is sent next: a bad one is among them.
		let suspects: PlannedRecord[] = [];
		while (pending.length > 0 && !this.isOver) {
			// The service may remove whatever rows of the input a request leaves out.
			const carried = all.map((record) => this.outcomes.get(record)?.row ?? record);
			const error = await this.attempt(next, carried);
			if (error) await this.blame(error, next, pending);
			const left = pending.filter((record) => !this.outcomes.has(record));
			if (left.length === pending.length) [next, suspects] = halvesOf(next);
			else [next, suspects] = error ? [left, []] : halvesOf(suspects);
			if (next.length === 0) [next, suspects] = [suspects.length > 0 ? suspects : left, []];
			pending = left;
		}
	}

	/** The error of a request that failed. */
	private async attempt(
		records: PlannedRecord[],
		carried: Array<ContractRecord | PlannedRecord>,
	): Promise<Error | undefined> {
		try {
			const shown = await this.table.write(records, carried);
			this.isAccepting = true;
			for (const record of records) this.outcomes.set(record, { row: shown.get(record) });
			return undefined;
		} catch (error) {
			return error as Error;
		}
	}

	/** Fails the records that the error is for; none where halves are to be tried. */
	private async blame(
		error: Error,
		next: PlannedRecord[],
		pending: PlannedRecord[],
	): Promise<void> {
		if (!REFUSED.includes(statusOf(error) ?? 0)) return this.fail(next, error);
		const refused = refusedRecords(error, next, this.columns);
		if (refused.length > 0) return this.fail(refused, error);
		const general = await this.refusalOfAny(error, next);
		if (general) return this.fail(pending, general);
		if (next.length > 1) {
			if (this.halves++ >= MOST_HALVES) this.fail(pending, withNote(error, NOT_FOUND));
			return;
		}
		this.hasRefusedOne = true;
		this.fail(next, error);
	}

	private fail(records: PlannedRecord[], error: Error): void {
		this.isOver ||= !this.settings.continueOnFail;
		for (const record of records) this.outcomes.set(record, { error });
	}

	/** Where the service would refuse whatever records it gets, the error that says so. */
	private async refusalOfAny(error: Error, next: PlannedRecord[]): Promise<Error | undefined> {
		if (this.isAccepting) return undefined;
		const isUnseen = statusOf(error) === 404 && !this.table.isRead;
		try {
			if (isUnseen) await this.table.read();
			if (this.hasRefusedOne && next.length > 1 && this.table.keepsOthers) {
				// The first bad one is out, and nothing has been written yet: perhaps it is none of them.
				await this.table.write([]);
				this.isAccepting = true;
			}
			return undefined;
		} catch (refusal) {
			return isUnseen ? error : withNote(refusal as Error, OTHERS);
		}
	}
}

/** The first half, never the longer one, and the rest. */
function halvesOf(records: PlannedRecord[]): [PlannedRecord[], PlannedRecord[]] {
	const middle = Math.floor(records.length / 2);
	return [records.slice(0, middle), records.slice(middle)];
}
