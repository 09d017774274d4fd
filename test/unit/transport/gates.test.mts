import { storageGateFor } from '../../../nodes/ContractManagement/transport/files/storage';
import { accountOf } from '../../../nodes/ContractManagement/transport/credential';
import { gateFor, gates } from '../../../nodes/ContractManagement/transport/limit/gates';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

let keys = 0;
const credentials = (more = {}) => ({
	baseUrl: 'https://x.test',
	apiKey: `key ${(keys += 1)}`,
	...more,
});

/** How many of 100 requests are let in at once, when the service has answered a few. */
async function letIn(given: ReturnType<typeof credentials>): Promise<number> {
	const gate = gateFor(given);
	for (let i = 0; i < 80; i++) {
		void gate.enter({ execution: 'a' }).then((place) => place?.leave({ status: 200 }));
	}
	await jest.advanceTimersByTimeAsync(20_000);
	let count = 0;
	for (let i = 0; i < 100; i++) void gate.enter({ execution: 'a' }).then(() => (count += 1));
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

test('storage is not a service that others may be using: eight transfers begin at once', async () => {
	const gate = storageGateFor('https://storage.test');
	let count = 0;
	for (let i = 0; i < 100; i++) void gate.enter({ execution: 'a' }).then(() => (count += 1));
	await jest.advanceTimersByTimeAsync(0);
	expect(count).toBe(8);
});

test('the same key is the same gate, with the limits that were set last', async () => {
	const given = credentials({ maxConcurrentRequests: 2 });
	expect(await letIn(given)).toBe(2);
	expect(gateFor({ ...given, maxConcurrentRequests: 6 })).toBe(gateFor(given));
	expect(gateFor({ ...given, baseUrl: ` ${given.baseUrl}/` })).toBe(gateFor(given));
});

test('the account does not tell the key', () => {
	const { baseUrl, apiKey } = credentials();
	expect(accountOf({ baseUrl, apiKey })).toMatch(/^[\w+/]{43}=$/);
	expect(accountOf({ baseUrl, apiKey })).not.toBe(accountOf({ baseUrl: 'https://y.test', apiKey }));
});

test('as many gates are kept as were used last, beside those in use', async () => {
	const used = credentials();
	const inUse = gateFor(used);
	const place = await inUse.enter({ execution: 'a' });
	const waiting = credentials({ maxConcurrentRequests: 1 });
	void gateFor(waiting).enter({ execution: 'a' });
	for (let i = 0; i < 5_000; i++) gateFor(credentials());
	expect(gates.size).toBeLessThanOrEqual(1_000);
	expect(gateFor(used)).toBe(inUse);

	place!.leave({ status: 200 });
	for (let i = 0; i < 3_000; i++) gateFor(credentials());
	expect(gateFor(used)).not.toBe(inUse);
});
