import type { Call } from '../http/operation.mts';
import type { RecordField } from '../schemas/customObject.mts';
import type { CustomObjectDefinition } from '../store/catalog.mts';
import { recordsOfContract } from '../store/records/row.mts';
import { recordViews } from '../store/records/view.mts';

/** The custom objects, each with its id, the names of its columns, and what the contract has in it row by row. */
export function tablesOf({ database, catalog }: Call, contractId: string) {
	const rowsOf = (customObject: CustomObjectDefinition) => {
		const records = recordsOfContract(database, customObject.id, contractId);
		return recordViews(database, catalog, customObject, records);
	};
	return [...catalog.customObjects.values()].map((customObject) => ({
		id: customObject.id,
		name: customObject.name,
		columns: customObject.smartFields.map(({ name }) => name),
		rows: rowsOf(customObject).map(({ fields }) => fields.map(readableValue)),
	}));
}

/** Of a relation, what the linked record has in its first field: a person cannot read its id. */
function readableValue({ rawValue, relatedRecords = [] }: RecordField) {
	return relatedRecords[0]?.fields[0]?.rawValue ?? rawValue;
}
