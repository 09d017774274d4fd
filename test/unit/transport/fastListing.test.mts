import type { ApiRequest } from '../../../nodes/ContractManagement/transport/exchange';
import { newestChanges } from '../../../nodes/ContractManagement/transport/lists/changes';
import { fastListing } from '../../../nodes/ContractManagement/transport/lists/fastListing';
import { fakeConnection, type Answer, type Sent } from './support/fakeService.mts';

const LIST: ApiRequest = { method: 'GET', path: '/contracts', qs: { counterpartyId: 'x' } };

const contract = (n: number, status: string, updatedAt = n) => ({
	id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
	status,
	createdAt: new Date(1.7e12 + n).toISOString(),
	updatedAt: new Date(1.7e12 + updatedAt).toISOString(),
});

type Contract = ReturnType<typeof contract>;

const list = (rows: unknown[], next: string | null = null): Answer => ({
	body: { data: rows, pagination: { next_cursor: next } },
});

const numbers = (rows: Contract[] = []) => rows.map(({ id }) => Number(id.slice(-4)));

/** Answers by what is asked for: the newest changes, or one status. */
const service =
	(contracts: Contract[]) =>
	({ qs }: Sent) => {
		const rows = contracts.filter(({ status }) => qs.status === undefined || status === qs.status);
		return list(qs.sort === '-updatedAt,id' ? rows.toReversed() : rows);
	};

const all = { statuses: [], pageSize: 100 };

test('every status is a chain of its own, and the result is newest first', async () => {
	const { connection, sent } = fakeConnection(
		service([contract(1, 'draft'), contract(2, 'signed')]),
	);
	const rows = await fastListing<Contract>(connection, LIST, all);
	expect(numbers(rows)).toEqual([2, 1]);
	const chains = sent.filter(({ qs }) => qs.sort === 'createdAt,id').map(({ qs }) => qs.status);
	expect(chains).toEqual(['draft', 'negotiating', 'signing', 'signed', 'canceled']);
	for (const { qs } of sent) expect(qs).toMatchObject({ counterpartyId: 'x', limit: 100 });
});

test('the newest version of a contract counts, by its status now', async () => {
	let isChanged = false;
	const { connection } = fakeConnection(({ qs }) => {
		if (qs.sort === '-updatedAt,id') {
			const now = isChanged ? [contract(1, 'signed', 9_000)] : [contract(1, 'draft')];
			return list(now);
		}
		isChanged = true;
		return list(qs.status === 'draft' ? [contract(1, 'draft')] : []);
	});
	const read = async (statuses: string[]) => {
		isChanged = false;
		return await fastListing<Contract>(connection, LIST, { ...all, statuses });
	};
	expect(await read(['draft'])).toEqual([]);
	expect(await read(['signed', 'draft'])).toEqual([contract(1, 'signed', 9_000)]);
});

test('an older version that is read later does not replace a newer one', async () => {
	let reads = 0;
	const { connection } = fakeConnection(({ qs }) =>
		list(
			qs.sort === '-updatedAt,id' && reads++ > 0
				? [contract(1, 'draft', 5)]
				: [contract(1, 'draft', 9)],
		),
	);
	expect(await fastListing<Contract>(connection, LIST, all)).toEqual([contract(1, 'draft', 9)]);
});

test('contracts without a status are kept: nothing says that they are not wanted', async () => {
	const { connection } = fakeConnection(() => list([{ ...contract(1, 'x'), status: undefined }]));
	expect(
		await fastListing<Contract>(connection, LIST, { ...all, statuses: ['draft'] }),
	).toHaveLength(1);
});

test.each([
	['ignores the sorting', list([contract(1, 'draft'), contract(2, 'draft')])],
	['does not say when a contract changed', list([{ id: 'a' }])],
])('where the service %s, an error names the entry', async (_name, odd) => {
	const { connection } = fakeConnection(({ qs }) =>
		qs.sort === '-updatedAt,id' ? odd : list([contract(7, 'draft')]),
	);
	await expect(fastListing<Contract>(connection, LIST, all)).rejects.toMatchObject({
		message: '/contracts is not sorted as it was asked for',
		description: expect.stringContaining('contract-list-sort: expected is '),
	});
});

test('counterparties in another order are an error: the specification has them sorted', async () => {
	const { connection } = fakeConnection(() => list([contract(1, 'active'), contract(2, 'active')]));
	const counterparties: ApiRequest = { method: 'GET', path: '/counterparties' };
	await expect(newestChanges<Contract>(connection, counterparties, 50)).rejects.toMatchObject({
		message: '/counterparties is not sorted as it was asked for',
	});
});

test.each([400, 422])(
	'where the service refuses to sort with %s, so does this',
	async (statusCode) => {
		const { connection } = fakeConnection(({ qs }) =>
			qs.sort === '-updatedAt,id' ? { statusCode, body: {} } : list([contract(7, 'draft')]),
		);
		await expect(fastListing<Contract>(connection, LIST, all)).rejects.toMatchObject({
			description: expect.stringContaining('contract-list-sort: expected is '),
		});
	},
);

test('a failure is thrown and ends the other chains', async () => {
	const { connection, sent } = fakeConnection(({ qs }) => {
		if (qs.sort === '-updatedAt,id') return list([]);
		if (qs.status === 'draft') return { statusCode: 403, body: {} };
		return list([contract(1, 'signed')], String(Number(qs.after ?? 0) + 1));
	});
	await expect(fastListing<Contract>(connection, LIST, all)).rejects.toThrow('(403)');
	const { length } = sent;
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(sent.length).toBeLessThanOrEqual(length + 4);
});

test('a failure of the first request is thrown', async () => {
	const { connection } = fakeConnection(() => ({ statusCode: 401, body: {} }));
	await expect(fastListing<Contract>(connection, LIST, all)).rejects.toThrow('API key');
});

test('what changes during a pass is read in the next, until one was undisturbed', async () => {
	let changes = 3;
	let clock = 100;
	const rows = Array.from({ length: 6 }, (_, n) => contract(n, 'draft'));
	const { connection, sent } = fakeConnection(({ qs }) => {
		if (qs.sort !== '-updatedAt,id') return list([]);
		const newest = rows.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
		const from = Number(qs.after ?? 0);
		const answer = list(
			structuredClone(newest.slice(from, from + 2)),
			from < 4 ? String(from + 2) : null,
		);
		// The last row jumps to the top, over the page that is read next.
		if (from === 2 && changes-- > 0)
			newest.at(-1)!.updatedAt = new Date(1.7e12 + (clock += 1)).toISOString();
		return answer;
	});
	const listed = await fastListing<Contract>(connection, LIST, { ...all, pageSize: 2 });
	expect(numbers(listed).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
	expect(sent.filter(({ qs }) => qs.sort === '-updatedAt,id' && qs.after === '4')).toHaveLength(4);
});

test('a service that never rests does not keep it busy for ever', async () => {
	let clock = 0;
	const { connection, sent } = fakeConnection(({ qs }) => {
		if (qs.sort !== '-updatedAt,id') return list([]);
		clock += 1;
		return qs.after === undefined
			? list([contract(1, 'draft', clock)], 'more')
			: list([contract(2, 'draft', 0)]);
	});
	expect(numbers(await fastListing<Contract>(connection, LIST, all))).toEqual([2, 1]);
	expect(sent.length).toBeLessThan(60);
});

test('a list without an end stops at what had changed before the start', async () => {
	const { connection, sent } = fakeConnection(({ qs }) => {
		if (qs.sort !== '-updatedAt,id') return list([]);
		const page = Number(qs.after ?? 0);
		return list([contract(page, 'draft', 1e9 - page * 4_000)], String(page + 1));
	});
	await fastListing<Contract>(connection, LIST, all);
	expect(sent.filter(({ qs }) => qs.sort === '-updatedAt,id').length).toBeLessThan(8);
});
