import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { until } from '../../host/lib/client/until.mts';
import { freePort } from '../../host/lib/ports.mts';
import type { Server } from '../../host/lib/server.mts';
import { rows } from '../support/database.mts';
import {
	credentialFor,
	DURABLE_CURSORS,
	NODES,
	restartN8n,
	SHORT_PUBLICATION_LEASE,
	startN8n,
} from '../support/n8n.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { databaseOf, startPostgres, type Postgres } from '../support/services.mts';
import { storedExecutions } from '../support/storedExecutions.mts';

/**
 * n8n is killed in the worst moment of a poll: it has written the trigger's state, and the execution not yet. The
 * database holds the execution back until then, so that the moment is met every time.
 */
let folder: string;
let port: number;
let postgres: Postgres;
let sandbox: Sandbox;
let n8n: Server | undefined;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-polling-killed-'));
	[port, postgres, sandbox] = await Promise.all([freePort(), startPostgres(), startSandbox()]);
	n8n = await startN8n(settings());
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
	await postgres?.stop();
	rmSync(folder, { recursive: true, force: true });
});

test('n8n’s legacy engine loses what that poll emitted', async () => {
	const id = await published();
	const contract = await signed();
	await killedBetweenTheWrites(id);
	await start();
	await republished(id);
	const executions = await storedExecutions(n8n!, id);
	expect(executions.flatMap(({ items }) => items)).toEqual([]);

	// Only that poll: what changes later is emitted.
	const later = await signed();
	await republished(id);
	expect(await emitted(id, 1)).toEqual([later]);
	expect(later).not.toBe(contract);
}, 1_800_000);

test('n8n’s durable cursors lose nothing, and take over what the legacy engine knew', async () => {
	const id = await published();
	await n8n!.unpublish(id);
	const first = await signed();
	await n8n!.stop();
	await start(DURABLE_CURSORS);
	await n8n!.publish(id);
	expect(await emitted(id, 1)).toEqual([first]);

	const second = await signed();
	await killedBetweenTheWrites(id);
	await start(DURABLE_CURSORS);
	await republished(id);
	expect(await emitted(id, 2)).toEqual([first, second]);
	await republished(id);
	expect(await emitted(id, 2)).toEqual([first, second]);
}, 1_800_000);

async function start(env: Record<string, string> = {}): Promise<void> {
	n8n = await restartN8n(settings(env));
}

function settings(env: Record<string, string> = {}) {
	return { folder, port, env: { ...databaseOf(postgres), ...SHORT_PUBLICATION_LEASE, ...env } };
}

/** A published workflow; its first poll took in what is there. */
async function published(): Promise<string> {
	const { id } = await n8n!.createWorkflow({
		nodes: [
			{
				name: 'Trigger',
				type: NODES.pollingTrigger,
				credentials: await credentialFor(n8n!, sandbox.baseUrl),
				// No poll but those that publishing makes.
				parameters: { events: ['signed'], pollTimes: { item: [{ mode: 'everyMonth' }] } },
			},
		],
	});
	expect(await n8n!.publish(id)).toMatchObject({ status: 'published' });
	return id;
}

async function republished(id: string): Promise<void> {
	await n8n!.unpublish(id);
	expect(await n8n!.publish(id)).toMatchObject({ status: 'published' });
}

/** Signs a contract and resolves to its id. */
async function signed(): Promise<string> {
	const { id } = await sandbox.control.createContract({ status: 'signing' });
	await sandbox.control.setContractState(id, { status: 'signed' });
	return id;
}

/** What the workflow's executions were about, once there are so many: n8n stores them a moment after it has published. */
async function emitted(id: string, least: number): Promise<string[]> {
	const stored = async () => (await n8n!.executions(id)).length;
	await until(stored, (count) => count >= least, `${least} executions`);
	const executions = await storedExecutions(n8n!, id);
	return executions.flatMap(({ items }) => items.map(({ contractId }) => contractId));
}

/** Publishes again, which polls, and kills n8n when all that is missing is the execution. */
async function killedBetweenTheWrites(id: string): Promise<void> {
	await n8n!.unpublish(id);
	const { host, user, password, database } = postgres;
	const client = new Client({ host, port: postgres.port, user, password, database });
	await client.connect();
	try {
		await client.query('BEGIN');
		await client.query('LOCK TABLE execution_entity IN SHARE MODE');
		const { versionId } = await n8n!.workflow(id);
		await n8n!.rest('POST', `/workflows/${id}/activate`, { versionId });
		const [waiting] = await until(
			() =>
				rows<{ pid: number }>(
					postgres,
					`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE 'INSERT INTO%execution_entity%'`,
				),
			(pids) => pids.length === 1,
			'execution that waits to be stored',
		);
		await n8n!.kill();
		// What was not written yet never is.
		await client.query('SELECT pg_terminate_backend($1)', [waiting!.pid]);
		await client.query('ROLLBACK');
	} finally {
		await client.end();
	}
}
