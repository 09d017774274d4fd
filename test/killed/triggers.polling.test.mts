import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../host/lib/client/until.mts';
import { freePort } from '../../host/lib/ports.mts';
import type { Server } from '../../host/lib/server.mts';
import {
	credentialFor,
	DURABLE_CURSORS,
	NODES,
	restartN8n,
	SHORT_PUBLICATION_LEASE,
	startN8n,
} from '../support/n8n.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { storedExecutions } from '../support/storedExecutions.mts';

/** With its durable cursors n8n is killed at several moments of a poll, and no change is lost. */
const CHANGES = 250;
/** A change that is lost is found by none of them. */
const MOST_POLLS = 5;
const COMES_WITHIN_MS = 60_000;

let folder: string;
let port: number;
let sandbox: Sandbox;
let n8n: Server | undefined;
let id: string;
let killedAt = 0;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-polling-'));
	[port, sandbox] = await Promise.all([freePort(), startSandbox({ seed: 'empty' })]);
	// What is there at first is known before durable cursors are switched on, which take it over.
	await sandbox.control.seed({ contracts: 1 });
	n8n = await startN8n({ folder, port });
	const wait = { type: 'n8n-nodes-base.wait', typeVersion: 1.1 };
	const trigger = {
		name: 'Trigger',
		type: NODES.pollingTrigger,
		credentials: await credentialFor(n8n, sandbox.baseUrl),
		// No poll but those that publishing makes.
		parameters: { events: ['created'], pollTimes: { item: [{ mode: 'everyMonth' }] } },
	};
	const two = { name: 'Two seconds', ...wait, parameters: { amount: 2, unit: 'seconds' } };
	({ id } = await n8n.createWorkflow({ nodes: [trigger, two] }));
	// Contracts that are seeded later are older than today: what is older than the publishing is no news.
	await sandbox.control.clock({ now: '2000-01-01T00:00:00.000Z' });
	expect(await n8n.publish(id)).toMatchObject({ status: 'published' });
	await n8n.unpublish(id);
	await sandbox.control.clock({ shiftMs: 0 });
	await n8n.stop();
	await start();
}, 900_000);

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** When n8n is killed; `executions` is how many there were before the poll. */
const moments: Array<[string, (executions: number) => Promise<unknown>]> = [
	['in the middle of its pages', async () => await pages(2)],
	['when its last page is read', async () => await pages(3)],
	['when its execution is stored', async (before) => await executing(before)],
];

test('every change has an execution, wherever n8n was killed', async () => {
	const created: string[] = [];
	for (const [, moment] of moments) {
		const before = new Set((await sandbox.control.contracts()).map((contract) => contract.id));
		await sandbox.control.seed({ contracts: CHANGES });
		const now = await sandbox.control.contracts();
		created.push(...now.flatMap((contract) => (before.has(contract.id) ? [] : [contract.id])));
		await sandbox.control.clearRequests();
		await sandbox.control.latency(100);
		const executions = await n8n!.executions(id);
		await polledUntil(async () => await moment(executions.length));
		killedAt = Date.now();
		await n8n!.kill();
		await sandbox.control.latency(0);
		await start();
		await n8n!.unpublish(id);
	}
	const times = await timesEmitted(created);
	expect(created).toHaveLength(moments.length * CHANGES);
	expect(Math.min(...times)).toBeGreaterThanOrEqual(1);
	// State and execution are one write, so that only a poll beside it could emit the same.
	expect(Math.max(...times)).toBeLessThanOrEqual(2);
}, 1_800_000);

async function start(): Promise<void> {
	n8n = await restartN8n({ folder, port, env: { ...DURABLE_CURSORS, ...SHORT_PUBLICATION_LEASE } });
}

/** How often each was emitted, after as many polls as it takes: one reads nothing while an earlier one still runs. */
async function timesEmitted(contracts: string[]): Promise<number[]> {
	let times = contracts.map(() => 0);
	for (let polls = 0; polls < MOST_POLLS && times.includes(0); polls++) {
		if (polls > 0) await n8n!.unpublish(id);
		expect(await n8n!.publish(id)).toMatchObject({ status: 'published' });
		const executions = await storedExecutions(n8n!, id, killedAt);
		const emitted = executions.flatMap(({ items }) => items.map(({ contractId }) => contractId));
		times = contracts.map((contract) => emitted.filter((one) => one === contract).length);
	}
	return times;
}

/** Lets n8n publish, which polls, until the moment has come: a poll reads nothing while an earlier one still runs. */
async function polledUntil(moment: () => Promise<unknown>): Promise<void> {
	for (let polls = 1; ; polls++) {
		const { versionId } = await n8n!.workflow(id);
		await n8n!.rest('POST', `/workflows/${id}/activate`, { versionId });
		const [come] = await Promise.allSettled([moment()]);
		if (come.status === 'fulfilled') return;
		if (polls === MOST_POLLS) throw come.reason;
		await n8n!.unpublish(id);
	}
}

/** Waits until the poll has asked for so many pages. */
async function pages(count: number) {
	const asked = () => sandbox.control.requests({ route: '/contracts', method: 'GET' });
	await until(asked, (requests) => requests.length >= count, `${count} pages`, COMES_WITHIN_MS);
}

async function executing(before: number) {
	const stored = async () => (await n8n!.executions(id)).length;
	await until(stored, (count) => count > before, 'execution', COMES_WITHIN_MS);
}
