import fc from 'fast-check';
import { listQuery } from '../support/listArbitrary.mts';
import { naiveList, searchParams, type ListQuery, type Row } from '../support/listModel.mts';
import { TABLES, type Input, type Table } from '../support/listTables.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { walkBackward, walkForward, type ListPage } from '../support/walk.mts';

const RUNS = 60;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'empty' });
});
afterAll(() => sandbox.stop());

describe.each(Object.entries(TABLES))('the pages of %s', (_, table) => {
	test('forward and backward are exactly the rows of a naive filter and sort', async () => {
		const inputs = fc.array(table.row, { maxLength: 40, size: 'max' });
		const queries = fc.array(listQuery(table.abilities), { minLength: 3, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(inputs, queries, async (rows, asked) => {
				const stored = await fill(table, rows);
				for (const query of asked) await expectWalks(table, query, naiveList(stored, query));
			}),
			{ numRuns: RUNS },
		);
	}, 600_000);

	test('are stable under inserts: no row is missed or shown twice', async () => {
		const inputs = fc.array(table.row, { minLength: 8, maxLength: 20, size: 'max' });
		const query = listQuery(table.abilities).map((asked) => ({ ...asked, limit: 2 }));
		await fc.assert(
			fc.asyncProperty(inputs, inputs, query, async (rows, more, asked) => {
				await expectStableWalk(table, asked, await fill(table, rows), more);
			}),
			{ numRuns: RUNS },
		);
	}, 600_000);
});

async function fill(table: Table, inputs: Input[]): Promise<Row[]> {
	await sandbox.control.reset('empty');
	await table.prepare(sandbox);
	return await Promise.all(inputs.map((input) => add(table, input)));
}

async function add(table: Table, input: Input): Promise<Row> {
	return table.asRow(input, (await table.create(sandbox, input)).id);
}

async function expectWalks(table: Table, query: ListQuery, expected: Row[]): Promise<void> {
	const forward = await walkForward(sandbox, table.resource, searchParams(query));
	expect(idsOf(forward)).toEqual(expected.map(({ id }) => id));
	expectFrame(forward, query.limit);
	const last = forward.at(-1)!;
	const backward = await walkBackward(sandbox, last);
	expect(idsOf([...backward.toReversed(), last])).toEqual(idsOf(forward));
	expect(backward).toHaveLength(forward.length - 1);
}

/** Full pages but for the last, a previous page for all but the first. */
function expectFrame(pages: ListPage[], limit: number): void {
	for (const [index, { data, pagination }] of pages.entries()) {
		const isLast = index === pages.length - 1;
		expect(pagination).toMatchObject({ limit, has_next: !isLast, has_previous: index > 0 });
		expect([pagination.next_cursor === null, pagination.prev_cursor === null]).toEqual([
			isLast,
			index === 0,
		]);
		if (!isLast) expect(data).toHaveLength(limit);
	}
}

/** Walks to the end and back while rows are added: what was there at the start is there once, in order. */
async function expectStableWalk(
	table: Table,
	query: ListQuery,
	stored: Row[],
	more: Input[],
): Promise<void> {
	const waiting = more.values();
	const everything = [...stored];
	const insertOne = async () => {
		const { value } = waiting.next();
		if (value) everything.push(await add(table, value));
	};
	const original = new Set(stored.map(({ id }) => id));
	const expected = naiveList(stored, query).map(({ id }) => id);
	const expectWalk = (pages: ListPage[]) => {
		expect(idsOf(pages).filter((id) => original.has(id))).toEqual(expected);
		expectSubsequence(idsOf(pages), naiveList(everything, query));
	};

	const forward = await walkForward(sandbox, table.resource, searchParams(query), insertOne);
	expectWalk(forward);
	const last = forward.at(-1)!;
	const backward = await walkBackward(sandbox, last, insertOne);
	expectWalk([...backward.toReversed(), last]);
}

/** Rows that were added may or may not be seen, but never twice and never in the wrong place. */
function expectSubsequence(ids: string[], all: Row[]): void {
	const seen = new Set(ids);
	expect(ids).toEqual(all.map(({ id }) => id).filter((id) => seen.has(id)));
}

function idsOf(pages: ListPage[]): string[] {
	return pages.flatMap(({ data }) => data.map(({ id }) => id));
}
