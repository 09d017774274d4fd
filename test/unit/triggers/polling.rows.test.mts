import type { Reader } from '../../../nodes/ContractManagement/triggers/polling/reader';
import { readRows } from '../../../nodes/ContractManagement/triggers/polling/rows';
import type { PollState } from '../../../nodes/ContractManagement/triggers/polling/state';

/** What is read of a list, and what is kept of it. */
const MINUTE = '2026-01-01T00:00';

function record(n: number, more: object = {}) {
	return { id: `${n}`, status: 'draft', updatedAt: `${MINUTE}:${String(59 - n)}Z`, ...more };
}

function readerOf(pages: Reader['pages']): Reader {
	return { pages, unsorted: () => new Error('not sorted') } as never;
}

const BOUNDS = { lookbackMs: 1_000, startedAt: '2026-01-02T00:00:00.000Z' };
/** Nothing was handled but what is said. */
const state = (more: Partial<PollState> = {}): PollState => {
	return { floor: '', since: '', versions: new Map(), ...more };
};

test('of ten thousand contracts each page is printed before the next is asked for, as n8n has other work', async () => {
	let printed = 0;
	const before: number[] = [];
	const toJSON = () => ({ printed: (printed += 1) });
	const reader = readerOf(async function* () {
		for (let page = 0; page < 3; page++) {
			before.push(printed);
			const records = [0, 1].map((n) => record(page * 2 + n, { toJSON }));
			yield { records, nextCursor: page < 2 ? `${page}` : null };
		}
	});
	await readRows(reader, undefined, BOUNDS);
	expect(before.slice(0, 3)).toEqual([0, 2, 4]);
});

test('a row that is only to be remembered keeps no record', async () => {
	const records = [record(1), record(2)];
	const reader = readerOf(async function* () {
		yield { records, nextCursor: null };
	});
	const instants = [`${MINUTE}:58.000Z`, `${MINUTE}:57.000Z`];
	const known = { updatedAt: instants[0]!, status: 'draft' };
	const rows = await readRows(reader, state({ versions: new Map([['1', known]]) }), BOUNDS);
	const kept = { status: 'draft', print: expect.any(String) };
	expect(rows).toEqual([
		{ id: '1', updatedAt: instants[0], ...kept, isNews: false },
		{ id: '2', updatedAt: instants[1], ...kept, isNews: true, record: records[1] },
	]);
});

test('of a large backlog only the oldest records are kept', async () => {
	const at = (n: number) => new Date(Date.UTC(2026, 0, 1) - n * 1_001).toISOString();
	const reader = readerOf(async function* () {
		for (let from = 0; from < 60_000; from += 500) {
			const records = Array.from({ length: 500 }, (_one, n) => {
				return { id: `${from + n}`, status: 'draft', updatedAt: at(from + n) };
			});
			yield { records, nextCursor: from + 500 < 60_000 ? `${from}` : null };
		}
	});
	const rows = await readRows(reader, state(), BOUNDS);
	const whole = rows.filter(({ record: one }) => one);
	const [oldest] = rows
		.filter(({ record: one }) => !one)
		.map(({ updatedAt }) => updatedAt)
		.toSorted();
	expect(rows).toHaveLength(60_000);
	expect(whole.length).toBeGreaterThanOrEqual(10_000);
	expect(whole.length).toBeLessThan(20_000);
	expect(whole.every(({ updatedAt }) => updatedAt <= oldest!)).toBe(true);
});

test('a list that is not in order is an error, also where its top is', async () => {
	const rows = [record(1), record(2), record(3)];
	const readerWith = (records: object[], oldest: object) => {
		const reader = readerOf(async function* () {
			yield { records: records as never, nextCursor: 'more' };
		});
		return { ...reader, oldest: async () => oldest } as Reader;
	};
	const handled = state({ floor: `${MINUTE}:57.500Z` });
	const read = async (reader: Reader) => (await readRows(reader, handled, BOUNDS)).length;
	await expect(read(readerWith(rows, record(50)))).resolves.toBe(3);
	await expect(read(readerWith(rows.toReversed(), record(50)))).rejects.toThrow('not sorted');
	await expect(read(readerWith(rows, rows[0]!))).rejects.toThrow('not sorted');
});
