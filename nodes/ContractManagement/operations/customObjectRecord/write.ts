import type { NodeApiError } from 'n8n-workflow';
import { isIdentifier } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { CATALOG_RECORD_ID, RECORD_ID } from '../../api/recordColumns';
import { isObject } from '../../api/shapes';
import type { ContractRecord } from '../../api/types';
import { contextOf, copyOf, REFUSED, statusOf } from '../../transport/errors/requestError';
import type { Columns } from './columns';
import type { PlannedRecord } from './plan';
import type { ContractTable } from './table';

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

/** Writes records in one request, unless split. Of a refused one those fail whose value the service names, else all. */
export class RecordWriter {
	/** Of those that were tried, and of those that need not be. */
	private readonly outcomes: Map<PlannedRecord, Written>;
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
		const isOpen = (record: PlannedRecord) => !this.outcomes.has(record);
		const open = records.filter(isOpen);
		const size = this.settings.recordsPerRequest || open.length;
		for (let start = 0; start < open.length; start += size) {
			let part = open.slice(start, start + size);
			while (part.length > 0 && !this.isOver) {
				await this.attempt(part, records);
				part = part.filter(isOpen);
			}
		}
		return this.outcomes;
	}

	private async attempt(part: PlannedRecord[], all: PlannedRecord[]): Promise<void> {
		// The service may remove whatever rows of the input a request leaves out.
		const carried = all.map((record) => this.outcomes.get(record)?.row ?? record);
		try {
			const shown = await this.table.write(part, carried);
			for (const record of part) this.outcomes.set(record, { row: shown.get(record) });
		} catch (error) {
			this.blame(error as Error, part);
		}
	}

	/** Fails the records that the error is for. */
	private blame(error: Error, part: PlannedRecord[]): void {
		this.isOver = !this.settings.continueOnFail;
		const isRefused = REFUSED.includes(statusOf(error) ?? 0);
		const named = isRefused ? refusedRecords(error, part, this.columns) : [];
		const isUnclear = isRefused && named.length === 0 && part.length > 1;
		const told = isUnclear ? withNote(error, NOT_NAMED) : error;
		for (const record of named.length > 0 ? named : part)
			this.outcomes.set(record, { error: told });
	}
}

/**
 * The records that the service refused the whole request for: those that hold the value that its error names. None where
 * it names no value, or one that could be that of any field.
 */
function refusedRecords(
	error: unknown,
	records: PlannedRecord[],
	columns: Columns,
): PlannedRecord[] {
	const { details } = contextOf(error);
	if (!isObject(details)) return [];
	const value = details.value ?? details.id;
	if (isBlank(value)) return [];
	const named = fieldsNamed(String(details.field ?? ''), records);
	if (named.length === 0 && !isIdentifier(value)) return [];
	return records.filter((record) => {
		const held = new Map<string, unknown>([
			...record.values,
			[RECORD_ID, record.id],
			[CATALOG_RECORD_ID, record.fromCatalogRecordId],
		]);
		return [...held].some(
			([column, each]) =>
				(named.length === 0 || named.includes(column)) &&
				columns.comparison(column).isSame(each, value),
		);
	});
}

/** The columns that the service means, which may name one by its id, by its name, or by a path in the body. */
function fieldsNamed(named: string, [{ rows }]: PlannedRecord[]): string[] {
	return rows[0].fields
		.filter(({ id, name }) => named === name || named.includes(id))
		.map(({ id }) => id);
}

/** Said of rows that were refused together. */
const NOT_NAMED =
	'The service does not say which row it means, so none of this request was written. Fewer Records per Request narrow it down.';

/** The error with one more sentence. */
function withNote(error: Error, note: string): Error {
	const copy = copyOf(error) as NodeApiError;
	const { description } = copy;
	return Object.assign(copy, { description: description ? `${description} ${note}` : note });
}
