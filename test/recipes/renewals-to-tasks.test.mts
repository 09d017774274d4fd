import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../host/lib/client/until.mts';
import { freePort } from '../../host/lib/ports.mts';
import { credentialFor, sharedN8n } from '../support/n8n.mts';
import {
	contractEnding,
	dayOfTest,
	dueKeys,
	happy,
	importRenewals,
	keyOf,
	taskKeys,
	type RenewalsHost,
} from '../support/recipes/renewals-to-tasks.mts';
import { startSandbox } from '../support/sandbox.mts';

/** The field "End date" of the demo's forms. */
const END_DATE = 'f1000000-0000-4000-8000-000000000004';

const folder = mkdtempSync(path.join(tmpdir(), 'renewals-'));
let host: RenewalsHost;
let port: number;

beforeAll(async () => {
	port = await freePort();
	const [n8n, sandbox] = await Promise.all([sharedN8n(), start()]);
	host = { n8n, sandbox, credentials: await credentialFor(n8n, sandbox.baseUrl) };
});

afterAll(async () => {
	await host?.sandbox.stop();
	rmSync(folder, { recursive: true, force: true });
});

test('contracts that end soon become tasks, once for each end date', async () => {
	await happy(host);
});

test('the latest signed amendment says when a contract ends', async () => {
	const renewals = await importRenewals(host);
	const { control } = host.sandbox;
	const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
	const ends = (days: number) => ({ fields: { [END_DATE]: day(days) } });
	const [longer, shorter] = [
		await contractEnding(host.sandbox, 20, ends(20)),
		await contractEnding(host.sandbox, 700, ends(700)),
	];
	const amended = [
		[longer, day(700), 'signed'],
		[shorter, day(20), 'signed'],
		[await contractEnding(host.sandbox, 21, ends(21)), day(700), 'draft'],
	] as const;
	for (const [{ id }, end, status] of amended) {
		const consolidation = { [END_DATE]: end };
		await control.createContract({ status, initialContractId: id, consolidation });
	}
	for (let run = 0; run < 2; run++) {
		expect((await renewals.run()).status).toBe('success');
		const keys = await taskKeys(host.n8n);
		const made = amended.map(([{ id }]) => keys.filter((key) => key.startsWith(id.slice(-36))));
		expect(made).toEqual([[], [`${shorter.id.slice(-36)}:${day(20)}`], [keyOf(amended[2][0])]]);
	}
	for (const [{ id }] of amended) await control.setContractState(id, { status: 'canceled' });
});

test('the service is killed in the middle of the list: the work is completed when it is up, nothing twice', async () => {
	const today = await dayOfTest(host);
	const renewals = await importRenewals(host);
	// More than a page, so that there is a middle.
	for (let i = 0; i < 101; i++) await contractEnding(host.sandbox, 50, { silent: true });
	await host.sandbox.control.fault({ route: 'GET /contracts', kind: 'hang', skip: 1 });

	const id = await renewals.start();
	const hung = async () => (await host.sandbox.control.faults()).length === 0;
	await until(hung, Boolean, 'request for the second page');
	await host.sandbox.kill();
	expect(await taskKeys(host.n8n)).toEqual([]);
	host.sandbox = await start();

	// Either the node has waited for the service, or the next morning does the work.
	const run = await host.n8n.execution(id);
	if (run.status !== 'success') expect((await renewals.run()).status).toBe('success');
	expect((await taskKeys(host.n8n)).sort()).toEqual(await dueKeys(host, today));
	expect((await renewals.run()).items('No task yet')).toEqual([]);
	expect((await taskKeys(host.n8n)).sort()).toEqual(await dueKeys(host, today));
});

test('a failed run makes no tasks, and the next one makes only those that are missing', async () => {
	await host.sandbox.control.reset('demo');
	await dayOfTest(host);
	const renewals = await importRenewals(host);
	await renewals.run();
	const before = await taskKeys(host.n8n);

	const later = await contractEnding(host.sandbox, 10);
	await host.sandbox.control.fault({ route: 'GET /contracts', kind: 'status', status: 401 });
	const failed = await renewals.run();
	expect(failed.status).toBe('error');
	expect(failed.error?.message).toContain('The service rejected the API key');
	expect(await taskKeys(host.n8n)).toEqual(before);

	expect((await renewals.run()).status).toBe('success');
	expect(await taskKeys(host.n8n)).toEqual([...before, keyOf(later)]);
});

async function start() {
	return await startSandbox({ seed: 'demo', db: path.join(folder, 'sandbox.db'), port });
}
