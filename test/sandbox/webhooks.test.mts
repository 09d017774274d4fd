import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { backoffMs, DEFAULT_SETTINGS } from '../../sandbox/webhooks/settings.mts';
import { until } from '../support/condition.mts';
import { contractId, counterpartyId, other, types } from '../support/demo.mts';
import { startReceiver, type Received, type Receiver } from '../support/receiver.mts';
import { sandboxSuite, uploadPdf } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();
const SECRET = 'top-secret';

let receiver: Receiver;
beforeEach(async () => {
	receiver = await startReceiver();
	await sandbox().control.deliverySettings({ backoffMs: 20, concurrency: 1 });
});
afterEach(() => receiver.stop());

const subscribe = (more: object = {}) =>
	sandbox().control.subscribe({ url: receiver.url, secret: SECRET, ...more });
const createContract = () =>
	sandbox().api('POST', '/contracts', {
		contractTypeId: types.nda.id,
		templateId: types.nda.templateId,
		counterpartyId: counterpartyId(1),
	});
const send = (number: number) =>
	sandbox().api('POST', `/contracts/${contractId(number)}/signatures/send`);
const eventsOf = (received: Received[]) => received.map(({ body }) => body.event);

test('contract.created is delivered with the contract id when a contract is created', async () => {
	await subscribe();
	const { body: contract } = await createContract();
	const [delivery] = await receiver.arrived(1);
	expect(delivery!.body).toEqual({
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		event: 'contract.created',
		createdAt: expect.stringMatching(/Z$/),
		organizationId: '0a000000-0000-4000-8000-000000000001',
		data: {
			contractId: contract.id.slice('contract_'.length),
			status: 'draft',
			previousStatus: null,
		},
	});
	expect(delivery!.headers['content-type']).toBe('application/json');
});

test('signing delivers contract.signed and contract.status_changed', async () => {
	await subscribe();
	const file = { key: await uploadPdf(sandbox()), name: 'a.pdf', contentType: 'application/pdf' };
	await sandbox().api('POST', `/contracts/${contractId(2)}/signed-version`, {
		files: [file],
		signatureDate: '2026-01-01T00:00:00Z',
	});
	const received = await receiver.arrived(2);
	expect(eventsOf(received)).toEqual(['contract.signed', 'contract.status_changed']);
	for (const { body } of received) {
		expect(body.data).toEqual({
			contractId: contractId(2),
			status: 'signed',
			previousStatus: 'draft',
		});
	}
});

test('sending and moves of the control plane deliver contract.status_changed, silent ones nothing', async () => {
	await subscribe();
	await send(2);
	await sandbox().control.setContractState(contractId(3), { status: 'canceled' });
	await sandbox().control.setContractState(contractId(4), { status: 'canceled', silent: true });
	await sandbox().control.setContractState(contractId(4), { name: 'No change of status' });
	await createContract();
	const received = await receiver.arrived(3);
	expect(received.map(({ body }) => [body.event, body.data.status])).toEqual([
		['contract.status_changed', 'signing'],
		['contract.status_changed', 'canceled'],
		['contract.created', 'draft'],
	]);
});

test('a delivery is signed over its raw body with the secret of the subscription, at the time of receivers', async () => {
	await sandbox().control.clock({ shiftMs: 30 * 24 * 60 * 60 * 1_000 });
	await subscribe();
	await createContract();
	const [{ headers, raw }] = (await receiver.arrived(1)) as [Received];
	const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-webhook-signature']))!;
	expect(v1).toBe(createHmac('sha256', SECRET).update(`${t}.${raw}`).digest('hex'));
	expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(10);
	expect(JSON.stringify(headers)).not.toContain(SECRET);
});

test('the plain secret is sent in a header or the query only when asked for', async () => {
	await subscribe({ sendSecretHeader: 'x-webhook-secret', signatureHeader: 'x-other-signature' });
	await createContract();
	const [{ headers }] = (await receiver.arrived(1)) as [Received];
	expect(headers['x-webhook-secret']).toBe(SECRET);
	expect(headers['x-other-signature']).toMatch(/^t=\d+,v1=/);
	expect(headers['x-webhook-signature']).toBeUndefined();
});

test('a failed delivery is tried again with growing waits, signed anew under the same id', async () => {
	await subscribe();
	receiver.answers = [500, 404, 302];
	await createContract();
	const received = await receiver.arrived(4);
	expect(new Set(received.map(({ raw }) => raw)).size).toBe(1);
	const waits = received.slice(1).map(({ at }, index) => at - received[index]!.at);
	for (const [index, least] of [20, 40, 80].entries()) {
		expect(waits[index]).toBeGreaterThanOrEqual(least - 5);
	}
	const [delivery] = await until(
		() => sandbox().control.deliveries(),
		([first]) => first!.status === 'delivered',
	);
	expect(delivery!.attempts.map(({ status }) => status)).toEqual([500, 404, 302, 200]);
});

test('the beginning of the answer to an attempt is kept', async () => {
	await subscribe();
	receiver.answers = [401];
	receiver.says = `The secret is missing${'.'.repeat(2_000)}`;
	await createContract();
	const [delivery] = await until(
		() => sandbox().control.deliveries(),
		([first]) => first!.status === 'delivered',
	);
	const answer = delivery!.attempts[0]!.answer!;
	expect([answer.slice(0, 21), answer.length]).toEqual(['The secret is missing', 1_000]);
});

test('an answer that does not end is not read to its end', async () => {
	await subscribe();
	await sandbox().control.deliverySettings({ maxAttempts: 1 });
	receiver.says = '.'.repeat(11_000_000);
	await createContract();
	const [delivery] = await until(
		() => sandbox().control.deliveries(),
		([first]) => first!.status !== 'pending',
	);
	expect(delivery!.attempts[0]).toMatchObject({ status: null, error: 'ERR_BAD_RESPONSE' });
});

test('a delivery without an answer counts as failed and is given up after the last attempt', async () => {
	await subscribe();
	await sandbox().control.deliverySettings({ maxAttempts: 2, timeoutMs: 50 });
	receiver.answers = ['hang', 'hang'];
	await createContract();
	const [delivery] = await until(
		() => sandbox().control.deliveries(),
		([first]) => first!.status === 'failed',
	);
	expect(delivery!.attempts).toHaveLength(2);
	for (const { status, error } of delivery!.attempts) {
		expect(status).toBeNull();
		expect(error).toBe('ECONNABORTED');
	}
});

test('a delivery that nobody can receive is kept with the reason', async () => {
	await sandbox().control.subscribe({ url: 'http://127.0.0.1:1/', secret: SECRET });
	await sandbox().control.deliverySettings({ maxAttempts: 1 });
	await createContract();
	const [delivery] = await until(
		() => sandbox().control.deliveries({ status: 'failed' }),
		({ length }) => length === 1,
	);
	expect(delivery!.attempts[0]!.error).toBe('ECONNREFUSED');
});

test('a delivery can be sent again under the same id', async () => {
	await subscribe();
	await createContract();
	const [first] = (await receiver.arrived(1)) as [Received];
	await sandbox().control.redeliver(first.body.id);
	const received = await receiver.arrived(2);
	expect(received[1]!.raw).toBe(first.raw);
	await expect(sandbox().control.redeliver('nothing')).rejects.toThrow('404');
});

test.each([200, 500])(
	'a delivery that is asked for again while it is on its way is sent once more, also when that is answered %d',
	async (status) => {
		await subscribe();
		await sandbox().control.deliverySettings({ maxAttempts: 1 });
		let answer!: (status: number) => void;
		receiver.answers = [new Promise((resolve) => (answer = resolve))];
		await createContract();
		const [{ body }] = (await receiver.arrived(1)) as [Received];
		await sandbox().control.redeliver(body.id);
		answer(status);
		await receiver.arrived(2);
		const [delivery] = await until(
			() => sandbox().control.deliveries(),
			([first]) => first!.status !== 'pending',
		);
		expect(delivery!.attempts.map((attempt) => attempt.status)).toEqual([status, 200]);
		expect(receiver.received).toHaveLength(2);
	},
);

test('the pauses of a failed delivery that is sent again begin anew', async () => {
	await subscribe();
	await sandbox().control.deliverySettings({ backoffMs: 0 });
	receiver.otherwise = 500;
	await createContract();
	const [failed] = await until(
		() => sandbox().control.deliveries({ status: 'failed' }),
		({ length }) => length === 1,
	);
	await sandbox().control.deliverySettings({ backoffMs: 100 });
	await sandbox().control.redeliver(failed!.id);
	const times = (await receiver.arrived(10)).map(({ at }) => at);
	const pause = times[9]! - times[8]!;
	expect(pause).toBeGreaterThanOrEqual(95);
	// After nine failed attempts it would be 25.6 s.
	expect(pause).toBeLessThan(10_000);
});

test('the pauses are those that the README names', async () => {
	const { maxAttempts } = DEFAULT_SETTINGS;
	const pauses = Array.from({ length: maxAttempts - 1 }, (_, index) =>
		String(backoffMs(DEFAULT_SETTINGS, index + 1) / 1_000),
	);
	const said = new Intl.ListFormat('en-GB').format(pauses);
	expect(await readFile('sandbox/README.md', 'utf8')).toContain(
		`${maxAttempts} times in all, with pauses of ${said} seconds`,
	);
});

test('deliveries can be duplicated', async () => {
	await subscribe();
	await sandbox().control.deliverySettings({ duplicates: 2 });
	await createContract();
	const received = await receiver.arrived(3);
	expect(new Set(received.map(({ body }) => body.id)).size).toBe(1);
});

test('deliveries can be held back and sent out of order', async () => {
	await subscribe();
	await sandbox().control.deliverySettings({ paused: true, order: 'newestFirst' });
	await createContract();
	await send(2);
	await send(3);
	expect(receiver.received).toEqual([]);
	expect(await sandbox().control.deliveries({ status: 'pending' })).toHaveLength(3);
	await sandbox().control.deliverySettings({ paused: false });
	const received = await receiver.arrived(3);
	expect(received.map(({ body }) => body.data.contractId).slice(0, 2)).toEqual([
		contractId(3),
		contractId(2),
	]);
	expect(received[2]!.body.event).toBe('contract.created');
});

test('a subscription receives its events and those of its organization only', async () => {
	await subscribe({ events: ['contract.signed'] });
	await subscribe({ organization: 'other' });
	await createContract();
	await sandbox().control.setContractState(contractId(2), { status: 'signed' });
	await sandbox().control.setContractState(other.contractId, { status: 'canceled' });
	const received = await receiver.arrived(2);
	const ids = received.map(({ body }) => body.data.contractId).sort();
	expect(ids).toEqual([contractId(2), other.contractId]);
	expect(await sandbox().control.deliveries()).toHaveLength(2);
});

test('without a subscription nothing is written; after unsubscribing nothing is sent', async () => {
	await createContract();
	expect(await sandbox().control.deliveries()).toEqual([]);
	const { id } = await subscribe();
	await sandbox().control.deliverySettings({ paused: true });
	await createContract();
	await sandbox().control.unsubscribe(id);
	await sandbox().control.deliverySettings({ paused: false });
	expect(await sandbox().control.deliveries()).toEqual([]);
	expect(await sandbox().control.subscriptions()).toEqual([]);
	await expect(sandbox().control.unsubscribe(id)).rejects.toThrow('404');
});

test('an event can be sent that did not happen, for a contract that does not exist', async () => {
	await subscribe();
	await sandbox().control.sendEvent({
		event: 'contract.signed',
		contractId: 'no-contract',
		status: 'signed',
	});
	const [{ body }] = (await receiver.arrived(1)) as [Received];
	expect(body).toMatchObject({ event: 'contract.signed', data: { contractId: 'no-contract' } });
});

test('a refused operation delivers nothing', async () => {
	await subscribe();
	expect((await send(1)).status).toBe(409);
	await createContract();
	expect(eventsOf(await receiver.arrived(1))).toEqual(['contract.created']);
	expect(await sandbox().control.deliveries()).toHaveLength(1);
});

test.each([
	{ url: 'ftp://127.0.0.1/' },
	{ url: 'nowhere' },
	{ url: 'http://127.0.0.1/', events: ['contract.deleted'] },
	{ url: 'http://127.0.0.1/', events: [] },
	{ url: 'http://127.0.0.1/', colour: 'red' },
])('the subscription %j is refused', async (input) => {
	await expect(sandbox().control.subscribe(input)).rejects.toThrow('400');
});
