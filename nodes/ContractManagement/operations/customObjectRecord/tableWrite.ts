import { createHash } from 'crypto';
import { uuidOf } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import type { ContractRecord, RecordInput } from '../../api/types';
import type { Columns } from './columns';

/** What a table was like before it was written: rows that are still like that are read from a service that is behind. */
export interface TableWrite {
	/** Prints of the rows that were written, by id; undefined of those that were created. */
	before: Map<string, string | undefined>;
	/** How many were created whose ids are not known, and the ids of rows that are none of them. */
	unnamed?: { count: number; others: ReadonlySet<string> };
}

/** Whether rows are those of before the write, all or some of them. */
export function areBehind(rows: ContractRecord[], last: TableWrite | undefined): boolean {
	if (!last) return false;
	const shown = byId(rows);
	const { before, unnamed } = last;
	if ([...before].some(([id, print]) => printOf(shown.get(id)) === print)) return true;
	const fresh = [...shown.keys()].filter((id) => !unnamed?.others.has(id));
	return unnamed !== undefined && fresh.length < unnamed.count;
}

/** What is known of a table before an answer shows what was written. */
interface Known {
	rows?: ContractRecord[];
	/** Of all rows that were shown so far. */
	ids: ReadonlySet<string>;
	/** The rows of an answer that does not show all. */
	answered?: ContractRecord[];
}

/** Whether an answer shows all that was sent: a service may show what it changed only, or nothing. */
export function showsAll(
	answered: ContractRecord[],
	sent: RecordInput[],
	known: ReadonlySet<string>,
): boolean {
	const shown = byId(answered);
	const fresh = [...shown.keys()].filter((id) => !known.has(id)).length;
	const isShown = ({ id }: RecordInput) => id === null || shown.has(uuidOf(id));
	return fresh >= createdIn(sent) && sent.every(isShown);
}

/** What the request has done to the rows, as long as nothing shows it. */
export function writeOf(
	sent: RecordInput[],
	{ rows = [], ids, answered = [] }: Known,
	columns: Columns,
): TableWrite {
	const held = byId(rows);
	const changed = sent.flatMap(({ id, fields }) => {
		const row = id === null ? undefined : held.get(uuidOf(id));
		if (!row) return [];
		const given = fields.map(({ smartFieldId }) => smartFieldId);
		const isHeld = columns.formsOf(row, given).some((form) => isSameForm(form, fields, columns));
		return isHeld ? [] : [row];
	});
	// Where the answer shows some, it shows how many the service made of them.
	const named = answered.filter(({ id }) => !ids.has(uuidOf(id))).length;
	return {
		before: new Map(changed.map((row) => [uuidOf(row.id), printOf(row)])),
		unnamed: { count: named || createdIn(sent), others: new Set(ids) },
	};
}

function createdIn(sent: RecordInput[]): number {
	return sent.filter(({ id }) => id === null).length;
}

function isSameForm(form: unknown[], fields: RecordInput['fields'], columns: Columns): boolean {
	return fields.every(({ smartFieldId, value }, index) =>
		columns.comparison(smartFieldId).isSame(form[index], value),
	);
}

/** Rows by their id. */
export function byId(rows: ContractRecord[]): Map<string, ContractRecord> {
	return new Map(rows.map((row) => [uuidOf(row.id), row]));
}

/** Tells two versions of a row apart; undefined of one that is not there. */
export function printOf(row: ContractRecord | undefined): string | undefined {
	if (!row) return undefined;
	const held = row.fields
		.filter(({ rawValue }) => !isBlank(rawValue))
		.toSorted((a, b) => (a.smartFieldId < b.smartFieldId ? -1 : 1));
	const values = held.map(({ smartFieldId, rawValue }) => [smartFieldId, rawValue]);
	const text = JSON.stringify([row.fromCatalogRecordId, values]);
	return createHash('sha256').update(text).digest('base64');
}
