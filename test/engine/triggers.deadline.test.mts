import type { INodeListSearchResult } from 'n8n-workflow';
import { gateFor } from '../../nodes/ContractManagement/transport/limit/gates';
import { until } from '../support/condition.mts';
import { credentialData } from '../support/credentials.mts';
import { holdDeadlines, passDeadline } from '../support/deadlines.mts';
import { askEditor } from '../support/editor.mts';
import { pollHost } from '../support/pollHost.mts';
import type { Fault } from '../support/sandbox.mts';
import { proof, said, webhookSuite } from '../support/webhookTrigger.mts';

const { sandbox, listen, contract, setup } = webhookSuite();

const LATE: Array<Fault['kind']> = ['hang', 'drip', 'stall', 'switchProtocols'];

/** What a trigger or the editor waits for at the most, as the pages of the documentation say. In milliseconds. */
const DELIVERY_MS = 8_000;
const POLL_MS = 60_000;
const EDITOR_MS = 300_000;

beforeEach(() => holdDeadlines());
afterEach(() => jest.restoreAllMocks());

/** Until so many requests of the route have come, and the answer of the last one is as far as it will ever be. */
async function struck(method: string, route: string, kind: Fault['kind']): Promise<void> {
	const isBegun = kind === 'drip' || kind === 'stall';
	await until(
		async () => await sandbox().control.requests({ method, route }),
		(entries) => entries.length > 0 && (entries.at(-1)!.executed || !isBegun),
	);
}

const isFree = () => gateFor(credentialData(sandbox().baseUrl)).isIdle;

test.each(LATE)(
	'a delivery whose contract comes with a %s is answered within its time',
	async (kind) => {
		const host = await listen();
		const { id } = await contract('signed');
		await sandbox().control.fault({ kind, route: 'GET /contracts/:id', times: 0 });
		const answering = host.deliver(said('contract.signed', id), proof);
		await struck('GET', '/contracts/:id', kind);
		passDeadline(DELIVERY_MS);
		expect(await answering).toMatchObject({ status: 503, body: { status: 'refused' } });
		expect(isFree()).toBe(true);

		await sandbox().control.clearFaults();
		expect((await host.deliver(said('contract.signed', id), proof)).status).toBe(200);
	},
);

test.each(LATE)(
	'a poll whose list comes with a %s asks again after a quarter of its time',
	async (kind) => {
		const host = pollHost({ ...setup({ events: ['created'] }), budgetMs: POLL_MS });
		await host.tick();
		await contract('draft');
		await sandbox().control.clearRequests();
		await sandbox().control.fault({ kind, route: 'GET /contracts' });
		const ticking = host.tick();
		await struck('GET', '/contracts', kind);
		passDeadline(POLL_MS / 4);
		expect(await ticking).toHaveLength(1);
		expect(isFree()).toBe(true);
	},
);

test.each(LATE)('a list in the editor that comes with a %s is asked for again', async (kind) => {
	await sandbox().control.fault({ kind, route: 'GET /contracts' });
	const asking = askEditor<INodeListSearchResult>(
		{
			credential: credentialData(sandbox().baseUrl),
			parameters: { resource: 'contract', operation: 'get' },
		},
		'listSearch.searchContracts',
	);
	await struck('GET', '/contracts', kind);
	passDeadline(EDITOR_MS);
	expect((await asking).results.length).toBeGreaterThan(0);
	expect(isFree()).toBe(true);
});
