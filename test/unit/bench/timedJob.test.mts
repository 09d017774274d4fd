import { timedJob } from '../../../bench/lib/timedJob.mts';
import type { Bench, Contender, Cost } from '../../../bench/lib/types.mts';

const COST: Cost = { ms: 10, cpuMs: 5, peakMb: 1, items: 3 };

/** A bench whose sandbox saw two requests, one of them rejected. */
function bench() {
	const order: string[] = [];
	const byRoute = { 'GET /contracts': { count: 2, statuses: { 200: 1, 429: 1 } } };
	const control = {
		clearRequests: async () => undefined,
		requestSummary: async () => ({ total: 2, maxConcurrent: 1, byRoute }),
	};
	const n8n = { restart: async () => void order.push('restart') };
	const contender = (name: string, more: Partial<Contender & { cost: Partial<Cost> }> = {}) => ({
		name,
		delivers: 3,
		...more,
		run: async () => {
			order.push(name);
			return { ...COST, ...more.cost };
		},
	});
	const fake = { sandbox: { control }, n8n, isShort: false } as unknown as Bench;
	const run = async (contenders: Contender[], more: object = {}) =>
		await timedJob({
			id: 'job',
			title: 'Job',
			inShortMode: true,
			repetitions: 2,
			contenders: async () => contenders,
			judge: (results) => [{ goal: 'runs', figure: String(Object.keys(results)), isMet: true }],
			...more,
		}).run(fake);
	return { order, contender, run };
}

beforeEach(() => jest.spyOn(console, 'log').mockImplementation(() => undefined));

test('contenders run in turn, after a round that does not count', async () => {
	const { order, contender, run } = bench();
	const { results, verdicts } = await run([contender('a'), contender('b', { once: true })]);
	expect(order).toEqual(['a', 'a', 'b', 'a']);
	expect(results.a).toEqual(
		[1, 2].map(() => ({ ...COST, requests: 2, rejected: 1, maxConcurrent: 1 })),
	);
	expect(results.b).toHaveLength(1);
	expect(verdicts).toEqual([{ goal: 'runs', figure: 'a,b', isMet: true }]);
});

test('where memory is measured n8n starts anew before each of its runs', async () => {
	const { order, contender, run } = bench();
	await run([contender('bare', { isBare: true }), contender('node')], { freshProcess: true });
	expect(order).toEqual(['bare', 'restart', 'node', 'bare', 'restart', 'node']);
});

test.each([
	['delivers less', { cost: { items: 2 } }, 'node delivered 2 items instead of 3'],
	['fails', { cost: { error: 'broken' } }, 'node failed: broken'],
	['does not fail as expected', { fails: /429/ }, 'node was expected to fail with /429/'],
	['fails otherwise than expected', { fails: /429/, cost: { error: 'broken' } }, 'broken'],
])('a contender that %s enters no table', async (_what, more, message) => {
	const { contender, run } = bench();
	await expect(run([contender('node', more)])).rejects.toThrow(message);
});

test('a contender that leaves something else behind enters no table', async () => {
	const { contender, run } = bench();
	const check = async () => {
		throw new Error('two records are missing');
	};
	await expect(run([contender('node', { check })])).rejects.toThrow('two records are missing');
});

test('a contender that is known to fail does', async () => {
	const { contender, run } = bench();
	const cost = { items: 0, error: 'the service answered 429' };
	const { results } = await run([contender('node', { fails: /429/, cost })]);
	expect(results.node).toHaveLength(2);
});

test('a contender that may fail in one way stands in the table when it does, and only then', async () => {
	const { contender, run } = bench();
	const failing = (error: string) =>
		contender('other', { mayFail: /429/, cost: { items: 0, error } });
	expect((await run([failing('answered 429')])).results.other).toHaveLength(2);
	await expect(run([failing('out of memory')])).rejects.toThrow('other failed: out of memory');
});
