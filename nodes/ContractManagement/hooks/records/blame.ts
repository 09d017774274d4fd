import type { NodeApiError } from 'n8n-workflow';
import { isSameValue } from '../../api/differences';
import { isObject } from '../../api/shapes';
import type { PlannedRecord } from './plan';

/**
 * The records that the service refused the whole request for: those that hold the value that its error names. A 400 is
 * answered before anything is executed, so the others can be sent without them.
 */
export function blamedRows(error: unknown, records: PlannedRecord[]): PlannedRecord[] {
	const { httpCode, context } = error as Partial<NodeApiError>;
	const details: unknown = context?.details;
	if (httpCode !== '400' || !isObject(details) || !('value' in details)) return [];
	const named = String(details.field ?? '');
	return records.filter(({ input, rows }) => {
		const ids = rows[0].fields
			.filter(({ id, name }) => named.includes(id) || named === name)
			.map(({ id }) => id);
		return input.fields.some(
			({ smartFieldId, value }) =>
				(ids.length === 0 || ids.includes(smartFieldId)) && isSameValue(value, details.value),
		);
	});
}
