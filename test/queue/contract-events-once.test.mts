import type { Workflow } from '../../host/lib/client/types.mts';
import { until } from '../../host/lib/client/until.mts';
import type { Recipe } from '../../host/lib/recipes.mts';
import { sharedQueueMode, type QueueMode } from '../support/queue.mts';
import {
	actionCount,
	actions,
	allDone,
	createContracts,
	deliverTo,
	idle,
	pollFound,
	pollingRarely,
	publishEventsOnce,
	sweepTenMinutesLater,
} from '../support/recipes/contract-events-once.mts';
import { startRecipeHost } from '../support/recipes/start.mts';

const LIMIT_MS = 600_000;
const TEST_MS = 1_800_000;

/** How many executions a worker runs at the same time. */
const CONCURRENCY = 5;

/** How many deliveries the service sends at the same time. */
const SENDERS = 16;

let n8n: QueueMode;
let host: Awaited<ReturnType<typeof startRecipeHost>>;
let workflow: Workflow | undefined;

beforeEach(async () => {
	n8n = await sharedQueueMode();
	host = await startRecipeHost(n8n);
	await host.sandbox.control.deliverySettings({
		paused: true,
		concurrency: SENDERS,
		timeoutMs: 60_000,
		backoffMs: 100,
		maxBackoffMs: 1_000,
		maxAttempts: 100,
	});
});

afterEach(async () => {
	if (workflow) await n8n.unpublish(workflow.id);
	workflow = undefined;
	await host?.stop();
}, 60_000);

test(
	'300 events, each delivered to both webhook processors at the same moment: one action for each',
	async () => {
		workflow = await publishEventsOnce(host, pollingRarely());
		for (const origin of n8n.webhookProcessors) await deliverTo(host, workflow, origin);
		const keys = await createContracts(host, 300);
		const { control } = host.sandbox;
		await control.deliverySettings({ paused: false });
		await delivered(2 * keys.length);
		const again = (await control.deliveries()).filter((_, index) => index % 10 === 0);
		for (const { id } of again) await control.redeliver(id);
		await delivered(2 * keys.length);
		await allDone(host, keys, LIMIT_MS);
		await idle(host, workflow, LIMIT_MS);
		expect(await actions(host)).toEqual(Object.fromEntries(keys.map((key) => [key, 1])));
		// Both processors have handed on each of them.
		expect(await executionCount('success')).toBeGreaterThanOrEqual(2 * keys.length);

		expect((await pollFound(host, workflow)).toSorted()).toEqual(keys.toSorted());
		await idle(host, workflow, LIMIT_MS);
		expect(await actions(host)).toEqual(Object.fromEntries(keys.map((key) => [key, 1])));
	},
	TEST_MS,
);

test(
	'a worker is killed in the middle of a burst: its jobs end as failed, and every event is handled',
	async () => {
		workflow = await publishEventsOnce(host, withSlowAction(pollingRarely()));
		await deliverTo(host, workflow);
		const keys = await createContracts(host, 45);
		// A minute is what n8n waits by default before it gives up the jobs of a worker.
		const env = { QUEUE_WORKER_LOCK_DURATION: '10000', QUEUE_WORKER_LOCK_RENEW_TIME: '2000' };
		const worker = await n8n.startMore('worker', { env });
		await host.sandbox.control.deliverySettings({ paused: false });
		await until(
			() => actionCount(host),
			(count) => count >= CONCURRENCY,
			'actions',
			LIMIT_MS,
		);
		await worker.kill();

		await delivered(keys.length);
		await idle(host, workflow, LIMIT_MS);
		const failed = await executionCount('error');
		expect(failed).toBeGreaterThan(0);
		expect(failed).toBeLessThanOrEqual(CONCURRENCY);
		expect(await executionCount('success')).toBeGreaterThanOrEqual(keys.length - failed);
		await sweepTenMinutesLater(host, workflow);
		await pollFound(host, workflow);
		const attempts = await allDone(host, keys, LIMIT_MS);
		expect(Object.keys(attempts).toSorted()).toEqual(keys.toSorted());
		const times = await actions(host);
		for (const key of keys) expect(times[key]).toBeLessThanOrEqual(attempts[key]!);
		const repeated = Object.values(attempts).filter((count) => count > 1);
		expect(repeated.length).toBeLessThanOrEqual(failed);
	},
	TEST_MS,
);

test(
	'a webhook processor is killed in the middle of a burst and started again: every event is handled, none twice',
	async () => {
		workflow = await publishEventsOnce(host, pollingRarely());
		const processor = await n8n.startMore('webhook');
		await deliverTo(host, workflow, processor.url);
		const { control } = host.sandbox;
		await control.deliverySettings({ paused: false });
		let isKilled = false;
		const burst = createContractsUntil(() => isKilled);
		await delivered(10);
		await processor.kill();
		isKilled = true;
		const keys = await burst;
		const beforeKill = new Set((await openExecutions()).map(({ id }) => id));

		// n8n answers with 200 while it starts, and loses what it answers so.
		await control.deliverySettings({ paused: true });
		const again = await n8n.startMore('webhook', { port: Number(new URL(processor.url).port) });
		try {
			await control.deliverySettings({ paused: false });
			await delivered(keys.length);
		} finally {
			await again.stop();
		}
		await allDone(host, keys, LIMIT_MS);
		// What was stored when the kill came, and not yet queued, stays as it is: its delivery was not answered.
		const open = await until(
			openExecutions,
			(all) => all.every(({ id, status }) => status === 'new' && beforeKill.has(id)),
			'end of the executions that are queued',
			LIMIT_MS,
		);
		expect(open.length).toBeLessThanOrEqual(SENDERS);
		expect(await actions(host)).toEqual(Object.fromEntries(keys.map((key) => [key, 1])));
	},
	TEST_MS,
);

/** Waits until so many deliveries were answered with 2xx. */
async function delivered(count: number): Promise<void> {
	await until(
		async () => (await host.sandbox.control.deliveries({ status: 'delivered' })).length,
		(done) => done >= count,
		`${count} accepted deliveries`,
		LIMIT_MS,
	);
}

/** Creates contracts one after the other until told to end, and some more; at most 150. Resolves to the keys of their events. */
async function createContractsUntil(hasEnded: () => boolean): Promise<string[]> {
	const keys: string[] = [];
	while (!hasEnded() && keys.length < 140) keys.push(...(await createContracts(host, 1)));
	return [...keys, ...(await createContracts(host, 10))];
}

/** The recipe's executions that are queued or running. */
async function openExecutions(): Promise<Array<{ id: string; status: string }>> {
	const filter = JSON.stringify({ workflowId: workflow!.id, status: ['new', 'running'] });
	const query = `filter=${encodeURIComponent(filter)}&limit=100`;
	return (await n8n.rest('GET', `/executions?${query}`)).results;
}

async function executionCount(status: string): Promise<number> {
	const filter = JSON.stringify({ workflowId: workflow!.id, status: [status] });
	const query = `filter=${encodeURIComponent(filter)}&limit=1`;
	return (await n8n.rest('GET', `/executions?${query}`)).count;
}

/** Each action takes a second, so that all workers are busy. */
function withSlowAction(source: Recipe): Recipe {
	const { parameters } = source.nodes.find(({ name }) => name === 'Your action')!;
	const query = String(parameters.query);
	parameters.query = query.replace(/VALUES \((.*)\)/, 'SELECT $1 FROM pg_sleep(1)');
	return source;
}
