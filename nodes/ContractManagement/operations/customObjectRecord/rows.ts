import { isClear } from '../../api/coercion';
import { invalidField, type FieldProblem } from '../../api/fieldProblems';
import type { TypedField } from '../../api/creationForm';
import { listed } from '../../api/names';
import { isBlank } from '../../api/options';
import { CATALOG_RECORD_ID, RECORD_ID } from '../../api/recordColumns';
import type { FieldValue } from '../../api/types';
import { invalidInput } from '../../transport/errors/requestError';
import { readTable } from '../../transport/definitions';
import { hint } from '../../transport/hint';
import { checkedIdentifier } from '../../node/path';
import type { ItemScope } from '../../node/scope';
import { finderOf, known } from '../shared/fieldFinder';
import {
	coercedFields,
	labelIn,
	mappedValues,
	unknownField,
	type MappedValues,
} from '../shared/fieldInput';
import { readingOf } from '../shared/dateParameters';
import { hintOfChanges, hintOfInput } from '../shared/formChanges';
import { givenIn, type RecordPlace } from './given';

/** One input item as a row of a dynamic table; what it does not name stays as it is. */
export interface Row {
	itemIndex: number;
	id: string | null;
	/** By smart field id; `CATALOG_RECORD_ID` where the item says it. */
	values: Map<string, FieldValue>;
	/** The fields of the table, for their names. */
	fields: TypedField[];
	/** The columns by which existing rows are found, besides the record id. */
	matchBy: string[];
}

/**
 * Reads the item's mapper and coerces its values by the types of the smart fields.
 * @throws NodeOperationError that names the field, the value and the item; also for a blank field to match on
 */
export async function rowOf(scope: ItemScope, place: RecordPlace): Promise<Row> {
	const mapped = mappedValues(scope);
	const { id, catalogId, given, shown } = givenIn(mapped, place);
	const { fields } = await readTable(scope.connection, place.customObjectId);
	const find = finderOf(fields);
	// What was added to a record of Get Many counts before what the record shows.
	const [values, added] = shown ? [shown, known(given, find)] : [given, {}];
	const columns = mapped.matchingColumns.filter((column) => column !== RECORD_ID);
	const catalog = recordId(scope, 'Catalog Record ID', catalogId);
	const idLabel = mapped.isAutomatic ? 'Record ID (property id)' : 'Record ID';
	const row: Row = {
		itemIndex: scope.itemIndex,
		id: recordId(scope, idLabel, id) ?? null,
		values: coercedRow(scope, { ...mapped, values }, { fields, find }, added),
		fields,
		matchBy: columns.map((column) => idOf(find(column).found) ?? column),
	};
	if (catalog !== undefined) row.values.set(CATALOG_RECORD_ID, catalog);
	// What names a row is stored without the blanks around it.
	for (const column of row.matchBy) {
		const value = row.values.get(column);
		if (typeof value === 'string') row.values.set(column, value.trim());
	}
	const namesNone = Object.keys(known({ ...values, ...added }, find)).length === 0;
	const problem = withoutKey(row, mapped) ?? withoutValue(row, namesNone);
	if (problem) throw invalidInput(scope.node, problem, scope.itemIndex);
	return row;
}

const idOf = (found: TypedField[]) => (found.length === 1 ? found[0].id : undefined);

/** What the column is called. */
export function nameOf(fields: TypedField[], column: string): string {
	if (column === CATALOG_RECORD_ID) return 'Catalog Record ID';
	return fields.find(({ id }) => id === column)?.name ?? column;
}

function recordId(scope: ItemScope, label: string, value: unknown): string | null | undefined {
	if (isClear(value)) return null;
	return isBlank(value) ? undefined : checkedIdentifier(scope, label, value);
}

/** The values by smart field, read by the types that the fields have today, whatever the editor remembers of them. */
function coercedRow(
	scope: ItemScope,
	mapped: MappedValues,
	{ fields, find }: { fields: TypedField[]; find: ReturnType<typeof finderOf> },
	added: Record<string, unknown>,
): Row['values'] {
	const settings = readingOf(scope);
	const unknown = (key: string, name: string) => noSuchField(key, name, fields);
	const { problems, values, hints } = coercedFields(mapped, find, settings, unknown, added);
	if (problems.length > 0) throw invalidInput(scope.node, problems[0], scope.itemIndex);
	const columns = mapped.schema.filter(({ id }) => id !== RECORD_ID && id !== CATALOG_RECORD_ID);
	if (mapped.isAutomatic) hintOfInput(scope, mapped, find, 'custom object');
	else hintOfChanges(scope, columns, fields, 'custom object');
	for (const told of hints) hint(scope.context, told);
	return values;
}

function noSuchField(key: string, name: string, fields: TypedField[]): FieldProblem {
	const message = `The custom object has no field '${name}'`;
	const problem = unknownField(message, name, key, null, fields);
	const advice = 'If it was changed, choose Refresh Field List in the node.';
	return { ...problem, description: `${problem.description}. ${advice}` };
}

function withoutKey(
	row: Row,
	{ schema, isAutomatic, values }: MappedValues,
): FieldProblem | undefined {
	const { id, fields, matchBy } = row;
	const blank = matchBy.find((column) => isBlank(row.values.get(column)));
	if (id !== null || blank === undefined) return undefined;
	const field = nameOf(fields, blank);
	if (field === blank) return noSuchField(blank, labelIn(schema, blank), fields);
	const given = isAutomatic ? ` The input has: ${listed(Object.keys(values))}.` : '';
	const advice = `Without it the row cannot be found again, and running twice would double it.${given}`;
	const message = `The field to match on '${field}' is empty`;
	return invalidField({ id: blank, name: field }, null, message, advice);
}

// An empty row is no record; and what names no field of an existing one has been mapped to something else.
function withoutValue(row: Row, namesNone: boolean): FieldProblem | undefined {
	const { id, values, fields } = row;
	if (values.size > 0 || (id !== null && !namesNone)) return undefined;
	const availableOptions = fields.map(({ name }) => name);
	const message = 'The item has no value for any field of the custom object';
	const advice = `Give at least one of: ${availableOptions.join(', ')}.`;
	return invalidField({ id: 'fields', name: 'Fields' }, null, message, advice, availableOptions);
}
