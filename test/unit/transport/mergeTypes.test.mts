import type { ApiRequest } from '../../../nodes/ContractManagement/transport/exchange';
import { take } from '../../../nodes/ContractManagement/transport/lists/paginate';
import { fakeConnection, type Answer, type Sent } from './support/fakeService.mts';
import { merged, type Merging } from './support/pagedLists.mts';

interface Row {
	id: string;
	name: string;
}

const LIST: ApiRequest = { method: 'GET', path: '/contracts', qs: { status: 'signed' } };

const typeId = (n: number) => `00000000-0000-4000-8000-${String(900 + n).padStart(12, '0')}`;
const id = (n: number) => `contract_00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** So many contracts per type, whose names alternate between the types. */
function service(types: number, perType: number) {
	return ({ qs }: Sent): Answer => {
		const type = Number(String(qs.contractTypeId).slice(-3)) - 900;
		const from = Number(qs.after ?? 0);
		const to = Math.min(from + Number(qs.limit), perType);
		const data = Array.from({ length: to - from }, (_, k) => {
			const n = (from + k) * types + type;
			const status = n > 49 ? 'signed' : 'draft';
			return { id: id(n), name: String(n).padStart(6, '0'), status };
		});
		return { body: { data, pagination: { next_cursor: to < perType ? String(to) : null } } };
	};
}

const options = (types: number, more: Partial<Merging> = {}): Merging => ({
	typeIds: Array.from({ length: types }, (_, n) => typeId(n)),
	sort: 'name',
	...more,
});

const names = (rows: Row[]) => rows.map(({ name }) => Number(name));
const first = (count: number) => Array.from({ length: count }, (_, n) => n);

test('with limit 20 over 10 types one page per type is read, and no more', async () => {
	const { connection, sent } = fakeConnection(service(10, 2_000));
	const rows = await take(
		merged<Row>(connection, LIST, options(10, { limit: 20, pageSize: 20 })),
		20,
	);
	expect(names(rows)).toEqual(first(20));
	expect(sent).toHaveLength(10);
	expect(sent[0].qs).toMatchObject({ status: 'signed', sort: 'name,id', limit: 20 });
});

test('Return All reads every chain at the same time, to its end', async () => {
	let inFlight = 0;
	let peak = 0;
	const answer = service(4, 1_000);
	const { connection, sent } = fakeConnection(async (request) => {
		peak = Math.max(peak, (inFlight += 1));
		await new Promise((resolve) => setImmediate(resolve));
		inFlight -= 1;
		return answer(request);
	});
	const rows = await take(merged<Row>(connection, LIST, options(4)));
	expect(names(rows)).toEqual(first(4_000));
	expect(sent).toHaveLength(40);
	expect(peak).toBe(4);
});

test('20,000 contracts of two types are read without a request too many', async () => {
	const { connection, sent } = fakeConnection(service(2, 10_000));
	expect(await take(merged<Row>(connection, LIST, options(2)))).toHaveLength(20_000);
	expect(sent).toHaveLength(200);
});

test('of a record that two types show, that of the earlier type is taken', async () => {
	const { connection } = fakeConnection(({ qs }) => {
		const type = Number(String(qs.contractTypeId).slice(-3)) - 900;
		return { body: { data: [1, 2].map((n) => ({ id: id(n), name: `${n}`, type })) } };
	});
	const source = merged<Row & { type: number }>(connection, LIST, options(2));
	expect((await take(source)).map(({ type }) => type)).toEqual([0, 0]);
});

test('no types are no records', async () => {
	const { connection, sent } = fakeConnection(service(1, 1));
	expect(await take(merged<Row>(connection, LIST, options(0)))).toEqual([]);
	expect(sent).toHaveLength(0);
});

test('a service that refuses to sort is an error that names the assumption', async () => {
	const { connection, sent } = fakeConnection(() => ({ statusCode: 400, body: { error: {} } }));
	const reading = take(merged<Row>(connection, LIST, options(1)));
	await expect(reading).rejects.toMatchObject({
		description: expect.stringContaining('contract-list-sort'),
	});
	expect(sent).toHaveLength(1);
});

test('a failure ends the other chains: nothing is read for a result that nobody gets', async () => {
	const answer = service(2, 100_000);
	const { connection, sent } = fakeConnection((request) =>
		request.qs.contractTypeId === typeId(1) && request.qs.after === '300'
			? { statusCode: 404, body: {} }
			: answer(request),
	);
	await expect(take(merged<Row>(connection, LIST, options(2)))).rejects.toThrow(
		'Nothing was found',
	);
	const { length } = sent;
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(sent.length).toBeLessThanOrEqual(length + 1);
});

test('a failure of the first page that is no refusal is thrown', async () => {
	const { connection } = fakeConnection(() => ({ statusCode: 401, body: {} }));
	await expect(take(merged<Row>(connection, LIST, options(2)))).rejects.toThrow(
		'The service rejected the API key',
	);
});

test('a contract that two types list comes once, as the earlier type has it', async () => {
	const { connection } = fakeConnection(({ qs }) => ({
		body: { data: [{ id: id(1), name: '000001', type: qs.contractTypeId }] },
	}));
	const rows = await take(merged<Row>(connection, LIST, options(3)));
	expect(rows).toEqual([{ id: id(1), name: '000001', type: typeId(0) }]);
});

test('of a contract that was renamed between two types, the copy that sorts first is taken', async () => {
	const { connection } = fakeConnection(({ qs }) => ({
		body: { data: [{ id: id(1), name: qs.contractTypeId === typeId(0) ? 'b' : 'a' }] },
	}));
	const rows = await take(merged<Row>(connection, LIST, options(2)));
	expect(rows).toEqual([{ id: id(1), name: 'a' }]);
});

test('empty pages are read over to the next record, also at the end', async () => {
	const pagesOf = [[], [1, 2], [], [3], []];
	const { connection } = fakeConnection(({ qs }) => {
		const page = Number(qs.after ?? 0);
		const data = (pagesOf[page] ?? []).map((n) => ({ id: id(n), name: String(n) }));
		const next = page + 1 < pagesOf.length ? String(page + 1) : null;
		return { body: { data, pagination: { next_cursor: next } } };
	});
	const rows = await take(merged<Row>(connection, LIST, options(1)));
	expect(names(rows)).toEqual([1, 2, 3]);
});

test('of each type as many are read as are wanted, and it says that there are more', async () => {
	const { connection, sent } = fakeConnection(service(2, 2_000));
	const { value: page } = await merged<Row>(connection, LIST, options(2, { limit: 150 })).next();
	expect(names(page!.records).slice(0, 150)).toEqual(first(150));
	expect(page!.hasMore).toBe(true);
	expect(sent).toHaveLength(4);
});

test('records that do not count are read past, by the largest pages', async () => {
	const { connection, sent } = fakeConnection(service(1, 200));
	const more = { isNeeded: false };
	const paging = { limit: 3, pageSize: 3, largestPage: 100, more };
	const filters: Merging['filters'] = [
		{ name: 'status', operator: 'eq', values: ['signed'], recheck: true },
	];
	const rows = await take(merged<Row>(connection, LIST, options(1, { ...paging, filters })));
	expect(names(rows)).toEqual([50, 51, 52]);
	expect(sent.map(({ qs }) => qs.limit)).toEqual([3, 100]);
});
