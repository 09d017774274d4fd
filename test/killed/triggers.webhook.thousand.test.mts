import { randomUUID } from 'node:crypto';
import { until } from '../../host/lib/client/until.mts';
import type { Server } from '../../host/lib/server.mts';
import { startN8n } from '../support/n8n.mts';
import { deliverSigned, publishedTrigger, SECRET } from '../support/publishedTrigger.mts';
import { startSandbox, type Delivery, type Sandbox } from '../support/sandbox.mts';
import { storedExecutions, type StoredExecution } from '../support/storedExecutions.mts';

/**
 * 1,000 deliveries: 850 of the sandbox in random order over ten connections, 60 of them twice; while they are under way,
 * the test sends 40 of them once more, two copies at the same moment, and 50 forged ones. In each of two waves the
 * contracts change first and the deliveries start afterwards, so that the sandbox's log says which events there are.
 */
const CANCELED = 25;
const CONTRACTS = 175;
const TWICE = 12;
const COPIED_PER_WAVE = 10;
const FORGED_PER_WAVE = 25;

const uuidOf = (id: string) => id.slice(-36);

let n8n: Server | undefined;
let sandbox: Sandbox;
let url: string;
let executions: StoredExecution[];
let contracts: string[];
let victims: string[];
const wanted = new Set<string>();
const copyAnswers: number[] = [];
const forgedAnswers: number[] = [];

beforeAll(async () => {
	// n8n's own expression engine makes two isolates per delivery, nine tenths of its time; the older one makes none.
	const env = { N8N_EXPRESSION_ENGINE: 'legacy' };
	[n8n, sandbox] = await Promise.all([startN8n({ env }), startSandbox()]);
	const trigger = await publishedTrigger(n8n, sandbox.baseUrl, {
		events: ['created', 'signed', 'statusChanged'],
		verification: 'hmac',
		options: { toleranceSeconds: 300 },
	});
	url = trigger.url;
	victims = await Promise.all(Array.from({ length: 5 }, () => stored('signed')));
	await sandbox.control.deliverySettings({
		order: 'random',
		concurrency: 10,
		paused: true,
		timeoutMs: 60_000,
		backoffMs: 100,
		maxBackoffMs: 1_000,
		maxAttempts: 100,
	});
	await sandbox.control.subscribe({ url, secret: SECRET });

	contracts = [];
	await wave(async (index) => {
		const id = await stored('draft');
		contracts[index] = id;
		await sandbox.control.sendEvent({ event: 'contract.created', contractId: id });
		await move(id, 'negotiating');
	});
	await wave(async (index) => {
		await move(contracts[index]!, 'signing');
		await move(contracts[index]!, index < CONTRACTS - CANCELED ? 'signed' : 'canceled');
	});
	executions = await storedExecutions(n8n, trigger.workflow.id);
}, 1_800_000);

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
});

test('10 % were duplicates, 10 % came before an older one of their contract, 5 % were forged', async () => {
	const deliveries = await sandbox.control.deliveries();
	const sent = deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0);
	expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
	expect(deliveries).toHaveLength(850);
	expect(sent - deliveries.length + copyAnswers.length).toBeGreaterThanOrEqual(100);
	expect(overtaking(deliveries)).toBeGreaterThanOrEqual(100);
	expect(forgedAnswers).toHaveLength(50);
});

test('there is exactly one execution for each event', () => {
	const keys = executions.flatMap(({ items }) => items.map(({ eventKey }) => eventKey));
	expect(executions.every(({ status, items }) => status === 'success' && items.length === 1)).toBe(
		true,
	);
	expect(keys.toSorted()).toEqual([...wanted].toSorted());
});

test('the final status of each contract is emitted', () => {
	const emitted = executions.flatMap(({ items }) => items);
	for (const [index, id] of contracts.entries()) {
		const final = index < CONTRACTS - CANCELED ? 'signed' : 'canceled';
		const own = emitted.filter(({ contractId }) => uuidOf(contractId) === uuidOf(id));
		expect(own.findLast(({ event }) => event === 'statusChanged')?.status).toBe(final);
	}
});

test('copies that came at the same moment were answered with 2xx and started nothing more', () => {
	expect(copyAnswers).toHaveLength(40);
	expect(new Set(copyAnswers)).toEqual(new Set([200]));
});

test('what was forged was refused, and started nothing', () => {
	expect(new Set(forgedAnswers)).toEqual(new Set([401]));
	const ids = executions.flatMap(({ items }) => items.map(({ contractId }) => uuidOf(contractId)));
	expect(victims.filter((id) => ids.includes(uuidOf(id)))).toEqual([]);
});

/** Changes every contract, then lets the sandbox deliver what came of it, and sends copies and forgeries meanwhile. */
async function wave(change: (index: number) => Promise<void>): Promise<void> {
	const all = Array.from({ length: CONTRACTS }, (_, index) => index);
	await sandbox.control.deliverySettings({ duplicates: 1 });
	await Promise.all(all.slice(0, TWICE).map(change));
	await sandbox.control.deliverySettings({ duplicates: 0 });
	await Promise.all(all.slice(TWICE).map(change));

	const deliveries = await sandbox.control.deliveries({ status: 'pending' });
	await expectEventsOf(deliveries);
	await sandbox.control.deliverySettings({ paused: false });
	await Promise.all([sendCopies(deliveries), sendForgeries(deliveries)]);
	await until(
		() => sandbox.control.call('GET', '/deliveries?status=pending&last=1'),
		(pending: Delivery[]) => pending.length === 0,
		'end of the deliveries',
		600_000,
	);
	await sandbox.control.deliverySettings({ paused: true });
}

/** The keys that docs/triggers.md gives to these deliveries, by what the sandbox has stored now. */
async function expectEventsOf(deliveries: Delivery[]): Promise<void> {
	const stored = new Map(
		(await sandbox.control.contracts()).map((contract) => [uuidOf(contract.id), contract]),
	);
	for (const { event, contractId } of deliveries) {
		const uuid = uuidOf(contractId);
		const { status, updatedAt } = stored.get(uuid)!;
		if (event === 'contract.created') wanted.add(`${uuid}:created`);
		else if (event === 'contract.signed') wanted.add(`${uuid}:signed`);
		else wanted.add(`${uuid}:statusChanged:${status}:${updatedAt}`);
	}
}

async function sendCopies(deliveries: Delivery[]): Promise<void> {
	for (const { body } of deliveries.slice(-COPIED_PER_WAVE)) {
		const copy = { body: JSON.stringify(body) };
		const answers = await Promise.all([deliveredSigned(copy), deliveredSigned(copy)]);
		copyAnswers.push(...answers);
	}
}

/** Sends again what n8n had no time to prove, as the service does; resolves to the status of the last answer. */
async function deliveredSigned(copy: { body: string }): Promise<number> {
	const send = async () => await deliverSigned(url, copy);
	return await until(send, (status) => status !== 503, 'answer other than 503');
}

async function sendForgeries(deliveries: Delivery[]): Promise<void> {
	for (let index = 0; index < FORGED_PER_WAVE; index++) {
		forgedAnswers.push(await deliverSigned(url, forgery(deliveries[index]!, index)));
	}
}

/** Says that a contract was signed, which it was, and which nobody else says: only the proof is missing. */
function forgery({ body, contractId }: Delivery, index: number) {
	const victim = uuidOf(victims[index % victims.length]!);
	const real = JSON.stringify(body);
	const said = real
		.replaceAll(uuidOf(contractId), victim)
		.replace(/"event":"[^"]+"/, '"event":"contract.signed"')
		.replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`);
	return [
		{ body: said, secret: 'guessed' },
		{ body: real, sent: said },
		{ body: said, ageSeconds: 600 },
	][index % 3]!;
}

/** How many deliveries arrived before an older one of the same contract. */
function overtaking(deliveries: Delivery[]): number {
	const latest = new Map<string, string>();
	return deliveries.filter(({ contractId, attempts }) => {
		const { at } = attempts[0]!;
		const before = latest.get(contractId) ?? '';
		if (at > before) latest.set(contractId, at);
		return at < before;
	}).length;
}

async function stored(status: string): Promise<string> {
	return (await sandbox.control.createContract({ status, silent: true })).id;
}

async function move(id: string, status: string): Promise<void> {
	await sandbox.control.setContractState(id, { status });
}
