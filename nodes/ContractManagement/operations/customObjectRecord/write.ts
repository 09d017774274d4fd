import type { TypedField } from '../../api/creationForm';
import { isIdentifier } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { RECORD_ID } from '../../api/recordColumns';
import { isObject } from '../../api/shapes';
import type { ContractRecord } from '../../api/types';
import { contextOf, REFUSED, statusOf, withNote } from '../../transport/errors/requestError';
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

/**
 * Writes records in one request, unless split. Of a refused one those fail whose value the service names, else all.
 * @param written what need not be written
 * @returns what became of the records; without those that were not tried after a failure
 */
export async function writeRecords(
	table: ContractTable,
	columns: Columns,
	{ recordsPerRequest, continueOnFail }: UpsertSettings,
	written: ReadonlyMap<PlannedRecord, Written>,
	records: PlannedRecord[],
): Promise<Map<PlannedRecord, Written>> {
	const outcomes = new Map(written);
	const isOpen = (record: PlannedRecord) => !outcomes.has(record);
	const open = records.filter(isOpen);
	const size = recordsPerRequest || open.length;
	for (let start = 0; start < open.length; start += size) {
		let part = open.slice(start, start + size);
		while (part.length > 0) {
			// The service may remove whatever rows of the input a request leaves out.
			const carried = records.map((record) => outcomes.get(record)?.row ?? record);
			try {
				const shown = await table.write(part, carried);
				for (const record of part) outcomes.set(record, { row: shown.get(record) });
			} catch (error) {
				const failed = failedBy(error as Error, part, columns);
				for (const record of failed.records) outcomes.set(record, { error: failed.error });
				if (!continueOnFail) return outcomes;
			}
			part = part.filter(isOpen);
		}
	}
	return outcomes;
}

/** The records that the error is for. */
function failedBy(error: Error, part: PlannedRecord[], columns: Columns) {
	const isRefused = REFUSED.includes(statusOf(error) ?? 0);
	const named = isRefused ? refusedRecords(error, part, columns) : [];
	if (named.length > 0) return { error, records: named };
	const isUnclear = isRefused && part.length > 1;
	return { error: isUnclear ? withNote(error, NOT_NAMED) : error, records: part };
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
	// The service may name a column by its id, by its name, or by a path in the body.
	const field = String(details.field ?? '');
	const isNamed = ({ id, name }: TypedField) => name === field || field.includes(id);
	const named = records[0].rows[0].fields.filter(isNamed).map(({ id }) => id);
	if (named.length === 0 && !isIdentifier(value)) return [];
	const isMeant = ([column, held]: readonly [string, unknown]) =>
		(named.length === 0 || named.includes(column)) &&
		columns.comparison(column).isSame(held, value);
	return records.filter(({ id, values }) => [...values, [RECORD_ID, id] as const].some(isMeant));
}

const NOT_NAMED =
	'The service does not say which row it means, so none of this request was written. Fewer Records per Request narrow it down.';
