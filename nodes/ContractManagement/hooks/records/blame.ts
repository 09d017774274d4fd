import type { NodeApiError } from 'n8n-workflow';
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
export function blamedRecords(
	error: unknown,
	records: PlannedRecord[],
	columns: Columns,
): PlannedRecord[] {
	const details: unknown = (error as Partial<NodeApiError>).context?.details;
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
				!isBlank(each) &&
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
