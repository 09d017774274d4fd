import { accepted, differs, held, undecided, type Observation } from './check.mts';
import { pageOf, textOf, type Row } from './reading.mts';
import type { Service } from './service.mts';

/** What came of a parameter that was sent, which is more than the status that it was answered with. */
export type Effect =
	| 'applied'
	| 'not applied'
	| 'finds nothing'
	| 'undecided'
	| `refused with ${number}`;

type Query = Record<string, string | number>;

/** How many rows that do not show a field are read on their own. */
export const READ_SINGLY = 5;

/** What came of several parameters together; `change` where the node does not cope without their effect. */
export function observationOf(effects: Record<string, Effect>, change?: string): Observation {
	const groups = Object.groupBy(Object.keys(effects), (name) => effects[name]!);
	const said = (effect: Effect) => `${effect}: ${groups[effect]!.join(', ')}`;
	const known = Object.keys(groups) as Effect[];
	const seen = known.filter((effect) => effect !== 'applied' && effect !== 'undecided').map(said);
	const open = groups.undecided && `could not be decided: ${groups.undecided.join(', ')}`;
	if (seen.length > 0) {
		const text = [...seen, ...(open ? [open] : [])].join('; ');
		return change ? differs(text, change) : accepted(text);
	}
	if (!groups.applied) return undecided('the records are too few, or too much alike, to tell');
	return held(open);
}

/** Whether `sort` orders the list by the field, in both directions. */
export async function sortEffect(
	service: Service,
	path: string,
	field: string,
	limit: number,
): Promise<Effect> {
	const sorted = async (sort: string) => {
		const { status, body } = await service.read(path, { limit, sort });
		return status === 200 ? valuesOf(pageOf(body)?.rows ?? [], field) : status;
	};
	const up = await sorted(field);
	if (typeof up === 'number') return `refused with ${up}`;
	if (new Set(up).size < 2) return 'undecided';
	if (!isSorted(up, field)) return 'not applied';
	const down = await sorted(`-${field}`);
	if (typeof down === 'number') return `refused with ${down}`;
	const isReversed = isSorted(down.toReversed(), field) && down[0] !== up[0];
	return isReversed ? 'applied' : 'not applied';
}

/** Values that the rows show, in their order; rows without one may stand anywhere. */
function valuesOf(rows: Row[], field: string): Array<string | number> {
	return rows
		.map((row) => row[field])
		.filter(
			(value): value is string | number =>
				(typeof value === 'string' && value !== '') || typeof value === 'number',
		);
}

const WORDS = new Intl.Collator('en', { sensitivity: 'base' });
type Compare = (a: string | number, b: string | number) => number;
const BY_TEXT: Compare[] = [
	(a, b) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))),
	(a, b) => WORDS.compare(String(a), String(b)),
];
const BY_TIME: Compare[] = [(a, b) => Date.parse(String(a)) - Date.parse(String(b))];
const BY_NUMBER: Compare[] = [(a, b) => Number(a) - Number(b)];

/** Whether values ascend, in any of the orders that a service may mean: bytes or words, and a status by its life. */
export function isSorted(values: Array<string | number>, field: string): boolean {
	if (field === 'status') {
		const runs = values.filter((value, place) => place === 0 || value !== values[place - 1]);
		return runs.length === new Set(values).size;
	}
	const numbers = values.every((value) => typeof value === 'number');
	const orders = field.endsWith('At') ? BY_TIME : numbers ? BY_NUMBER : BY_TEXT;
	return orders.some((compare) =>
		values.every((value, place) => place === 0 || compare(values[place - 1]!, value) <= 0),
	);
}

/** A filter, and whether a row belongs to its result; undefined where the row does not show it. */
export interface FilterTrial {
	query: Query;
	belongs(row: Row): boolean | undefined;
}

/** Whether the filter leaves out what does not belong and keeps what does, seen beside the unfiltered `sample`. */
export async function filterEffect(
	service: Service,
	path: string,
	limit: number,
	sample: Row[],
	{ query, belongs }: FilterTrial,
): Promise<Effect> {
	const { status, body } = await service.read(path, { limit, ...query });
	if (status !== 200) return `refused with ${status}`;
	const rows = pageOf(body)?.rows ?? [];
	const found = await judged(service, path, rows, belongs);
	if (found.includes(false)) return 'not applied';
	const known = await judged(service, path, sample, belongs);
	if (!known.includes(false)) return 'undecided';
	if (rows.length === 0) return known.includes(true) ? 'finds nothing' : 'undecided';
	return found.includes(true) ? 'applied' : 'undecided';
}

async function judged(
	service: Service,
	path: string,
	rows: Row[],
	belongs: FilterTrial['belongs'],
): Promise<Array<boolean | undefined>> {
	const told = rows.map(belongs);
	const silent = rows.filter((_, place) => told[place] === undefined).slice(0, READ_SINGLY);
	for (const row of silent) {
		const id = textOf(row, 'id');
		if (id) told.push(belongs(await service.record(`${path}/${encodeURIComponent(id)}`)));
	}
	return told;
}
