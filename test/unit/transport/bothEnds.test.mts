import { fromBothEnds } from '../../../nodes/ContractManagement/transport/lists/fastListing';
import type { ApiRequest } from '../../../nodes/ContractManagement/transport/exchange';
import { fakeConnection, type Answer, type Sent } from './support/fakeService.mts';

interface Row {
	id: string;
	createdAt?: string;
}

const LIST: ApiRequest = { method: 'GET', path: '/contracts', qs: { status: 'draft' } };
const PAGE_SIZE = 3;

const at = (ms: number) => new Date(1.7e12 + ms).toISOString();
const rowsOf = (times: number[]): Row[] =>
	times.map((ms, id) => ({ id: String(id), createdAt: at(ms) }));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

const isNewestFirst = ({ qs }: Sent) => String(qs.sort).startsWith('-');

/** A page of the rows, whose cursor is the place of its first record. */
function page(rows: Row[], { qs }: Sent): Answer {
	const from = Number(qs.after ?? 0);
	const next = from + PAGE_SIZE;
	return {
		body: {
			data: rows.slice(from, next),
			pagination: { next_cursor: next < rows.length ? String(next) : null },
		},
	};
}

const sorting = (rows: Row[]) => (sent: Sent) =>
	page(isNewestFirst(sent) ? rows.toReversed() : rows, sent);

async function read(service: (sent: Sent) => Answer) {
	const { connection, sent } = fakeConnection(service);
	const ids = new Set<number>();
	const keep = ({ id }: Row) => void ids.add(Number(id));
	await fromBothEnds<Row>(connection, LIST, { pageSize: PAGE_SIZE, keep });
	return { ids: [...ids].toSorted((a, b) => a - b), sent };
}

test('the ends meet in the middle, each page read about once', async () => {
	const { ids, sent } = await read(sorting(rowsOf(upTo(60))));
	expect(ids).toEqual(upTo(60));
	expect(sent.length).toBeLessThanOrEqual(20 + 3);
	const fromNewest = sent.filter(isNewestFirst).length;
	expect(fromNewest).toBeGreaterThan(7);
	expect(sent.length - fromNewest).toBeGreaterThan(7);
	for (const { qs } of sent) expect(qs.status).toBe('draft');
});

test('a list of one page is one request', async () => {
	const { ids, sent } = await read(sorting(rowsOf(upTo(PAGE_SIZE))));
	expect(ids).toEqual(upTo(PAGE_SIZE));
	expect(sent).toHaveLength(1);
});

test('records of one moment are all read, whatever their order from the other end', async () => {
	const rows = rowsOf([0, 1, ...Array.from({ length: 20 }, () => 2), 3, 4]);
	const newestFirst = rows.toSorted((a, b) => b.createdAt!.localeCompare(a.createdAt!));
	const { ids } = await read((sent) => page(isNewestFirst(sent) ? newestFirst : rows, sent));
	expect(ids).toEqual(rows.map(({ id }) => Number(id)));
});

test.each([
	['ignores the sorting, oldest first', rowsOf(upTo(12))],
	['ignores the sorting, newest first', rowsOf(upTo(12).reverse())],
	['ignores the sorting, in steps', rowsOf([9, 9, 9, 9, 9, 9, 5, 5, 5, 3, 3, 3])],
	['sorts by something else', rowsOf([5, 1, 9, 2, 8, 3, 7, 4, 6, 0, 11, 10])],
	['does not say when', upTo(12).map((id) => ({ id: String(id) }))],
	['does not say when of the first', [{ id: '0' }, ...rowsOf(upTo(12)).slice(1)]],
])('a service that %s: everything is read', async (_name, rows) => {
	const { ids } = await read((sent) => page(rows, sent));
	expect(ids).toEqual(upTo(12));
});

test.each([
	['oldest', (sent: Sent) => !isNewestFirst(sent)],
	['newest', isNewestFirst],
])('a failure at the %s end is thrown, and the other end stops', async (_name, fails) => {
	const requests: Sent[] = [];
	const service = (sent: Sent) => {
		requests.push(sent);
		const isBroken = fails(sent) && (sent.qs.after !== undefined || isNewestFirst(sent));
		return isBroken ? { statusCode: 403, body: {} } : sorting(rowsOf(upTo(300)))(sent);
	};
	await expect(read(service)).rejects.toThrow('(403)');
	expect(requests.length).toBeLessThan(10);
});
