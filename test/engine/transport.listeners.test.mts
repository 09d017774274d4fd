import { getEventListeners } from 'node:events';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

/** Node 20 and 22 warn of a leak in n8n's log when a signal has more. */
const MOST_LISTENERS = 10;

const add = AbortSignal.prototype.addEventListener;
let most = 0;

beforeEach(() => {
	most = 0;
	AbortSignal.prototype.addEventListener = function (this: AbortSignal, ...args: unknown[]) {
		add.apply(this, args as Parameters<typeof add>);
		most = Math.max(most, getEventListeners(this, 'abort').length);
	};
});
afterEach(() => {
	AbortSignal.prototype.addEventListener = add;
});

const items = (length: number) => Array.from({ length }, (_, i) => ({ json: { i } }));

test.each([
	['items of one request each', {}],
	['items that n8n routes itself', { declaredRouteOnly: true }],
])('300 %s put no more listeners on a signal than Node bears', async (_what, more) => {
	const { id } = await sandbox().control.createContract();
	await sandbox().control.fault({ route: '*', kind: 'status', status: 429, times: 2 });
	const result = await runOperation(
		sandbox().baseUrl,
		'contract.get',
		{ contractId: byId(id) },
		[],
		{ items: items(300), ...more },
	);
	expect(result.error).toBeUndefined();
	expect(result.items).toHaveLength(300);
	expect(most).toBeGreaterThan(0);
	expect(most).toBeLessThanOrEqual(MOST_LISTENERS);
});

test('200 changes of one counterparty, which take turns, put no more on it either', async () => {
	const { id } = await sandbox().control.createCounterparty({ name: 'Turns' });
	const result = await runOperation(
		sandbox().baseUrl,
		'counterparty.update',
		{ counterpartyId: byId(id), updateFields: { status: 'archived' } },
		[],
		{ items: items(200) },
	);
	expect(result.error).toBeUndefined();
	expect(most).toBeLessThanOrEqual(MOST_LISTENERS);
});
