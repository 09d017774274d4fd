import { createHmac } from 'node:crypto';
import { credentialData, TestCredentialsHelper } from '../support/credentials.mts';
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

test('deliveries share a reading of the credential for seconds; a new secret counts at once', async () => {
	const decrypted = jest.spyOn(TestCredentialsHelper.prototype, 'getDecrypted');
	const host = await listen();
	const deliver = async (secret: string) => {
		const { id } = await contract('signed');
		const headers = { 'x-webhook-secret': secret };
		const { status } = await host.deliver(said('contract.signed', id), headers);
		return [status, decrypted.mock.calls.length];
	};
	expect([await deliver(SECRET), await deliver(SECRET)]).toEqual([
		[200, 1],
		[200, 1],
	]);
	const changed = { webhookSecret: 'another secret' };
	decrypted.mockResolvedValue(credentialData(sandbox().baseUrl, undefined, changed));
	expect([await deliver('another secret'), await deliver(SECRET)]).toEqual([
		[200, 2],
		[401, 3],
	]);
	decrypted.mockRestore();
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

test.each<[string, object, string]>([
	['nothing that looks like one', { event: 'contract.signed', ref: 4711 }, ''],
	['one elsewhere', { event: 'x', source: { ref: UNKNOWN } }, ' to `source.ref`'],
	['one in a list', [{ event: 'contract.signed', ref: UNKNOWN }], ' to `ref`'],
	['one in a named list', { events: [{ event: 'contract.signed', ref: UNKNOWN }] }, ' to `ref`'],
	['one in a list in data', { data: { events: [{ event: 'x', ref: UNKNOWN }] } }, ' to `ref`'],
	[
		'one in a list beside the id of the delivery',
		{ id: UNKNOWN, events: [{ event: 'contract.signed', ref: UNKNOWN }] },
		' to `ref`',
	],
	[
		'some in a list of another name',
		{ event: 'contract.signed', agreements: [{ id: UNKNOWN }] },
		' to `agreements[0].id` (only that one of its list)',
	],
	[
		'those of others last',
		{ data: { accountId: UNKNOWN, userId: UNKNOWN, templateId: UNKNOWN, workflowID: UNKNOWN } },
		' to `data.workflowID` or `data.accountId` or `data.userId`',
	],
	[
		'those of the delivery last',
		{ event_id: UNKNOWN, subscription_id: UNKNOWN, data: { signature_request: { id: UNKNOWN } } },
		' to `data.signature_request.id` or `event_id` or `subscription_id`',
	],
])('400: JSON that names no contract: %s', async (_what, body, path) => {
	const host = await listen();
	const answer = await host.deliver(body, proof);
	const message = `The body names no contract: set Contract ID Path in Options${path}`;
	expect(answer).toEqual({ status: 400, body: { status: 'refused', message } });
	expect(host.executions).toEqual([]);
});

test('400: more events than one delivery can hold', async () => {
	const host = await listen();
	const events = Array.from({ length: 1_001 }, () => said('contract.signed', UNKNOWN));
	const answer = await host.deliver({ events }, proof);
	expect(answer).toMatchObject({
		status: 400,
		body: { message: 'The body holds more than 1000 events' },
	});
	expect(await reads()).toBe(0);
});

test('400: without verification, more contracts than a stranger may have read; as many as may be are', async () => {
	const host = await listen({ verification: 'none', events: ['signed', 'created'] });
	const ids = await Promise.all(
		Array.from({ length: 11 }, async () => (await contract('signed')).id),
	);
	const events = ids.flatMap((id) => [said('contract.signed', id), said('contract.created', id)]);
	expect(await host.deliver({ events })).toMatchObject({
		status: 400,
		body: {
			message: 'Without verification a delivery may name 10 contracts and counterparties at most',
		},
	});
	expect([host.executions.length, await reads()]).toEqual([0, 0]);

	const others = events.map((event) => ({ ...event, event: 'contract.archived' }));
	expect((await host.deliver({ events: [...events.slice(2), ...others] })).status).toBe(200);
	expect(items(host)).toHaveLength(20);
});

test('400: more values than are read, next to a valid event', async () => {
	const host = await listen();
	const values = Array.from({ length: 100_000 }, (_, index) => index);
	const answer = await host.deliver({ ...said('contract.signed', UNKNOWN), values }, proof);
	expect(answer).toMatchObject({
		status: 400,
		body: { message: 'The body is too large: it holds more than 100000 values' },
	});
	expect(await reads()).toBe(0);
});

test('401: a recorded delivery that was signed with its time, sent again as a form without it', async () => {
	const host = await listen({ verification: 'hmac' });
	const { id } = await contract('signed');
	const seconds = Math.floor(Date.now() / 1000) - 86_400;
	const body = `${seconds}.sent=1&event=contract.signed&contract_id=${id}`;
	const headers = {
		'content-type': 'application/x-www-form-urlencoded',
		'x-webhook-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
	};
	expect((await host.deliver(body, headers)).status).toBe(401);
	expect([host.executions.length, await reads()]).toEqual([0, 0]);
});

test('401: a secret that is a prefix without a key', async () => {
	const options = { signatureScheme: 'standardWebhooks', signatureHeader: 'webhook-signature' };
	const host = await listen({ verification: 'hmac', options }, { webhookSecret: 'whsec_' });
	const { id } = await contract('signed');
	const body = JSON.stringify(said('contract.signed', id));
	const seconds = Math.floor(Date.now() / 1000);
	const signature = createHmac('sha256', '').update(`m.${seconds}.${body}`).digest('base64');
	const headers = {
		'content-type': 'application/json',
		'webhook-id': 'm',
		'webhook-timestamp': `${seconds}`,
		'webhook-signature': `v1,${signature}`,
	};
	expect((await host.deliver(body, headers)).status).toBe(401);
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
