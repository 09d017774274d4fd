import type { NodeApiError } from 'n8n-workflow';
import { contextOf, copyOf } from '../../transport/errors/requestError';
import { isIdentifier } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { CATALOG_RECORD_ID, RECORD_ID } from '../../api/recordColumns';
import { isObject } from '../../api/shapes';
import type { Columns } from './columns';
import type { PlannedRecord } from './plan';

/**
 * The records that the service refused the whole request for: those that hold the value that its error names. None where
 * it names no value, or one that could be that of any field.
 */
export function refusedRecords(
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

/** Said of rows that were not tried, as the request would undo those before. */
export const NOT_SHOWN = {
	message: 'The service does not show the rows that were written just before',
	description:
		'This row was not sent: a request without those before may remove them. Wait until the service shows them, then run the items that failed, or write all rows with one request (Records per Request 0).',
};

/** Said where halves do not find the bad row. */
export const NOT_FOUND = `The service does not say which row it means, and there are too many of them to be found by sending fewer at a time: this one may be right. It was not written.`;

/** Said where it is none of the rows of the input. */
export const OTHERS =
	'The service refuses the existing rows, which are sent along so that they stay, or any change of this table. If it keeps rows that a request does not name, choose Leave to the Service for Records Not in the Input.';

/** The error with one more sentence. */
export function withNote(error: Error, note: string): Error {
	const copy = copyOf(error) as NodeApiError;
	const { description } = copy;
	return Object.assign(copy, { description: description ? `${description} ${note}` : note });
}
