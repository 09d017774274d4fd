import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../host/lib/client/until.mts';
import { freePort } from '../../host/lib/ports.mts';
import type { Server } from '../../host/lib/server.mts';
import { rows } from '../support/database.mts';
import { restartN8n, startN8n } from '../support/n8n.mts';
import {
	actionCount,
	actions,
	allDone,
	createContracts,
	deliverTo,
	idle,
	pollingRarely,
	publishEventsOnce,
	sweepTenMinutesLater,
} from '../support/recipes/contract-events-once.mts';
import { startRecipeHost } from '../support/recipes/start.mts';

const CONTRACTS = 40;
const KILLED_AFTER = 10;

const folder = mkdtempSync(path.join(tmpdir(), 'n8n-events-'));
let n8n: Server | undefined;
let host: Awaited<ReturnType<typeof startRecipeHost>> | undefined;

afterAll(async () => {
	await n8n?.stop();
	await host?.stop();
	rmSync(folder, { recursive: true, force: true });
});

test('n8n is killed in the middle of a burst that nobody delivers again: every contract is handled', async () => {
	const port = await freePort();
	n8n = await startN8n({ folder, port });
	host = await startRecipeHost(n8n);
	const { control } = host.sandbox;
	await control.deliverySettings({ paused: true, concurrency: 4, maxAttempts: 1 });
	const workflow = await publishEventsOnce(host, pollingRarely());
	await deliverTo(host, workflow);
	const keys = await createContracts(host, CONTRACTS);
	// So slowly that n8n is killed while most of the events are still to come.
	await control.latency(500);
	await control.deliverySettings({ paused: false });

	const doneCount = () => actionCount(host!);
	await until(doneCount, (count) => count >= KILLED_AFTER, `${KILLED_AFTER} events`);
	host.killedAt = Date.now();
	await n8n.kill();
	expect(await doneCount()).toBeLessThan(CONTRACTS);
	const lost = async () => (await control.deliveries({ status: 'failed' })).length;
	const pending = async () => (await control.deliveries({ status: 'pending' })).length;
	await until(pending, (count) => count === 0, 'end of the deliveries');
	expect(await lost()).toBeGreaterThan(0);

	// It polls when it starts.
	n8n = await restartN8n({ folder, port });
	host.n8n = n8n;
	await control.latency(0);
	await until(takenCount, (count) => count === CONTRACTS, 'events that were taken');
	await idle(host, workflow);
	// What a killed execution had taken is taken from it.
	await sweepTenMinutesLater(host, workflow);

	const attempts = await allDone(host, keys);
	expect(Object.keys(attempts).sort()).toEqual(keys.toSorted());
	const times = await actions(host);
	// An action may be done again only where the execution was killed between it and Done.
	for (const key of keys) expect(times[key]).toBeLessThanOrEqual(attempts[key]!);
	// And it was taken again only where the execution that had taken it was killed.
	const executions = await n8n.executions(workflow.id);
	// Of one that began right before the kill n8n may not know that it crashed.
	const crashed = executions.filter(({ status }) => ['crashed', 'running'].includes(status));
	const again = Object.values(attempts).filter((count) => count > 1);
	expect(again.length).toBeLessThanOrEqual(crashed.length);
}, 1_800_000);

async function takenCount(): Promise<number> {
	const [row] = await rows(host!.postgres, 'SELECT count(*)::int FROM contract_events');
	return row!.count;
}
