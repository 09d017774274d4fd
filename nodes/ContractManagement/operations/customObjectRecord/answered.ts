import { fieldOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import type { ContractRecord, RecordInput } from '../../api/types';
import { byId, type Rows } from './columns';
import { asSent } from './plan';

type Filled = Pick<ContractRecord, 'fields'>;

/**
 * The rows of the answer to a write that show all of what was sent: a service may name rows alone, or what it changed of
 * them, and sent along like that they would lose the rest. None where those that are not `known` do not.
 */
export function wholeRows(rows: ContractRecord[], inputs: RecordInput[], known: Rows): Rows {
	const created = inputs.filter(({ id }) => id === null).map(asSent);
	const fresh = rows.filter(({ id }) => !known.has(uuidOf(id)));
	if (fresh.length > 0 && !areFilled(fresh, created)) return new Map();
	const sent = new Map(inputs.map((input) => [uuidOf(input.id ?? ''), [asSent(input)]]));
	return byId(rows.filter((row) => areFilled([row], sent.get(uuidOf(row.id)) ?? [])));
}

/** Whether as many rows show each field as were sent with a value, though it may be null: the service did not take it. */
function areFilled(rows: Filled[], sent: Filled[]): boolean {
	const valuesIn = (some: Filled[], id: string) => some.map((row) => fieldOf(row, id)?.rawValue);
	const ids = new Set(sent.flatMap(({ fields }) => fields.map((field) => field.smartFieldId)));
	return [...ids].every((id) => {
		const shown = valuesIn(rows, id).filter((value) => value !== undefined);
		return shown.length >= valuesIn(sent, id).filter((value) => !isBlank(value)).length;
	});
}
