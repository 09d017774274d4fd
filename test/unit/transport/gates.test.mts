import { accountOf } from '../../../nodes/ContractManagement/transport/credential';
import { gateCount, gateFor } from '../../../nodes/ContractManagement/transport/gates';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

let keys = 0;
const credentials = (more = {}) => ({
	baseUrl: 'https://x.test',
	apiKey: `key ${(keys += 1)}`,
	...more,
});

/** How many of 100 requests are let in at once. */
async function letIn(given: ReturnType<typeof credentials>): Promise<number> {
	const gate = gateFor(given);
	let count = 0;
	for (let i = 0; i < 100; i++) void gate.enter({ lane: 'a' }).then(() => (count += 1));
	await jest.advanceTimersByTimeAsync(0);
	return count;
}

test.each([
	[{}, 8],
	[{ maxConcurrentRequests: 3 }, 3],
	[{ maxConcurrentRequests: '5' }, 5],
	[{ maxConcurrentRequests: 2.7 }, 2],
	[{ maxConcurrentRequests: 0 }, 8],
	[{ maxConcurrentRequests: 'many' }, 8],
	[{ maxRequestsPerSecond: 10 }, 1],
	[{ maxRequestsPerSecond: 0 }, 8],
	[{ maxRequestsPerSecond: -1 }, 8],
])('the limits of the credential %j let %s requests in at once', async (limits, expected) => {
	expect(await letIn(credentials(limits))).toBe(expected);
});

test('the same key is the same gate, with the limits that were set last', async () => {
	const given = credentials({ maxConcurrentRequests: 2 });
	expect(await letIn(given)).toBe(2);
	expect(gateFor({ ...given, maxConcurrentRequests: 6 })).toBe(gateFor(given));
});

test('the account does not tell the key', () => {
	const { baseUrl, apiKey } = credentials();
	expect(accountOf({ baseUrl, apiKey })).toMatch(/^[0-9a-f]{64}$/);
	expect(accountOf({ baseUrl, apiKey })).not.toBe(accountOf({ baseUrl: 'https://y.test', apiKey }));
});

test('gates that nobody has used for ten minutes are forgotten, those in use never', async () => {
	jest.advanceTimersByTime(1e9);
	gateFor(credentials());
	const used = credentials();
	await gateFor(used).enter({ lane: 'a' });
	const before = gateCount();
	for (let i = 0; i < 100; i++) gateFor(credentials());
	expect(gateCount()).toBe(before + 100);

	jest.advanceTimersByTime(600_001);
	const inUse = gateFor(used);
	gateFor(credentials());
	expect(gateCount()).toBeLessThan(20);
	expect(gateFor(used)).toBe(inUse);
});
