import { fieldOf } from '../../api/customObjects';
import { sameId, uuidOf } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { CATALOG_RECORD_ID } from '../../api/recordColumns';
import type { ContractRecord, RecordInput } from '../../api/types';
import { byId, type Columns, type Rows } from './columns';
import { asSent, type PlannedRecord } from './plan';

/** Records to create that have the same values in the same fields: any of the new records may be any of them. */
interface Alike {
	inputs: PlannedRecord[];
	candidates: ContractRecord[];
}

/**
 * Finds the records that were created, whatever their order: by their values, compared by the types of the fields. Among
 * records with the same values the order decides. A record that could be another one is not named: what is missing in
 * the result has no known id.
 * @param fresh records that the service shows after the request, and whose ids were not known before
 * @param isNew whether it is known what was there before, or the answer to the request shows them; else they may be old
 */
export function createdRecords(
	records: PlannedRecord[],
	{ fresh, isNew }: { fresh: ContractRecord[]; isNew: boolean },
	columns: Columns,
): Map<PlannedRecord, ContractRecord> {
	const inputs = records.filter(({ id }) => id === null);
	const isAll = fresh.length === inputs.length;
	// As most services do it, and quicker than to search.
	if (isAll && inputs.every((input, i) => isHeldBy(fresh[i], input, columns))) {
		return new Map(inputs.map((input, index) => [input, fresh[index]]));
	}
	const pairs = new Map<PlannedRecord, ContractRecord>();
	const free = new Set(fresh);
	const assign = (alike: PlannedRecord[], found: ContractRecord[]) =>
		alike.forEach((input, index) => {
			pairs.set(input, found[index]);
			free.delete(found[index]);
		});
	let open = grouped(inputs, fresh, columns);
	// What is clear leaves fewer candidates to the others.
	for (let count = Infinity; open.length < count; ) {
		count = open.length;
		open = open.filter(({ inputs: alike, candidates }) => {
			const found = candidates.filter((record) => free.has(record));
			if (found.length === alike.length) assign(alike, found);
			return found.length !== alike.length;
		});
	}
	// The service may have changed values: what is left over is the one that is missing.
	if (open.length === 1 && isAll && isNew) assign(open[0].inputs, [...free]);
	return pairs;
}

function isHeldBy(record: ContractRecord, { values }: PlannedRecord, columns: Columns) {
	const catalogId = String(values.get(CATALOG_RECORD_ID) ?? '');
	return sameId(record.fromCatalogRecordId ?? '', catalogId) && columns.isHeld(values, record);
}

function grouped(inputs: PlannedRecord[], fresh: ContractRecord[], columns: Columns): Alike[] {
	const isCatalogShown = fresh.some(({ fromCatalogRecordId }) => fromCatalogRecordId);
	const catalog = isCatalogShown ? [CATALOG_RECORD_ID] : [];
	const indexesOf = (named: string[]) => ({
		found: columns.indexOf(fresh, named),
		alike: columns.index<Alike>(named),
	});
	const indexes = new Map<string, ReturnType<typeof indexesOf>>();
	const groups: Alike[] = [];
	for (const input of inputs) {
		const own = [...input.values.keys()].filter((column) => column !== CATALOG_RECORD_ID);
		const named = [...catalog, ...own.toSorted()];
		const { found, alike } = indexes.get(named.join()) ?? indexesOf(named);
		indexes.set(named.join(), { found, alike });
		const values = named.map((column) => [input.values.get(column)]);
		const [known] = alike.find(values);
		if (known) {
			known.inputs.push(input);
			continue;
		}
		const group = { inputs: [input], candidates: found.find(values) };
		alike.add(values, group);
		groups.push(group);
	}
	return groups;
}

type Filled = Pick<ContractRecord, 'fields'>;

/** The rows of the answer to a write that show all of what was sent: others, sent along later, would lose the rest. */
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
