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

/** Said of rows that were refused together. */
export const NOT_NAMED =
	'The service does not say which row it means, so none of this request was written. Fewer Records per Request narrow it down: with 1 only the bad rows fail, and all of them where it refuses the existing rows that are sent along.';

/** The error with one more sentence. */
export function withNote(error: Error, note: string): Error {
	const copy = copyOf(error) as NodeApiError;
	const { description } = copy;
	return Object.assign(copy, { description: description ? `${description} ${note}` : note });
}
