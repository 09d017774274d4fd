import { until } from '../../host/lib/client/until.mts';
import { sharedN8n } from '../support/n8n.mts';
import { happy, sendAndWait, type Waiting } from '../support/recipes/send-and-wait.mts';
import { startRecipeHost } from '../support/recipes/start.mts';

/** n8n puts an execution away in its database when it waits for longer than 65 seconds. */
const PUT_AWAY_MINUTES = 66 / 60;

let host: Awaited<ReturnType<typeof startRecipeHost>>;
let putAway: Waiting;

beforeAll(async () => {
	host = await startRecipeHost(await sharedN8n());
	// It takes more than a minute, so it waits while the other tests run.
	putAway = await sendAndWait(host, { lookEveryMinutes: PUT_AWAY_MINUTES });
});

afterAll(async () => {
	await host?.stop();
});

test('a contract that is signed while the workflow waits comes out at Signed, sent once', async () => {
	await happy(host);
});

test('a contract that is canceled comes out at Canceled', async () => {
	const waiting = await sendAndWait(host);
	await waiting.looked(1);
	await waiting.becomes('canceled');

	const run = await waiting.outcome();
	expect(run.status).toBe('success');
	expect(run.items('Canceled')).toMatchObject([
		{ json: { id: waiting.contractId, status: 'canceled' } },
	]);
	expect(run.runData).not.toHaveProperty('Signed');
	expect(run.runData).not.toHaveProperty('Too late');
});

test('a contract that is out for too long comes out at Too late, and stays out', async () => {
	// Time for two looks on a busy machine.
	const giveUpAt = '={{ $now.plus({ seconds: 15 }) }}';
	const waiting = await sendAndWait(host, { giveUpAt });

	const run = await waiting.outcome();
	expect(run.status).toBe('success');
	expect(run.items('Too late')).toMatchObject([{ json: { status: 'signing' } }]);
	expect(run.runData).not.toHaveProperty('Signed');
	await waiting.looked(2);
	expect(await host.sandbox.control.contract(waiting.contractId)).toMatchObject({
		status: 'signing',
	});
});

test('the service goes down while the workflow waits: it looks on until it is up, and sends nothing twice', async () => {
	const waiting = await sendAndWait(host);
	await waiting.looked(1);
	await host.sandbox.control.fault({
		route: 'GET /contracts/:id',
		kind: 'status',
		status: 503,
		match: waiting.contractId,
		times: 0,
	});
	// More than the node's own attempts: at least one look failed as a whole, and the next one has begun.
	await waiting.looked(7, 503);
	await host.sandbox.control.clearFaults();
	await waiting.becomes('signed');

	const run = await waiting.outcome();
	expect(run.status).toBe('success');
	expect(run.items('Signed')).toMatchObject([{ json: { id: waiting.contractId } }]);
	expect(run.runData['Look again']!.some((_, index) => isFailed(run, index))).toBe(true);
	expect(await waiting.sent()).toBe(1);
});

test('run again for a contract that is out for signature, it goes on waiting', async () => {
	const first = await sendAndWait(host, { lookEveryMinutes: 60 });
	await until(first.sent, (sent) => sent === 1, 'sending');
	const again = await sendAndWait(host, { id: first.contractId });
	await first.looked(2);
	await first.becomes('signed');

	const run = await again.outcome();
	expect(run.items('Send for signature', 1)[0]!.json.error).toContain('already out for signature');
	expect(run.items('Signed')).toMatchObject([{ json: { id: first.contractId } }]);
	expect(await first.sent()).toBe(1);
	await host.n8n.stopExecution(first.executionId);
});

test('a contract that is not there ends the workflow with the reason, without waiting', async () => {
	const id = 'd0000000-0000-4000-8000-00000000dead';
	const waiting = await sendAndWait(host, { id });

	const run = await waiting.outcome();
	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(`No contract ${id}`);
	expect(run.runData).not.toHaveProperty('Wait');
});

test('without minutes to wait, nothing is sent and nothing is asked', async () => {
	const waiting = await sendAndWait(host, { lookEveryMinutes: 0 });

	const run = await waiting.outcome();
	expect(run.status).toBe('error');
	expect(run.error?.message).toContain('lookEveryMinutes is 0');
	expect(await waiting.sent()).toBe(0);
	expect(await host.sandbox.control.contract(waiting.contractId)).toMatchObject({
		status: 'draft',
	});
});

test('waits longer than 65 seconds go through the database of n8n', async () => {
	await until(
		async () => await host.n8n.execution(putAway.executionId),
		({ status }) => status === 'waiting',
		'execution that was put away',
	);
	await putAway.becomes('signed');

	const run = await putAway.outcome();
	expect(run.items('Signed')).toMatchObject([{ json: { id: putAway.contractId } }]);
	await putAway.looked(1);
	expect(await putAway.sent()).toBe(1);
});

function isFailed(run: Awaited<ReturnType<Waiting['outcome']>>, index: number): boolean {
	return run.items('Look again', 1, index).length > 0;
}
