import type { IDataObject } from 'n8n-workflow';
import { keysByName } from '../../api/names';
import type { ContractRecord } from '../../api/types';
import type { PlannedRecord } from './plan';
import { simplifiedRecord, type RecordPlace } from './simplify';

/** What became of an input item. */
export interface RowResult {
	itemIndex: number;
	json: IDataObject;
}

/**
 * One result per input row.
 *
 * @param written the records as the service shows them; one that it does not show is given as it was sent, without an
 * id where it is new
 */
export function resultsOf(
	records: PlannedRecord[],
	written: Map<PlannedRecord, ContractRecord>,
	place: RecordPlace,
): RowResult[] {
	return records.flatMap((planned) => {
		const { id, rows } = planned;
		const record = written.get(planned);
		const shown = record ? simplifiedRecord(record, place, rows[0].fields) : asSent(planned, place);
		const last = rows[rows.length - 1].itemIndex;
		return rows.map(({ itemIndex }) => ({
			itemIndex,
			json: {
				action: id === null ? 'created' : 'updated',
				...shown,
				// Two rows for one record: the later one won.
				...(itemIndex !== last && { mergedIntoItem: last }),
			},
		}));
	});
}

function asSent({ id, fromCatalogRecordId, values, rows }: PlannedRecord, place: RecordPlace) {
	const keys = keysByName(rows[0].fields);
	const entries = [...values].map(([field, value]) => [keys.get(field) ?? field, value]);
	const fields = Object.fromEntries(entries) as IDataObject;
	return { id, ...place, fromCatalogRecordId: fromCatalogRecordId ?? null, fields };
}
