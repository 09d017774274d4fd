import { until } from '../../host/lib/client/until.mts';
import type { Workflow } from '../../host/lib/client/types.mts';
import { rows } from '../support/database.mts';
import { sharedN8n } from '../support/n8n.mts';
import {
	actions,
	allDone,
	createContracts,
	deliverTo,
	happy,
	idle,
	pollingRarely,
	publishEventsOnce,
	SWEEP,
} from '../support/recipes/contract-events-once.mts';
import { startFragileHost, type FragileHost } from '../support/recipes/outage.mts';

/** The recipe "Contract events once" in one process. */
let host: FragileHost;
let workflow: Workflow | undefined;

beforeEach(async () => {
	host = await startFragileHost(await sharedN8n());
});

afterEach(async () => {
	if (workflow) await host.n8n.unpublish(workflow.id);
	workflow = undefined;
	await host?.stop();
});

test('an event that is delivered twice and found by a poll is acted on once', async () => {
	await happy(host);
});

test('the service is killed while it is asked for a contract: each event is acted on once when it is up again', async () => {
	workflow = await publishEventsOnce(host, pollingRarely());
	await deliverTo(host, workflow);
	const keys: string[] = [];
	await host.killedDuring('GET /contracts/:id', async () => {
		keys.push(...(await createContracts(host, 4)));
	});

	await allDone(host, keys);
	await idle(host, workflow);
	expect(await actions(host)).toEqual(Object.fromEntries(keys.map((key) => [key, 1])));
});

test('an action that fails is shown as failed, and done once when it works again', async () => {
	workflow = await publishEventsOnce(host, pollingRarely());
	await deliverTo(host, workflow);
	await rows(host.postgres, 'ALTER TABLE contract_timeline RENAME TO put_away');
	const keys = await createContracts(host, 2);
	await until(givenBack, (count) => count === keys.length, 'events that were given back');
	await idle(host, workflow);
	const [failed] = await host.n8n.executions(workflow.id);
	const { status, error } = await host.n8n.execution(failed!.id);
	expect(status).toBe('error');
	expect(error!.message).toMatch(
		/^The action failed: [0-9a-f-]{36}:created \(tried again within five minutes\)$/,
	);

	await rows(host.postgres, 'ALTER TABLE put_away RENAME TO contract_timeline');
	await sweep(workflow);
	const attempts = await allDone(host, keys);
	for (const key of keys) expect(attempts[key]).toBeGreaterThan(1);
	await sweep(workflow);
	expect(await actions(host)).toEqual(Object.fromEntries(keys.map((key) => [key, 1])));
});

/** What happens every five minutes. */
async function sweep({ id }: Workflow): Promise<void> {
	const swept = await host.n8n.run(id, { from: SWEEP });
	expect(swept.error).toBeUndefined();
}

async function givenBack(): Promise<number> {
	const [{ count }] = (await rows<{ count: number }>(
		host.postgres,
		'SELECT count(*)::int FROM contract_events WHERE taken_by IS NULL AND done_at IS NULL',
	)) as [{ count: number }];
	return count;
}
