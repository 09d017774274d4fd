import type { ApiRequest } from '../../../nodes/ContractManagement/transport/exchange';
import {
	mergeTypes,
	type MergeOptions,
} from '../../../nodes/ContractManagement/transport/lists/mergeTypes';
import { take } from '../../../nodes/ContractManagement/transport/lists/paginate';
import { fakeConnection, type Answer, type Sent } from './support/fakeService.mts';

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
			return { id: id(n), name: String(n).padStart(6, '0') };
		});
		return { body: { data, pagination: { next_cursor: to < perType ? String(to) : null } } };
	};
}

const options = (types: number, more: Partial<MergeOptions> = {}): MergeOptions => ({
	typeIds: Array.from({ length: types }, (_, n) => typeId(n)),
	sort: 'name',
	limit: Infinity,
	pageSize: 100,
	...more,
});

const names = (rows: Row[]) => rows.map(({ name }) => Number(name));
const first = (count: number) => Array.from({ length: count }, (_, n) => n);

test('with limit 20 over 10 types one page per type is read, and no more', async () => {
	const { connection, sent } = fakeConnection(service(10, 2_000));
	const rows = await take(
		mergeTypes<Row>(connection, LIST, options(10, { limit: 20, pageSize: 20 })),
		20,
	);
	expect(names(rows)).toEqual(first(20));
	expect(sent).toHaveLength(10);
	expect(sent[0].qs).toMatchObject({ status: 'signed', sort: 'name,id', limit: 20 });
});

test('with a limit no page is read on suspicion: 250 records over 10 types are in their first pages', async () => {
	const { connection, sent } = fakeConnection(service(10, 2_000));
	const rows = await take(mergeTypes<Row>(connection, LIST, options(10, { limit: 250 })), 250);
	expect(names(rows)).toEqual(first(250));
	expect(sent).toHaveLength(10);
});

test('no page is read ahead when those that are there hold all that is wanted', async () => {
	const { connection, sent } = fakeConnection(service(2, 2_000));
	await take(mergeTypes<Row>(connection, LIST, options(2, { limit: 150 })), 150);
	expect(sent).toHaveLength(2);
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
	const rows = await take(mergeTypes<Row>(connection, LIST, options(4)));
	expect(names(rows)).toEqual(first(4_000));
	expect(sent).toHaveLength(40);
	expect(peak).toBe(4);
});

test('Return All asks for the next page of a type while the page of another one is awaited', async () => {
	const answer = service(2, 300);
	let release = () => {};
	const isReleased = new Promise<void>((resolve) => (release = resolve));
	const { connection, sent } = fakeConnection(async (request) => {
		const { contractTypeId, after } = request.qs;
		if (contractTypeId === typeId(1) && after === undefined) await isReleased;
		return answer(request);
	});
	const all = take(mergeTypes<Row>(connection, LIST, options(2)));
	for (let turn = 0; turn < 100; turn++) await Promise.resolve();
	const asked = sent.map(({ qs }) => [qs.contractTypeId, qs.after]);
	release();
	expect(asked).toContainEqual([typeId(0), '100']);
	expect(await all).toHaveLength(600);
});

test('20,000 contracts of one type wait for the other’s first page without a request too many', async () => {
	const { connection, sent } = fakeConnection(service(2, 10_000));
	expect(await take(mergeTypes<Row>(connection, LIST, options(2)))).toHaveLength(20_000);
	expect(sent).toHaveLength(200);
});

test('the same type twice is one chain, and the same contract twice is one record', async () => {
	const { connection, sent } = fakeConnection(() => ({
		body: { data: [{ id: id(1), name: '1' }] },
	}));
	const typeIds = [typeId(0), `type_${typeId(0)}`, typeId(1)];
	const rows = await take(mergeTypes<Row>(connection, LIST, options(0, { typeIds })));
	expect(rows).toEqual([{ id: id(1), name: '1' }]);
	expect(sent).toHaveLength(2);
});

test('of a record that two types show, that of the earlier type is taken', async () => {
	const { connection } = fakeConnection(({ qs }) => {
		const type = Number(String(qs.contractTypeId).slice(-3)) - 900;
		return { body: { data: [1, 2].map((n) => ({ id: id(n), place: type * 10 + n })) } };
	});
	const source = mergeTypes<{ id: string; place: number }>(connection, LIST, options(2));
	expect((await take(source)).map(({ place }) => place)).toEqual([1, 2]);
});

test('no types are no records', async () => {
	const { connection, sent } = fakeConnection(service(1, 1));
	expect(await take(mergeTypes<Row>(connection, LIST, options(0)))).toEqual([]);
	expect(sent).toHaveLength(0);
});

test('a service that refuses to sort is an error that names the assumption', async () => {
	const { connection, sent } = fakeConnection(() => ({ statusCode: 400, body: { error: {} } }));
	const reading = take(mergeTypes<Row>(connection, LIST, options(1)));
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
	await expect(take(mergeTypes<Row>(connection, LIST, options(2)))).rejects.toThrow(
		'Nothing was found',
	);
	const { length } = sent;
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(sent.length).toBeLessThanOrEqual(length + 1);
});

test('a failure of the first page that is no refusal is thrown', async () => {
	const { connection } = fakeConnection(() => ({ statusCode: 401, body: {} }));
	await expect(take(mergeTypes<Row>(connection, LIST, options(2)))).rejects.toThrow(
		'The service rejected the API key',
	);
});

test('a consumer that stops early stops the chains', async () => {
	const { connection, sent } = fakeConnection(service(2, 100_000));
	const source = mergeTypes<Row>(connection, LIST, options(2));
	await source.next();
	await source.return();
	const { length } = sent;
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(sent.length).toBeLessThanOrEqual(length + 2);
});

test('a contract that two types list comes once, as the earlier type has it', async () => {
	const { connection } = fakeConnection(({ qs }) => ({
		body: { data: [{ id: id(1), name: '000001', type: qs.contractTypeId }] },
	}));
	const rows = await take(mergeTypes<Row>(connection, LIST, options(3)));
	expect(rows).toEqual([{ id: id(1), name: '000001', type: typeId(0) }]);
});

test('empty pages are read over to the next record, also at the end', async () => {
	const pagesOf = [[], [1, 2], [], [3], []];
	const { connection } = fakeConnection(({ qs }) => {
		const page = Number(qs.after ?? 0);
		const data = (pagesOf[page] ?? []).map((n) => ({ id: id(n), name: String(n) }));
		const next = page + 1 < pagesOf.length ? String(page + 1) : null;
		return { body: { data, pagination: { next_cursor: next } } };
	});
	const rows = await take(mergeTypes<Row>(connection, LIST, options(1)));
	expect(names(rows)).toEqual([1, 2, 3]);
});

test('records come before a later page fails', async () => {
	const answer = service(2, 200);
	const { connection } = fakeConnection((request) =>
		request.qs.after === undefined ? answer(request) : { statusCode: 404, body: {} },
	);
	const source = mergeTypes<Row>(connection, LIST, options(2));
	const { value } = await source.next();
	expect(names(value!.records)).toEqual(first(199));
	await expect(source.next()).rejects.toThrow('Nothing was found');
});

test('of a type that comes after all of the other no more than 10,000 records wait in memory', async () => {
	const perType = 20_000;
	const { connection, sent } = fakeConnection(({ qs }) => {
		const type = Number(String(qs.contractTypeId).slice(-3)) - 900;
		const from = Number(qs.after ?? 0);
		const data = first(100).map((k) => {
			const n = type * perType + from + k;
			return { id: id(n), name: String(n).padStart(6, '0') };
		});
		const next = from + 100 < perType ? String(from + 100) : null;
		return { body: { data, pagination: { next_cursor: next } } };
	});
	const rows: Row[] = [];
	let ahead = 0;
	for await (const { records } of mergeTypes<Row>(connection, LIST, options(2))) {
		rows.push(...records);
		if (rows.length > perType) continue;
		ahead = sent.filter(({ qs }) => qs.contractTypeId === typeId(1)).length;
	}
	expect(names(rows)).toEqual(first(2 * perType));
	expect(ahead).toBeLessThanOrEqual(102);
});

test('of types of which one comes before the other a limit reads the first one further', async () => {
	const { connection, sent } = fakeConnection(({ qs }) => {
		const type = Number(String(qs.contractTypeId).slice(-3)) - 900;
		const from = type * 5_000 + Number(qs.after ?? 0);
		const data = first(100).map((k) => {
			const n = from + k;
			return { id: id(n), name: String(n).padStart(6, '0') };
		});
		return { body: { data, pagination: { next_cursor: String(from - type * 5_000 + 100) } } };
	});
	const onMore = jest.fn();
	const rows = await take(
		mergeTypes<Row>(connection, LIST, options(2, { limit: 300 })),
		300,
		onMore,
	);
	expect(names(rows)).toEqual(first(300));
	expect(sent).toHaveLength(5);
	expect(onMore).toHaveBeenCalledTimes(1);
});

test('it ends once as many as are wanted have come, also for who would take more', async () => {
	const { connection, sent } = fakeConnection(service(2, 2_000));
	const rows = await take(mergeTypes<Row>(connection, LIST, options(2, { limit: 150 })));
	expect(names(rows).slice(0, 150)).toEqual(first(150));
	expect(sent).toHaveLength(2);
});

test('after a page that shows nothing new the largest pages are read', async () => {
	const { connection, sent } = fakeConnection(({ qs }) => {
		const from = Number(qs.after ?? 0);
		const to = Math.min(from + Number(qs.limit), 50);
		const data = first(to - from).map((k) => ({ id: id(from + k), name: String(100 + from + k) }));
		return { body: { data, pagination: { next_cursor: to < 50 ? String(to) : null } } };
	});
	const more = { isNeeded: false };
	const asked = options(2, { limit: 3, pageSize: 3, largestPage: 100, more });
	const rows = await take(mergeTypes<Row>(connection, LIST, asked), 3);
	expect(names(rows)).toEqual([100, 101, 102]);
	expect(sent.map(({ qs }) => qs.limit)).toEqual([3, 3, 100]);
});
