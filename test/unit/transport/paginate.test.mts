import fc from 'fast-check';
import type { ApiRequest } from '../../../nodes/ContractManagement/transport/exchange';
import { pages, readOne, take } from '../../../nodes/ContractManagement/transport/lists/paginate';
import { fakeConnection, type Sent } from './support/fakeService.mts';
import { cut, pageAt, splits } from './support/pagedLists.mts';

const LIST: ApiRequest = { method: 'GET', path: '/contracts', qs: { status: 'signed' } };

/** Rows by their numbers. */
const row = (number: number) => ({ id: String(number) });
const rowOf = (each: unknown) => (typeof each === 'number' ? row(each) : each);

const page = (data: unknown[], next: string | null) => ({
	body: { data: data.map(rowOf), pagination: { has_next: next !== null, next_cursor: next } },
});

/** Pages by the cursor that is asked for; `first` is the one without a cursor. */
const byCursor = (answers: Record<string, ReturnType<typeof page>>) => (sent: Sent) =>
	answers[String(sent.qs.after ?? 'first')];

test('pages are read one by one, with the filters of the list', async () => {
	const { connection, sent } = fakeConnection(
		byCursor({ first: page([1, 2], 'a'), a: page([], 'b'), b: page([3], null) }),
	);
	expect(await take(pages(connection, LIST, { pageSize: 2 }))).toEqual([1, 2, 3].map(row));
	expect(sent.map(({ qs }) => qs)).toEqual([
		{ status: 'signed', limit: 2 },
		{ status: 'signed', limit: 2, after: 'a' },
		{ status: 'signed', limit: 2, after: 'b' },
	]);
});

test('a list without a page size of its own is read as the service pages it', async () => {
	const { connection, sent } = fakeConnection(
		byCursor({ first: page([1], 'a'), a: page([2], null) }),
	);
	expect(await take(pages(connection, LIST))).toEqual([1, 2].map(row));
	expect(sent.map(({ qs }) => qs)).toEqual([
		{ status: 'signed' },
		{ status: 'signed', after: 'a' },
	]);
});

test('once records of it were dropped, pages are as large as they may be', async () => {
	const { connection, sent } = fakeConnection(
		byCursor({ first: page([1, 2], 'a'), a: page([3, 4], 'b'), b: page([5], null) }),
	);
	const more = { isNeeded: false };
	for await (const { nextCursor } of pages(connection, LIST, {
		pageSize: 2,
		largestPage: 100,
		more,
	})) {
		more.isNeeded = nextCursor === 'b';
	}
	expect(sent.map(({ qs }) => qs.limit)).toEqual([2, 2, 100]);
});

test('reading can start anywhere', async () => {
	const { connection, sent } = fakeConnection(byCursor({ b: page([3], null) }));
	expect(await take(pages(connection, LIST, { pageSize: 2, cursor: 'b' }))).toEqual([row(3)]);
	expect(sent).toHaveLength(1);
});

describe('a full page that says nothing of what follows', () => {
	const two = [1, 2].map(row);
	const silent = [{ body: two }, { body: { data: two } }, { body: { data: two, ok: true } }];
	const told = [
		{ body: { data: two, links: { self: '/x' } } },
		{ body: { data: two, pagination: { has_next: false, total: 9 } } },
		page([1, 2], null),
	];

	test.each(silent)('is an error that names the assumption: %j', async (answer) => {
		const { connection } = fakeConnection(() => answer);
		const reading = take(pages(connection, LIST, { pageSize: 2 }));
		await expect(reading).rejects.toMatchObject({
			message: 'The service sent a full page, and does not say whether more follows',
			description: expect.stringContaining('`pagination`'),
		});
	});

	test.each(silent)('will do where no more is wanted: %j', async (answer) => {
		const { connection } = fakeConnection(() => answer);
		expect(await take(pages(connection, LIST, { pageSize: 2 }), 2)).toEqual(two);
	});

	test.each(silent)('is none where it is not full: %j', async (answer) => {
		const { connection } = fakeConnection(() => answer);
		expect(await take(pages(connection, LIST, { pageSize: 3 }))).toEqual(two);
	});

	test.each(told)('is none where it says so: %j', async (answer) => {
		const { connection } = fakeConnection(() => answer);
		expect(await take(pages(connection, LIST, { pageSize: 2 }))).toEqual(two);
	});
});

test('a page is read only when a record of it is wanted', async () => {
	const { connection, sent } = fakeConnection(byCursor({ first: page([1, 2], 'a') }));
	expect(await take(pages(connection, LIST, { pageSize: 2 }), 2)).toEqual([1, 2].map(row));
	expect(await take(pages(connection, LIST, { pageSize: 2 }), 0)).toEqual([]);
	expect(sent).toHaveLength(1);
});

test.each([
	['the page before', byCursor({ first: page([1], 'a'), a: page([2], 'a') }), undefined, 2],
	[
		'any page before',
		byCursor({ first: page([1], 'a'), a: page([2], 'b'), b: page([3], 'a') }),
		undefined,
		3,
	],
	[
		'the page that reading started with',
		byCursor({ a: page([2], 'b'), b: page([3], 'a') }),
		'a',
		2,
	],
])(
	'a cursor that leads back to %s is an error, as reading would never end',
	async (_name, answer, cursor, requests) => {
		const { connection, sent } = fakeConnection(answer);
		const reading = take(pages(connection, LIST, { pageSize: 2, ...(cursor && { cursor }) }));
		await expect(reading).rejects.toMatchObject({
			message: 'The service returned the same page cursor twice',
			description: expect.stringContaining('One Page'),
		});
		expect(sent).toHaveLength(requests);
	},
);

test('a limit that is met before the cursor repeats is met', async () => {
	const { connection } = fakeConnection(byCursor({ first: page([1], 'a'), a: page([2], 'first') }));
	expect(await take(pages(connection, LIST, { pageSize: 1 }), 2)).toEqual([1, 2].map(row));
});

test('a list that shows nothing new any more, with another cursor each time, is an error after 1000 pages', async () => {
	let count = 0;
	const { connection, sent } = fakeConnection(() => page([1], `c${(count += 1)}`));
	await expect(take(pages(connection, LIST))).rejects.toThrow(
		'The service returned 1000 pages in a row without a new record',
	);
	expect(sent).toHaveLength(1001);
});

test('one page that leads to itself is an error, as a loop over it would never end', async () => {
	const { connection } = fakeConnection(byCursor({ a: page([2], 'a') }));
	await expect(readOne(connection, LIST, 5, 'a')).rejects.toThrow('same page cursor twice');
});

test('something that is no list is an error that names the request', async () => {
	const { connection } = fakeConnection(() => ({ body: { rows: [] } }));
	await expect(readOne(connection, LIST, 5, null)).rejects.toMatchObject({
		message: '/contracts did not answer with a list',
		description: expect.stringContaining('Base URL'),
	});
});

test.each([
	[[row(1), null], 'Row 2 is nothing, not an object.'],
	[[['x']], 'Row 1 is a list, not an object.'],
	[[{ name: 'x' }], 'Row 1 has no id.'],
	[[row(1), row(2), { id: 3 }], 'Row 3 has a number as id, not text.'],
	[
		[{ id: 'x', counterparty: 'ACME' }],
		'Row 1 has text as counterparty, not an object with an id.',
	],
	[
		[{ id: 'x', fields: [null] }],
		'Row 1 has a list as fields, not an object or a list of objects.',
	],
])('a row that cannot be read is an error that names it', async (data, description) => {
	const { connection } = fakeConnection(() => page(data, null));
	await expect(readOne(connection, LIST, 5, null)).rejects.toMatchObject({
		message: '/contracts did not answer with a list that can be read',
		description,
	});
});

test('a next page that cannot be found is an error, never an early end', async () => {
	const { connection } = fakeConnection(() => ({
		body: { data: [row(1)], pagination: { has_next: true, next_cursor: null } },
	}));
	await expect(take(pages(connection, LIST, { pageSize: 5 }))).rejects.toThrow('not where');
});

describe('a list that tells of more records than it shows, and not where they are', () => {
	const told = (total: number, pageSize?: number, cursor?: string) => {
		const body = { data: [row(1), row(2)], total };
		const { connection } = fakeConnection(() => ({ body }));
		return pages(connection, LIST, { pageSize, ...(cursor !== undefined && { cursor }) });
	};

	test.each([2, 100, undefined])('is cut off, where pages have %s', async (size) => {
		await expect(take(told(3, size))).rejects.toMatchObject({
			message: 'The service says that there are more pages, but not where',
			description: expect.stringContaining('assumption `pagination` of docs/assumptions.md'),
		});
	});

	test('is not where all are shown, no more are wanted, or nobody knows what came before', async () => {
		expect(await take(told(2, 5))).toEqual([row(1), row(2)]);
		expect(await take(told(3, 5), 2)).toEqual([row(1), row(2)]);
		expect(await take(told(3, 2, 'b'))).toEqual([row(1), row(2)]);
	});
});

test('a link with an absolute address is never followed', async () => {
	const evil = 'https://evil.test/v2/contracts?after=stolen';
	const { connection, sent } = fakeConnection(({ qs }) => ({
		body: {
			data: [row(qs.after === undefined ? 1 : 2)],
			...(qs.after === undefined && { links: { next: evil } }),
		},
	}));
	await take(pages(connection, LIST, { pageSize: 5 }));
	expect(sent.map(({ baseURL, url, qs }) => [baseURL, url, qs.after])).toEqual([
		['https://service.test/v2', '/contracts', undefined],
		['https://service.test/v2', '/contracts', 'stolen'],
	]);
});

describe('a record that comes twice, as it moved to the next page', () => {
	/** Before each page another record appears at the top, and a cursor counts records. */
	const growing = (rows: object[]) =>
		fakeConnection(({ qs }) => {
			const from = Number(qs.after ?? 0);
			const next = from + Number(qs.limit);
			const data = rows.slice(from, next);
			rows.unshift({ id: `new ${rows.length}` });
			return page(data, next < rows.length - 1 ? String(next) : null);
		}).connection;
	const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}` }));

	test('is given once, and none is missed', async () => {
		const records = await take(pages<{ id: string }>(growing(rows(25)), LIST, { pageSize: 10 }));
		expect(records).toEqual(rows(25));
	});

	test('does not count for a limit', async () => {
		const source = pages<{ id: string }>(growing(rows(40)), LIST, { pageSize: 10 });
		expect(await take(source, 25)).toEqual(rows(25));
	});

	test('counts as the same with and without the prefix of its id', async () => {
		const uuid = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
		const data = [{ id: uuid }, { id: `contract_${uuid.toUpperCase()}` }];
		const { connection } = fakeConnection(() => page(data, null));
		const { records } = await readOne<unknown>(connection, LIST, 10, null);
		expect(records).toEqual([{ id: uuid }]);
	});
});

test('200,000 records arrive', async () => {
	const { connection, sent } = fakeConnection(({ qs }) => {
		const at = Number(qs.after ?? 0);
		const data = Array.from({ length: 100 }, (_, i) => at * 100 + i);
		return page(data, at === 1_999 ? null : String(at + 1));
	});
	const list = pages<number>(connection, LIST, { pageSize: 100 });
	expect(await take(list)).toHaveLength(200_000);
	expect(sent).toHaveLength(2_000);
});

test('any split into pages with any cursors gives the rows in order, with the fewest requests', async () => {
	await fc.assert(
		fc.asyncProperty(
			splits,
			fc.nat({ max: 40 }),
			fc.oneof(fc.integer({ min: 1, max: 45 }), fc.constant(Infinity)),
			fc.integer({ min: 1, max: 6 }),
			async (split, total, limit, pageSize) => {
				const rows = Array.from({ length: total }, (_, i) => row(i));
				const { connection, sent } = fakeConnection(({ qs }) => ({
					body: pageAt(rows, split, qs),
				}));
				const records = await take(pages(connection, LIST, { pageSize }), limit);

				expect(records).toEqual(rows.slice(0, limit));
				const chain = cut(rows, split, pageSize);
				let needed = 0;
				for (let seen = 0; needed < chain.length && seen < limit; needed++)
					seen += chain[needed].length;
				expect(sent).toHaveLength(needed);
			},
		),
		{ numRuns: 300 },
	);
});

test('a list that shrinks while it is read still ends, and gives nothing twice', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat({ max: 29 }), { maxLength: 20 }), async (removals) => {
			const rows = new Set(Array.from({ length: 30 }, (_, i) => i));
			const left = [...removals];
			const { connection } = fakeConnection(({ qs }) => {
				const after = Number(qs.after ?? -1);
				const data = [...rows].filter((row) => row > after).slice(0, 4);
				const last = data.at(-1) ?? after;
				for (const removal of left.splice(0, 2)) rows.delete(removal);
				return page(data, last < 29 && data.length > 0 ? String(last) : null);
			});
			const source = pages<{ id: string }>(connection, LIST, { pageSize: 4 });
			const ids = (await take(source)).map(({ id }) => Number(id));
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids).toEqual(expect.arrayContaining([...rows]));
		}),
	);
});
