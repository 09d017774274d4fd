import { invalidField, shown, type FieldProblem } from '../../api/fieldProblems';
import { fieldOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import { RECORD_ID } from '../../api/recordColumns';
import { single } from '../../api/texts';
import type { ContractRecord } from '../../api/types';
import type { Columns, Rows } from './columns';
import { nameOf, type Row } from './rows';

/** What the row is matched by, in the order of its match columns. */
export function keyOf(row: Row): unknown[][] {
	return row.matchBy.map((column) => [row.values.get(column)]);
}

/**
 * Finds the existing record that a row updates: the one of its id, or the one with the same values in the columns to match
 * on, compared as the types of today store them. Null creates one; where nobody can tell, the row is refused.
 */
export function matcher(matchBy: string[], existing: Rows, columns: Columns) {
	const records = matchBy.length > 0 ? [...existing.values()] : [];
	const found = columns.indexOf(records, matchBy);
	const unclear = records.filter((record) =>
		matchBy.some((column) => !columns.isComparable(record, column)),
	);
	const mayBe = (row: Row) => (record: ContractRecord) =>
		matchBy.every((column) => columns.mayHold(record, column, row.values.get(column)));
	return (row: Row): { id: string | null; problem?: FieldProblem } => {
		if (row.id !== null) {
			const record = existing.get(uuidOf(row.id));
			return record ? { id: record.id } : { id: row.id, problem: unknownRecord(row.id) };
		}
		const [match, ...others] = found.findMeant(keyOf(row));
		if (others.length > 0) return { id: null, problem: ambiguous(row, others.length + 1) };
		const unknown = match ? undefined : unclear.find(mayBe(row));
		return { id: match?.id ?? null, problem: unknown && incomparable(row, unknown, columns) };
	};
}

function unknownRecord(id: string): FieldProblem {
	const message = `The contract has no record ${id} in this custom object`;
	const advice = 'Leave it empty to create a record, or read the IDs with Get Many.';
	return invalidField({ id: RECORD_ID, name: 'Record ID' }, id, message, advice);
}

function ambiguous(row: Row, count: number): FieldProblem {
	const { matchBy, fields } = row;
	const name = matchBy.map((column) => nameOf(fields, column)).join(', ');
	const value = single(matchBy.map((column) => row.values.get(column) ?? null));
	const message = `${count} existing records have the same ${name}`;
	const advice = 'Choose fields to match on that name one record, or give the Record ID.';
	return invalidField({ id: matchBy.join(','), name }, value, message, advice);
}

/** To create a record could double one that is there. */
function incomparable(row: Row, record: ContractRecord, columns: Columns): FieldProblem {
	const column = row.matchBy.find((each) => !columns.isComparable(record, each))!;
	const [name, held] = [nameOf(row.fields, column), fieldOf(record, column)?.rawValue];
	const message = `An existing record holds '${shown(held)}' in '${name}', which its type of today cannot be compared with`;
	const advice = `Correct record ${record.id} in the service, choose other fields to match on, or give the Record ID.`;
	return invalidField({ id: column, name }, row.values.get(column), message, advice);
}
