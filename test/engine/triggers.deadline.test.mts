import type { INodeListSearchResult } from 'n8n-workflow';
import { gateFor } from '../../nodes/ContractManagement/transport/limit/gates';
import { until } from '../support/condition.mts';
import { credentialData } from '../support/credentials.mts';
import { holdDeadlines, passDeadline } from '../support/deadlines.mts';
import { askEditor } from '../support/editor.mts';
import { pollHost } from '../support/pollHost.mts';
import type { Fault } from '../support/sandbox.mts';
import { items, proof, said, uuidOf, webhookSuite } from '../support/webhookTrigger.mts';

const { sandbox, listen, contract, reads, setup } = webhookSuite();

const LATE: Array<Fault['kind']> = ['hang', 'drip', 'stall', 'switchProtocols'];

/** What a trigger or the editor waits for at the most, as the pages of the documentation say. In milliseconds. */
const DELIVERY_MS = 8_000;
const READING_MS = 7_000;
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

test('a contract that never comes holds nobody up: it comes out with its error', async () => {
	const host = await listen();
	const [a, b] = [await contract('signed'), await contract('signed')];
	const hanging = { kind: 'hang', route: 'GET /contracts/:id', match: uuidOf(b.id) } as const;
	await sandbox().control.fault({ ...hanging, times: 0 });
	const events = [said('contract.signed', a.id), said('contract.signed', b.id)];
	let status: number | undefined;
	let asked = 0;
	void host.deliver({ events }, proof).then((answer) => (status = answer.status));
	while (status === undefined) {
		asked = await until(
			async () => await reads(b.id),
			(count) => status !== undefined || count > asked,
		);
		passDeadline(READING_MS);
	}
	expect(status).toBe(200);
	expect(items(host)).toMatchObject([
		{ contractId: a.id, status: 'signed' },
		{ contract: null, contractError: expect.anything() },
	]);
});

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
