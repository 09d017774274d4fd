import { sameId } from '../../api/identifiers';
import { CATALOG_RECORD_ID } from '../../api/recordColumns';
import type { ContractRecord } from '../../api/types';
import type { Columns } from './columns';
import type { PlannedRecord } from './plan';
import { matchValue } from './rows';

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
 *
 * @param fresh records that the service shows after the request, and whose ids were not known before
 * @param isNew whether all of them are new; otherwise nobody knows what was there before
 */
export function createdRecords(
	records: PlannedRecord[],
	{ fresh, isNew }: { fresh: ContractRecord[]; isNew: boolean },
	columns: Columns,
): Map<PlannedRecord, ContractRecord> {
	const inputs = records.filter(({ id }) => id === null);
	const isExact = isNew || fresh.length === inputs.length;
	// As most services do it, and quicker than to search.
	if (areInOrder(inputs, fresh, columns)) {
		return new Map(inputs.map((input, index) => [input, fresh[index]]));
	}
	const pairs = new Map<PlannedRecord, ContractRecord>();
	const free = new Set(fresh);
	const assign = (alike: Alike, found: ContractRecord[]) => {
		for (const [index, input] of alike.inputs.entries()) {
			pairs.set(input, found[index]);
			free.delete(found[index]);
		}
	};

	let open = grouped(inputs, fresh, columns);
	for (let count = Infinity; open.length < count; ) {
		count = open.length;
		open = open.filter((alike) => {
			const found = alike.candidates.filter((record) => free.has(record));
			const isClear = found.length === alike.inputs.length || (isExact && areTwins(found, alike));
			if (isClear) assign(alike, found);
			return !isClear;
		});
	}
	// The service may have changed values: what is left over is the one that is missing.
	if (open.length === 1 && fresh.length === inputs.length) assign(open[0], [...free]);
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
	const textOf = ({ fromCatalogRecordId: id, fields }: ContractRecord) =>
		JSON.stringify([id, fields]);
	return free.length >= inputs.length && new Set(free.map(textOf)).size === 1;
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
