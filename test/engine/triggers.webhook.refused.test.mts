import { createHmac } from 'node:crypto';
import { items, proof, said, SECRET, UNKNOWN, webhookSuite } from '../support/webhookTrigger.mts';

const { sandbox, listen, contract, reads } = webhookSuite();

test.each<[string, Record<string, string>]>([
	['no secret', {}],
	['a wrong secret', { 'x-webhook-secret': 'guess' }],
	['an empty secret', { 'x-webhook-secret': '' }],
])('401: %s; nothing is read', async (_what, headers) => {
	const host = await listen();
	const { id } = await contract('signed');
	const answer = await host.deliver(said('contract.signed', id), headers);
	expect(answer.status).toBe(401);
	expect(answer.body.status).toBe('refused');
	expect([host.executions.length, await reads()]).toEqual([0, 0]);
});

test('401: the credential lost its secret after publishing', async () => {
	const host = await listen({}, { webhookSecret: '' });
	const { id } = await contract('signed');
	expect((await host.deliver(said('contract.signed', id), proof)).status).toBe(401);
});

test('401: a body that was altered after it was signed', async () => {
	const host = await listen({ verification: 'hmac' });
	const [{ id }, { id: other }] = [await contract('signed'), await contract('signed')];
	const body = JSON.stringify(said('contract.signed', id));
	const headers = {
		'content-type': 'application/json',
		'x-webhook-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
	};
	expect((await host.deliver(body.replace(id, other), headers)).status).toBe(401);
	expect((await host.deliver(body, headers)).status).toBe(200);
	expect(items(host).map(({ contractId }) => contractId)).toEqual([id]);
});

test('400: JSON that names no contract', async () => {
	const host = await listen();
	const answer = await host.deliver({ event: 'ping' }, proof);
	expect(answer).toMatchObject({ status: 400, body: { status: 'refused' } });
	expect(host.executions).toEqual([]);
});

test('400: more events than one delivery can hold', async () => {
	const host = await listen();
	const events = Array.from({ length: 5_001 }, () => said('contract.signed', UNKNOWN));
	const answer = await host.deliver({ events }, proof);
	expect(answer).toMatchObject({
		status: 400,
		body: { message: 'The body holds more than 5000 events' },
	});
	expect(await reads()).toBe(0);
});

test('422 by n8n itself: malformed JSON', async () => {
	const host = await listen();
	const headers = { ...proof, 'content-type': 'application/json' };
	expect((await host.deliver('{"event":', headers)).status).toBe(422);
});

test('a secret that is being replaced', async () => {
	const host = await listen({}, { webhookSecret: 'new', previousWebhookSecret: 'old' });
	const { id } = await contract('signed');
	for (const secret of ['new', 'old']) {
		const headers = { 'x-webhook-secret': secret };
		expect((await host.deliver(said('contract.signed', id), headers)).status).toBe(200);
	}
});

test('only the contract named is read, and only below the base URL', async () => {
	const host = await listen({ verification: 'none' });
	await sandbox().control.clearRequests();
	for (const id of [
		'../organization',
		`${UNKNOWN}/../../organization`,
		'http://127.0.0.1:9/',
		'%2e%2e',
	]) {
		expect((await host.deliver(said('contract.signed', id))).status).toBe(400);
	}
	expect(await sandbox().control.requests()).toEqual([]);
});
