import type { ExecutionSummary, Workflow } from '../../../host/lib/client/types.mts';
import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe, type Recipe } from '../../../host/lib/recipes.mts';
import { endedWithN8n } from '../cutOff.mts';
import { rows } from '../database.mts';
import { withoutClock } from './clock.mts';
import { WEBHOOK_SECRET, type HappyRun, type RecipeHost } from './host.mts';

export const TRIGGER = 'Event delivered';
const POLLING = 'Change found';
export const SWEEP = 'Every five minutes';

/** Imports the recipe (or a changed one), makes its tables and publishes it. */
export async function publishEventsOnce(
	{ n8n, credentials }: Pick<RecipeHost, 'n8n' | 'credentials'>,
	source: Recipe = recipe('contract-events-once.json'),
): Promise<Workflow> {
	const workflow = await importRecipe(n8n, source, credentials);
	const made = await n8n.run(workflow.id, { from: 'Set up' });
	expect(made.error).toBeUndefined();
	expect(await n8n.publish(workflow.id)).toMatchObject({ status: 'published' });
	return workflow;
}

/** The recipe, polling when it is published and when n8n starts, and neither polling nor sweeping in the middle of a test. */
export function pollingRarely(): Recipe {
	return withoutClock(recipe('contract-events-once.json'));
}

/** The service delivers to the recipe's webhook, at `origin` where that is not n8n's own. */
export async function deliverTo(
	{ n8n, sandbox }: Pick<RecipeHost, 'n8n' | 'sandbox'>,
	{ nodes }: Workflow,
	origin?: string,
): Promise<void> {
	const url = new URL(await n8n.webhookUrl(nodes.find(({ name }) => name === TRIGGER)!));
	await sandbox.control.subscribe({
		url: origin === undefined ? url.href : new URL(url.pathname, origin).href,
		secret: WEBHOOK_SECRET,
		sendSecretHeader: 'x-webhook-secret',
	});
}

/** Creates contracts, which the service tells; resolves to the keys of the events. */
export async function createContracts(
	{ sandbox }: Pick<RecipeHost, 'sandbox'>,
	count: number,
): Promise<string[]> {
	const keys: string[] = [];
	for (let i = 0; i < count; i++) {
		const { id } = await sandbox.control.createContract({ status: 'draft', silent: false });
		keys.push(`${uuidOf(id)}:created`);
	}
	return keys;
}

/** How many actions were done, those that were done twice counted twice. */
export async function actionCount({ postgres }: Pick<RecipeHost, 'postgres'>): Promise<number> {
	const [row] = await rows(postgres, 'SELECT count(*)::int FROM contract_timeline');
	return row!.count;
}

/** Ten minutes pass for what was taken, and the sweep runs. */
export async function sweepTenMinutesLater(
	{ n8n, postgres }: Pick<RecipeHost, 'n8n' | 'postgres'>,
	{ id }: Workflow,
): Promise<void> {
	await rows(postgres, "UPDATE contract_events SET taken_at = taken_at - interval '10 minutes'");
	const swept = await n8n.run(id, { from: SWEEP });
	expect(swept.error).toBeUndefined();
}

/** How often the action was done, by event key. */
export async function actions({ postgres }: Pick<RecipeHost, 'postgres'>) {
	const counted = await rows<{ event_key: string; times: number }>(
		postgres,
		'SELECT event_key, count(*)::int AS times FROM contract_timeline GROUP BY event_key',
	);
	return Object.fromEntries(counted.map(({ event_key: key, times }) => [key, times]));
}

/** Waits until every event that was taken is done; resolves to the number of times that it was taken, by event key. */
export async function allDone(
	{ postgres }: Pick<RecipeHost, 'postgres'>,
	keys: string[],
	timeout?: number,
): Promise<Record<string, number>> {
	const events = await until(
		() =>
			rows<{ event_key: string; attempts: number; is_done: boolean }>(
				postgres,
				'SELECT event_key, attempts, done_at IS NOT NULL AS is_done FROM contract_events',
			),
		(all) => {
			const done = new Set(all.filter((event) => event.is_done).map((event) => event.event_key));
			return done.size === all.length && keys.every((key) => done.has(key));
		},
		`${keys.length} events that are done`,
		timeout,
	);
	return Object.fromEntries(events.map(({ event_key: key, attempts }) => [key, attempts]));
}

const uuidOf = (contractId: string) => contractId.slice(-36);

/** The same event from deliveries, from deliveries sent again, and from a poll: done once. */
export const happy: HappyRun = async (host) => {
	const { n8n, sandbox } = host;
	const workflow = await publishEventsOnce(host);
	await deliverTo(host, workflow);

	const created = await createContracts(host, 3);
	const uuids = created.map((key) => key.split(':')[0]!);
	// What is signed in the same hundredth of a second looks as if it was made so.
	await allDone(host, created);
	for (const uuid of uuids) await sandbox.control.setContractState(uuid, { status: 'signed' });
	const keys = uuids.flatMap((uuid) => [`${uuid}:created`, `${uuid}:signed`]);
	await allDone(host, keys);
	await allDelivered(host, 1);
	for (const { id } of await sandbox.control.deliveries()) await sandbox.control.redeliver(id);
	await allDelivered(host, 2);
	const acted = Object.keys(await actions(host));
	// The recipe polls every minute as well, so one poll may have found a part of them.
	const polled = await pollFound(host, workflow, acted);
	expect(new Set(polled)).toEqual(new Set(acted));
	await idle(host, workflow);

	const done = await actions(host);
	expect(Object.keys(done)).toHaveLength(3 * uuids.length);
	expect(new Set(Object.values(done))).toEqual(new Set([1]));
	await n8n.unpublish(workflow.id);
};

/** Polls at once, as n8n does when it publishes; resolves to the event keys that polls found, when these are among them. */
export async function pollFound(
	{ n8n }: RecipeHost,
	{ id: workflowId }: Workflow,
	wanted: string[] = [],
) {
	await n8n.unpublish(workflowId);
	expect(await n8n.publish(workflowId)).toMatchObject({ status: 'published' });
	return await until(
		async () => {
			// The sweep starts executions of this mode, too.
			const all = await n8n.executions(workflowId);
			const triggered = all.filter(({ mode }) => mode === 'trigger');
			const runs = await Promise.all(triggered.map(({ id }) => n8n.execution(id)));
			const found = runs.flatMap((run) => run.items(POLLING));
			return found.map(({ json }) => json.eventKey as string);
		},
		(keys) => keys.length > 0 && wanted.every((key) => keys.includes(key)),
		'events that a poll found',
	);
}

/** Waits until no execution of the recipe is queued or running. */
export async function idle(
	host: Pick<RecipeHost, 'killedAt' | 'n8n'>,
	{ id }: Workflow,
	timeout?: number,
) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['new', 'running'] }));
	await until(
		async () => (await host.n8n.rest('GET', `/executions?filter=${filter}&limit=100`)).results,
		(open: ExecutionSummary[]) => open.every((one) => endedWithN8n(host, one)),
		'end of the executions of the recipe',
		timeout,
	);
}

/** Waits until n8n has accepted every delivery, after so many attempts or more. */
async function allDelivered({ sandbox }: RecipeHost, attempted: number): Promise<void> {
	await until(
		() => sandbox.control.deliveries(),
		(all) =>
			all.every(({ status, attempts }) => status === 'delivered' && attempts.length >= attempted),
		`deliveries that n8n accepted, with ${attempted} attempts`,
	);
}
