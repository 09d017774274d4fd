import { RequestLog } from '../../sandbox/http/requestLog.mts';

function logOf(capacity: number, count: number): RequestLog {
	const log = new RequestLog(capacity);
	for (let number = 1; number <= count; number++) {
		const path = `/v2/${number}`;
		const route = number % 2 ? '/odd' : '/even';
		const facts = { method: 'GET', path, route, search: '', key: 'admin', versionHeader: null };
		const entry = log.begin(facts);
		log.end(entry, { status: 200, closedByClient: false, bytes: 0 });
	}
	return log;
}

const seqs = (log: RequestLog, filter?: object) => log.entries(filter).map(({ seq }) => seq);

test('a full log keeps the newest entries, oldest first', () => {
	expect(seqs(logOf(4, 3))).toEqual([1, 2, 3]);
	expect(seqs(logOf(4, 4))).toEqual([1, 2, 3, 4]);
	expect(seqs(logOf(4, 10))).toEqual([7, 8, 9, 10]);
	expect(seqs(logOf(4, 0))).toEqual([]);
});

test('last and since count after the other filters', () => {
	const log = logOf(6, 10);
	expect(seqs(log, { last: 2 })).toEqual([9, 10]);
	expect(seqs(log, { last: 2, route: '/odd' })).toEqual([7, 9]);
	expect(seqs(log, { since: 8 })).toEqual([9, 10]);
	expect(seqs(log, { since: 2, route: '/even' })).toEqual([6, 8, 10]);
	expect(seqs(log, { last: 0 })).toEqual([]);
	expect(seqs(log, { route: undefined, last: 1 })).toEqual([10]);
});

test('the summary counts what the log has dropped', () => {
	const { total, byRoute } = logOf(2, 10).summary();
	expect(total).toBe(10);
	expect(byRoute['GET /odd']).toMatchObject({ count: 5 });
});
