import { createHmac } from 'node:crypto';
import { items, proof, said, SECRET, UNKNOWN, webhookSuite } from '../support/webhookTrigger.mts';

const { listen, contract } = webhookSuite();

test.each<[string, string, (json: string) => string]>([
	['application/vnd.service+json', 'vendor JSON', (json) => json],
	['application/octet-stream', 'bytes', (json) => json],
	['text/plain', 'text', (json) => json],
	[
		'text/plain; charset=UTF-8',
		'text of a queue with JSON in Message',
		(json) => JSON.stringify({ Type: 'Notification', Message: json }),
	],
	['application/json; charset=utf-8', 'JSON with a byte order mark', (json) => `\uFEFF${json}`],
	[
		'application/x-www-form-urlencoded',
		'a form with JSON in payload',
		(json) => `payload=${encodeURIComponent(json)}`,
	],
	['application/x-www-form-urlencoded', 'JSON that calls itself a form', (json) => json],
])('%s: %s', async (type, _what, write) => {
	const host = await listen({ verification: 'hmac' });
	const { id } = await contract('signed');
	const body = write(JSON.stringify(said('contract.signed', id)));
	const signature = createHmac('sha256', SECRET).update(body).digest('hex');
	const headers = { 'content-type': type, 'x-webhook-signature': `sha256=${signature}` };
	expect((await host.deliver(body, headers)).status).toBe(200);
	expect(items(host)).toMatchObject([{ event: 'signed', contractId: id }]);
});

test('a form of plain fields', async () => {
	const host = await listen();
	const { id } = await contract('signed');
	const headers = { ...proof, 'content-type': 'application/x-www-form-urlencoded' };
	await host.deliver(`event=contract.signed&contract_id=${id}`, headers);
	expect(items(host)).toHaveLength(1);
});

test.each(['data', 'payload'])(
	'JSON as text in %s is the contract of the event beside it, also where the delivery has an id',
	async (property) => {
		const host = await listen({ events: ['signed', 'created', 'other'] });
		const { id } = await contract('signed');
		const record = JSON.stringify({ id, name: 'New contract', status: 'signed' });
		for (const event of ['contract.signed', 'contract.archived']) {
			await host.deliver({ id: UNKNOWN, event, [property]: record }, proof);
		}
		expect(items(host)).toMatchObject([
			{ event: 'signed', contractId: id },
			{ event: 'contract.archived', contractId: id },
		]);
	},
);

test.each(['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'])(
	'400: %s that is nothing',
	async (type) => {
		const host = await listen();
		const answer = await host.deliver('hello', { ...proof, 'content-type': type });
		expect(answer.status).toBe(400);
	},
);

test.each([
	['no body', ''],
	['an empty body', {}],
])('an event in the query, with %s', async (_what, body) => {
	const { id } = await contract('signed');
	const query = `?event=contract.signed&contractId=${id}`;
	const host = await listen();
	const { message } = (await host.deliver(body, proof, query)).body;
	expect(message).toContain('set Contract ID Path in Options to `query.contractId`');
	const told = await listen({ options: { contractIdPath: 'query.contractId' } });
	await told.deliver(body, proof, query);
	expect(items(told)).toMatchObject([{ event: 'signed', contractId: id }]);
});

test('5,000 levels beside an event do not keep it out', async () => {
	const { id } = await contract('signed');
	const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
	const body = JSON.stringify(said('contract.signed', id)).replace('{', `{"deep":${deep},`);
	const headers = { ...proof, 'content-type': 'application/json' };
	const host = await listen();
	expect((await host.deliver(body, headers)).status).toBe(200);
	expect(items(host)).toMatchObject([{ event: 'signed', contractId: id }]);
});

test('a name of 1 MB is no name: it becomes no part of an item or a key', async () => {
	const host = await listen({ events: ['signed', 'other'] });
	const { id } = await contract('signed');
	const name = 'x'.repeat(1_000_000);
	const answer = await host.deliver({ event: name, contractId: id }, proof);
	expect(answer.body.reason).toBe('The body names no event: set Event Path in Options');
	await host.deliver({ event: name, type: 'contract.archived', contractId: id }, proof);
	expect(items(host)).toMatchObject([{ event: 'contract.archived' }]);
	expect(String(items(host)[0]!.eventKey).length).toBeLessThan(200);
});
