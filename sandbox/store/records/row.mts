import type { FieldMap } from '../../schemas/values.mts';
import type { Database } from '../database.mts';

/** A row of the table `records`; `fields` is JSON. Without a contract it is a record of the object's catalog. */
export interface RecordRow {
	id: string;
	custom_object_id: string;
	contract_id: string | null;
	from_catalog_record_id: string | null;
	fields: string;
}

export function recordsOfContract(
	database: Database,
	customObjectId: string,
	contractId: string,
): RecordRow[] {
	return database.all<RecordRow>(
		'SELECT * FROM records WHERE contract_id = ? AND custom_object_id = ? ORDER BY position',
		contractId,
		customObjectId,
	);
}

/** A record of a custom object: from its catalog, or attached to the contract. */
export function findRecord(
	database: Database,
	customObjectId: string,
	id: string,
	contractId?: string,
): RecordRow | undefined {
	const row = database.get<RecordRow>(
		'SELECT * FROM records WHERE id = ? AND custom_object_id = ?',
		id.toLowerCase(),
		customObjectId,
	);
	const isVisible = row && (row.contract_id === null || row.contract_id === contractId);
	return isVisible ? row : undefined;
}

export function recordValues({ fields }: RecordRow): FieldMap {
	return JSON.parse(fields) as FieldMap;
}
