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

/** Whether as many rows have a value in each field as were sent. */
function areFilled(rows: Filled[], sent: Filled[]): boolean {
	const count = (some: Filled[], id: string) =>
		some.filter((row) => !isBlank(fieldOf(row, id)?.rawValue)).length;
	const ids = new Set(sent.flatMap(({ fields }) => fields.map((field) => field.smartFieldId)));
	return [...ids].every((id) => count(rows, id) >= count(sent, id));
}
