import type { IDataObject } from 'n8n-workflow';
import { sameId } from '../../api/identifiers';
import { CATALOG_RECORD_ID, RECORD_ID } from '../../api/recordColumns';
import { isObject } from '../../api/shapes';
import type { RecordField } from '../../api/types';
import type { MappedValues } from '../shared/fieldInput';

/** Which table a record belongs to; part of every item. */
export interface RecordPlace {
	customObjectId: string;
	contractId: string;
}

/**
 * What the item says: of the record's id, of its catalog record, and by column. An `id` of the input belongs to another
 * system, unless Record ID is a field to match on or the item is a record of this very table, as Get Many gives it: then
 * `shown` has what it shows, by name with Simplify and by id without it. Of a record of another contract its values count.
 */
export function givenIn(
	{ values, isAutomatic, matchingColumns }: MappedValues,
	place: RecordPlace,
) {
	const { [RECORD_ID]: id, [CATALOG_RECORD_ID]: catalogId, ...given } = values;
	const { customObjectId, contractId, fields, ...others } = given;
	const isRow = isAutomatic && sameId(String(customObjectId), place.customObjectId);
	const isRecord = isRow && sameId(String(contractId), place.contractId);
	const own = isRecord || !isAutomatic || matchingColumns.includes(RECORD_ID) ? id : undefined;
	// A column may be called so.
	const all = own === id ? given : { id, ...given };
	if (!isRow) return { id: own, catalogId, given: all };
	const entries = Array.isArray(fields)
		? (fields as RecordField[]).map(({ smartFieldId, rawValue }) => [smartFieldId, rawValue])
		: Object.entries(isObject(fields) ? fields : {});
	return { id: own, catalogId, given: others, shown: Object.fromEntries(entries) as IDataObject };
}
