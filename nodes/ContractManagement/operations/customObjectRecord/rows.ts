import { CLEAR } from '../../api/coercion';
import type { FieldProblem } from '../../api/fieldProblems';
import type { TypedField } from '../../api/creationForm';
import { isBlank } from '../../api/options';
import type { FieldValue } from '../../api/types';
import { checkedIdentifier } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { coercedFields, fieldNamed, known, mappedValues } from '../shared/fieldInput';
import { refusedParameter } from '../shared/parameters';
import {
	CATALOG_RECORD_ID,
	RECORD_ID,
	rememberedFields,
	type RecordColumn,
} from '../../api/recordColumns';
import { readTable } from '../../transport/customObjects';

/** One input item as a row of a dynamic table; what it does not name stays as it is. */
export interface Row {
	itemIndex: number;
	id: string | null;
	/** Undefined when the item does not say. */
	fromCatalogRecordId: string | null | undefined;
	/** By smart field id. */
	values: Map<string, FieldValue>;
	/** The fields of the table, for their names. */
	fields: TypedField[];
	/** The columns by which existing rows are found, besides the record id. */
	matchBy: string[];
}

/**
 * Reads the item's mapper and coerces its values by the types of the smart fields.
 *
 * @throws NodeOperationError that names the field, the value and the item; also for a blank field to match on
 */
export async function rowOf(scope: ItemScope, customObjectId: string): Promise<Row> {
	const { values, schema, matchingColumns, isAutomatic } = mappedValues(scope);
	const columns = isAutomatic ? [] : Object.keys(values);
	const fields =
		rememberedFields(schema as RecordColumn[], columns) ??
		(await readTable(scope.connection, customObjectId)).fields;
	const { [RECORD_ID]: id, [CATALOG_RECORD_ID]: catalogId, ...given } = values;
	const row: Row = {
		itemIndex: scope.itemIndex,
		id: recordId(scope, 'Record ID', id) ?? null,
		fromCatalogRecordId: recordId(scope, 'Catalog Record ID', catalogId),
		values: valuesOf(scope, fields, isAutomatic ? known(given, fields) : given),
		fields,
		matchBy: matchingColumns
			.filter((column) => column !== RECORD_ID)
			.map((column) => fieldNamed(fields, column)?.id ?? column),
	};
	const blank = row.matchBy.find((column) => isBlank(matchValue(row, column)));
	if (row.id === null && blank !== undefined)
		throw refusedParameter(scope, withoutKey(fields, blank));
	return row;
}

/** What the row is matched by in the column. */
export function matchValue(row: Row, column: string): FieldValue | undefined {
	return column === CATALOG_RECORD_ID ? row.fromCatalogRecordId : row.values.get(column);
}

/** What the column is called. */
export function nameOf(fields: TypedField[], column: string): string {
	return fields.find(({ id }) => id === column)?.name ?? 'Catalog Record ID';
}

function recordId(scope: ItemScope, label: string, value: unknown): string | null | undefined {
	if (value === CLEAR) return null;
	return isBlank(value) ? undefined : checkedIdentifier(scope, label, value);
}

function valuesOf(
	scope: ItemScope,
	fields: TypedField[],
	given: Record<string, unknown>,
): Map<string, FieldValue> {
	const settings = { zone: scope.context.getTimezone(), richText: 'markdown' as const };
	const { values, problems } = coercedFields(given, fields, settings, (key) =>
		unknownField(key, fields),
	);
	if (problems.length > 0) throw refusedParameter(scope, problems[0]);
	return values;
}

function unknownField(key: string, fields: TypedField[]): FieldProblem {
	const names = fields.map(({ name }) => name);
	return {
		errorId: 'FIELD_NOT_FOUND',
		message: `The custom object has no field '${key}'`,
		description: `It has: ${names.join(', ')}. If it was changed, choose Refresh Field List in the node.`,
		details: { field: key, fieldId: key, value: null, availableOptions: names },
	};
}

function withoutKey(fields: TypedField[], column: string): FieldProblem {
	const name = nameOf(fields, column);
	return {
		errorId: 'INVALID_INPUT',
		message: `The field to match on '${name}' is empty`,
		description: 'Without it the row cannot be found again, and running twice would double it.',
		details: { field: name, fieldId: column, value: null },
	};
}
