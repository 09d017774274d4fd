import { sameId } from '../../api/identifiers';
import { CATALOG_RECORD_ID } from '../../api/recordColumns';
import type { ContractRecord } from '../../api/types';
import type { Columns } from './columns';
import type { PlannedRecord } from './plan';
import { matchValue } from './rows';

/** What the service shows after a request. */
export interface Shown {
	/** Records whose ids were not known before. */
	fresh: ContractRecord[];
	/** Whether all of them are new; otherwise nobody knows what was there before. */
	isNew: boolean;
}

/** Records to create that have the same values in the same fields: any of the new records may be any of them. */
interface Alike {
	inputs: PlannedRecord[];
	/** The records that hold these values. */
	candidates: ContractRecord[];
}

/**
 * Finds the records that were created, whatever their order: by their values, compared by the types of the fields. Among
 * records with the same values the order decides. A record that could be another one is not named: what is missing in
 * the result has no known id.
 */
export function createdRecords(
	records: PlannedRecord[],
	{ fresh, isNew }: Shown,
	columns: Columns,
): Map<PlannedRecord, ContractRecord> {
	const inputs = records.filter(({ id }) => id === null);
	const isExact = isNew || fresh.length === inputs.length;
	// As most services do it, and quicker than to search.
	if (areInOrder(inputs, fresh, columns)) {
		return new Map(inputs.map((input, index) => [input, fresh[index]]));
	}
	const pairs = new Map<PlannedRecord, ContractRecord>();
	const taken = new Set<ContractRecord>();
	const assign = (alike: Alike, free: ContractRecord[]) => {
		alike.inputs.forEach((input, index) => {
			pairs.set(input, free[index]);
			taken.add(free[index]);
		});
	};

	let open = grouped(inputs, fresh, columns);
	for (let count = Infinity; open.length < count; ) {
		count = open.length;
		open = open.filter((alike) => {
			const free = alike.candidates.filter((record) => !taken.has(record));
			const isClear = free.length === alike.inputs.length || (isExact && areTwins(free, alike));
			if (isClear) assign(alike, free);
			return !isClear;
		});
	}
	// The service may have changed values: what is left over is the one that is missing.
	const rest = fresh.filter((record) => !taken.has(record));
	const isLast = open.length === 1 && rest.length === open[0].inputs.length;
	if (isLast && fresh.length === inputs.length) assign(open[0], rest);
	return pairs;
}

function areInOrder(inputs: PlannedRecord[], fresh: ContractRecord[], columns: Columns): boolean {
	if (inputs.length !== fresh.length) return false;
	return inputs.every(({ values, fromCatalogRecordId }, index) => {
		const record = fresh[index];
		const isDerived = sameId(record.fromCatalogRecordId ?? '', fromCatalogRecordId ?? '');
		return isDerived && columns.isHeld(values, record);
	});
}

function areTwins(free: ContractRecord[], { inputs }: Alike): boolean {
	const held = free.map(({ fromCatalogRecordId: id, fields }) => JSON.stringify([id, fields]));
	return free.length >= inputs.length && new Set(held).size === 1;
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
		const named = [...catalog, ...[...input.values.keys()].toSorted()];
		const { found, alike } = indexes.get(named.join()) ?? indexesOf(named);
		indexes.set(named.join(), { found, alike });
		const values = named.map((column) => matchValue(input, column));
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
