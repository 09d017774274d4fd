import { isClear } from '../../api/coercion';
import { invalidField, type FieldProblem } from '../../api/fieldProblems';
import type { TypedField } from '../../api/creationForm';
import { isBlank } from '../../api/options';
import type { FieldValue } from '../../api/types';
import { invalidInput } from '../../transport/errors/requestError';
import { checkedIdentifier } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { fieldNamed, finderOf, known } from '../shared/fieldFinder';
import {
	coercedFields,
	labelIn,
	mappedValues,
	unknownField,
	type MappedValues,
} from '../shared/fieldInput';
import { readingOf } from '../shared/dateParameters';
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
	const mapped = mappedValues(scope);
	const { [RECORD_ID]: id, [CATALOG_RECORD_ID]: catalogId, ...given } = mapped.values;
	const { fields, find, values } = await valuesOf(scope, customObjectId, {
		...mapped,
		values: given,
	});
	const columns = mapped.matchingColumns.filter((column) => column !== RECORD_ID);
	// It may be that of another system.
	const idLabel = mapped.isAutomatic ? 'Record ID (property id)' : 'Record ID';
	const row: Row = {
		itemIndex: scope.itemIndex,
		id: recordId(scope, idLabel, id) ?? null,
		fromCatalogRecordId: recordId(scope, 'Catalog Record ID', catalogId),
		values,
		fields,
		matchBy: columns.map((column) => fieldNamed(find, column)?.id ?? column),
	};
	const namesNone = Object.keys(known(given, find)).length === 0;
	const problem = withoutKey(row, mapped) ?? withoutValue(row, namesNone);
	if (problem) throw invalidInput(scope.node, problem, scope.itemIndex);
	return row;
}

/** What the row is matched by in the column. */
export function matchValue(
	{ fromCatalogRecordId, values }: Pick<Row, 'fromCatalogRecordId' | 'values'>,
	column: string,
): FieldValue | undefined {
	return column === CATALOG_RECORD_ID ? fromCatalogRecordId : values.get(column);
}

/** What the column is called. */
export function nameOf(fields: TypedField[], column: string): string {
	if (column === CATALOG_RECORD_ID) return 'Catalog Record ID';
	return fields.find(({ id }) => id === column)?.name ?? column;
}

function recordId(scope: ItemScope, label: string, value: unknown): string | null | undefined {
	if (isClear(value)) return null;
	return isBlank(value) ? undefined : checkedIdentifier(scope, label, value);
}

/** The values by smart field, and the fields: as the editor remembers them, unless a value does not fit these. */
async function valuesOf(scope: ItemScope, customObjectId: string, mapped: MappedValues) {
	const settings = readingOf(scope);
	const read = (fields: TypedField[]) => {
		const find = finderOf(fields);
		const unknown = (key: string, name: string) => noSuchField(key, name, fields);
		return { fields, find, ...coercedFields(mapped, find, settings, unknown) };
	};
	// What the input has in automatic mode may be a field that the editor has not seen yet.
	const columns = mapped.isAutomatic ? undefined : Object.keys(mapped.values);
	const remembered = columns && rememberedFields(mapped.schema as RecordColumn[], columns);
	const first = remembered && read(remembered);
	const isFit = first?.problems.length === 0;
	const { problems, ...row } = isFit
		? first
		: read((await readTable(scope.connection, customObjectId)).fields);
	if (problems.length > 0) throw invalidInput(scope.node, problems[0], scope.itemIndex);
	return row;
}

function noSuchField(key: string, name: string, fields: TypedField[]): FieldProblem {
	const message = `The custom object has no field '${name}'`;
	const problem = unknownField(message, name, key, null, fields);
	const advice = 'If it was changed, choose Refresh Field List in the node.';
	return { ...problem, description: `${problem.description}. ${advice}` };
}

function withoutKey(row: Row, { schema }: MappedValues): FieldProblem | undefined {
	const { id, fields, matchBy } = row;
	const blank = matchBy.find((column) => isBlank(matchValue(row, column)));
	if (id !== null || blank === undefined) return undefined;
	const field = nameOf(fields, blank);
	if (field === blank) return noSuchField(blank, labelIn(schema, blank), fields);
	const advice = 'Without it the row cannot be found again, and running twice would double it.';
	const message = `The field to match on '${field}' is empty`;
	return invalidField({ id: blank, name: field }, null, message, advice);
}

// An empty row is no record; and what names no field of an existing one has been mapped to something else.
function withoutValue(row: Row, namesNone: boolean): FieldProblem | undefined {
	const { id, values, fromCatalogRecordId, fields } = row;
	if (values.size > 0 || fromCatalogRecordId !== undefined) return undefined;
	if (id !== null && !namesNone) return undefined;
	const availableOptions = fields.map(({ name }) => name);
	return invalidField(
		{ id: 'fields', name: 'Fields' },
		null,
		'The item has no value for any field of the custom object',
		`Give at least one of: ${availableOptions.join(', ')}. Mapped automatically, a property has the name of its field.`,
		availableOptions,
	);
}
