import type { NodeApiError } from 'n8n-workflow';
import { isSameValue } from '../../api/differences';
import { isBlank } from '../../api/options';
import { isObject } from '../../api/shapes';
import type { PlannedRecord } from './plan';

/** Answers that are given before anything is executed, for a value or a reference in the body. */
const REFUSALS = new Set(['400', '404']);

/**
 * The records that the service refused the whole request for: those that hold the value that its error names, so that
 * the others can be sent without them.
 */
export function blamedRecords(error: unknown, records: PlannedRecord[]): PlannedRecord[] {
	const { httpCode, context } = error as Partial<NodeApiError>;
	const details: unknown = context?.details;
	if (!REFUSALS.has(String(httpCode)) || !isObject(details)) return [];
	const value = details.value ?? details.id;
	if (isBlank(value)) return [];
	return records.filter((record) => holds(record, String(details.field ?? ''), value));
}

function holds({ input, rows }: PlannedRecord, named: string, value: unknown): boolean {
	const ids = rows[0].fields
		.filter(({ id, name }) => named === name || named.includes(id))
		.map(({ id }) => id);
	const values = input.fields
		.filter(({ smartFieldId }) => ids.length === 0 || ids.includes(smartFieldId))
		.map((field) => field.value);
	return [...values, input.id, input.fromCatalogRecordId].some(
		(held) => !isBlank(held) && isSameValue(held, value),
	);
}
