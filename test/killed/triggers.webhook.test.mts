import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../host/lib/client/until.mts';
import { freePort } from '../../host/lib/ports.mts';
import type { Server } from '../../host/lib/server.mts';
import { restartN8n, startN8n } from '../support/n8n.mts';
import { publishedTrigger, SECRET } from '../support/publishedTrigger.mts';
import { startSandbox, type Delivery, type Sandbox } from '../support/sandbox.mts';
import { storedExecutions, type StoredExecution } from '../support/storedExecutions.mts';

/** Three bursts of deliveries, and n8n is killed in the middle of each, and starts again with what it had stored. */
const BURSTS = 3;
const CONTRACTS = 30;
const KILLED_AFTER = 20;

const uuidOf = (id: string) => id.slice(-36);

let folder: string;
let n8n: Server | undefined;
let sandbox: Sandbox;
let deliveries: Delivery[];
let executions: StoredExecution[];
const waitingWhenKilled: number[] = [];

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-killed-'));
	const port = await freePort();
	[n8n, sandbox] = await Promise.all([startN8n({ folder, port }), startSandbox()]);
	// Whatever is under way when n8n is killed has not ended.
	const wait = { type: 'n8n-nodes-base.wait', typeVersion: 1.1 };
	const { workflow, url } = await publishedTrigger(
		n8n,
		sandbox.baseUrl,
		{ events: ['created', 'statusChanged'], verification: 'hmac' },
		[{ name: 'Two seconds', ...wait, parameters: { amount: 2, unit: 'seconds' } }],
	);
	await sandbox.control.deliverySettings({
		paused: true,
		concurrency: 10,
		timeoutMs: 60_000,
		backoffMs: 100,
		maxBackoffMs: 1_000,
		maxAttempts: 100,
	});
	await sandbox.control.subscribe({ url, secret: SECRET });

	let killedAt = 0;
	for (let burst = 0; burst < BURSTS; burst++) {
		await sandbox.control.deliverySettings({ paused: true });
		await Promise.all(Array.from({ length: CONTRACTS }, changed));
		// So slowly that n8n is killed while many of them are still to come.
		await sandbox.control.latency(500);
		await sandbox.control.deliverySettings({ paused: false });
		await untilWaiting((count) => count <= 2 * CONTRACTS - KILLED_AFTER);
		killedAt = Date.now();
		await n8n.kill();
		waitingWhenKilled.push((await waiting()).length);
		// While it starts n8n answers everything with 200 for a moment (docs/reliability.md), so nothing goes to it before it
		// is ready, as with a proxy that asks for its readiness.
		await sandbox.control.deliverySettings({ paused: true });
		n8n = await restartN8n({ folder, port });
		await sandbox.control.latency(0);
		await sandbox.control.deliverySettings({ paused: false });
		await untilWaiting((count) => count === 0);
	}
	deliveries = await sandbox.control.deliveries();
	executions = await storedExecutions(n8n, workflow.id, killedAt);
}, 1_800_000);

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
	rmSync(folder, { recursive: true, force: true });
});

test('what was answered with 2xx has an execution, and what was not has one after it was delivered again', async () => {
	const statuses = new Set(executions.map(({ status }) => status));
	expect([...statuses].filter((status) => !['success', 'crashed'].includes(status))).toEqual([]);
	const keys = new Set(keysOf(executions));
	const wanted = await Promise.all(deliveries.map(keyOf));
	expect(deliveries.filter((_delivery, index) => !keys.has(wanted[index]!))).toEqual([]);
	expect([...keys].filter((key) => !wanted.includes(key))).toEqual([]);
});

test('n8n was killed in the middle; what was under way is shown as crashed, with the event that it was about', () => {
	expect(waitingWhenKilled.filter((count) => count === 0)).toEqual([]);
	const crashed = executions.filter(({ status }) => status === 'crashed');
	expect(crashed.length).toBeGreaterThanOrEqual(BURSTS);
	for (const { items } of crashed) expect(items).toHaveLength(1);
});

test('only what had to be delivered again may have started twice', async () => {
	const keys = keysOf(executions);
	const twice = new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
	const once = deliveries.filter(({ attempts }) => attempts.length === 1);
	const onceKeys = await Promise.all(once.map(keyOf));
	expect(once.length).toBeGreaterThanOrEqual(BURSTS * KILLED_AFTER);
	expect(onceKeys.filter((key) => twice.has(key))).toEqual([]);
});

/** A contract that was created and moved. */
async function changed(): Promise<void> {
	const { id } = await sandbox.control.createContract({ status: 'draft', silent: true });
	await sandbox.control.sendEvent({ event: 'contract.created', contractId: id });
	await sandbox.control.setContractState(id, { status: 'signing' });
}

/** Deliveries that were not answered with 2xx yet. */
async function waiting(): Promise<Delivery[]> {
	return await sandbox.control.deliveries({ status: 'pending' });
}

async function untilWaiting(isRight: (count: number) => boolean): Promise<void> {
	const ask = async () => (await waiting()).length;
	await until(ask, isRight, 'answers to the deliveries');
}

async function keyOf({ event, contractId }: Delivery): Promise<string> {
	const uuid = uuidOf(contractId);
	if (event === 'contract.created') return `${uuid}:created`;
	const { status, updatedAt } = await sandbox.control.contract(contractId);
	return `${uuid}:statusChanged:${status}:${updatedAt}`;
}

function keysOf(all: StoredExecution[]): string[] {
	return all.flatMap(({ items }) => items.map(({ eventKey }) => eventKey));
}
