import type { ContractRecord, RecordField } from '../../schemas/customObject.mts';
import type { FieldValue } from '../../schemas/values.mts';
import type { Catalog, CustomObjectDefinition } from '../catalog.mts';
import type { Database } from '../database.mts';
import { readable } from '../fields/change.mts';
import { recordValues, type RecordRow } from './row.mts';

type SmartField = CustomObjectDefinition['smartFields'][number];

/** Shows the records of a custom object, with the readable values of the records that relations point to. */
export function recordViews(
	database: Database,
	catalog: Catalog,
	customObject: CustomObjectDefinition,
	rows: RecordRow[],
): ContractRecord[] {
	const related = new Map<string, RecordRow | undefined>();
	const find = (id: string) => {
		if (!related.has(id)) {
			related.set(id, database.get<RecordRow>('SELECT * FROM records WHERE id = ?', id));
		}
		return related.get(id);
	};
	return rows.map((row) => {
		const values = recordValues(row);
		return {
			id: row.id,
			fromCatalogRecordId: row.from_catalog_record_id,
			fields: customObject.smartFields.map((field) => {
				const view = plainField(field, values[field.id] ?? null);
				return field.type === 'relation' ? withRelated(catalog, view, find) : view;
			}),
		};
	});
}

/** Of a relation, raw and resolved value are both the id of the linked record; of options the resolved value has the names. */
function plainField(field: SmartField, value: FieldValue): RecordField {
	const { id, type, options } = field;
	const resolvedValue = options && value !== null ? readable(field, value) : value;
	return { smartFieldId: id, type, rawValue: value, resolvedValue };
}

function withRelated(
	catalog: Catalog,
	view: RecordField,
	find: (id: string) => RecordRow | undefined,
): RecordField {
	const record = typeof view.rawValue === 'string' ? find(view.rawValue) : undefined;
	if (!record) return { ...view, relatedRecords: [] };
	const values = recordValues(record);
	const { smartFields } = catalog.customObjects.get(record.custom_object_id)!;
	const fields = smartFields.map((field) => plainField(field, values[field.id] ?? null));
	return { ...view, relatedRecords: [{ id: record.id, fields }] };
}
