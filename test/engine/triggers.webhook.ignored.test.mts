import { WebhookContext } from 'n8n-core';
import { items, proof, said, UNKNOWN, webhookSuite } from '../support/webhookTrigger.mts';

const { sandbox, listen, contract, reads } = webhookSuite();

/** The service would have by now what was created then. */
const createdAt = new Date(Date.now() - 120_000).toISOString();

test('200 ignored: an event that the workflow does not wait for; nothing is read', async () => {
	const host = await listen({ events: ['signed'] });
	const { id } = await contract('signed');
	const answer = await host.deliver(said('contract.created', id), proof);
	expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } });
	expect([host.executions.length, await reads()]).toEqual([0, 0]);
});

test.each(['draft', 'negotiating', 'signing', 'canceled'])(
	'200 ignored: "signed" of a contract that is %s emits nothing',
	async (status) => {
		const host = await listen({ verification: 'none' });
		const { id } = await contract(status);
		const forged = {
			...said('contract.signed', id, { status: 'signed' }),
			contract: { id, status: 'signed', signatureDate: '2026-01-01T00:00:00Z' },
		};
		const answer = await host.deliver(forged);
		expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } });
		expect(host.executions).toEqual([]);
	},
);

test('200 ignored: an event that is not true and one that is filtered out are told apart', async () => {
	const host = await listen({ filters: { authorEmail: 'nobody@example.com' } });
	const { id } = await contract('signed');
	const { id: open } = await contract('draft');
	const reason = async (about: string) =>
		(await host.deliver(said('contract.signed', about), proof)).body.reason;
	expect(await reason(id)).toBe('The Filters of the node leave it out');
	expect(await reason(open)).toBe('The service does not confirm the event');
	expect(host.executions).toEqual([]);
});

test('200 ignored: a contract that the service does not have, also after three more attempts', async () => {
	const host = await listen();
	const answer = await host.deliver({ ...said('contract.created', UNKNOWN), createdAt }, proof);
	expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } });
	expect(await reads(UNKNOWN)).toBe(4);
});

test('200 accepted: a contract that can be read a moment later', async () => {
	const host = await listen();
	const { id } = await contract('draft');
	await sandbox().control.fault({
		route: 'GET /contracts/:id',
		kind: 'status',
		status: 404,
		times: 2,
	});
	expect((await host.deliver(said('contract.created', id), proof)).status).toBe(200);
	expect(items(host)).toHaveLength(1);
});

test('200 ignored: a contract of another organization', async () => {
	const host = await listen();
	const { id } = await contract('signed', { organization: 'other' });
	expect(await host.deliver({ ...said('contract.signed', id), createdAt }, proof)).toMatchObject({
		status: 200,
		body: { status: 'ignored' },
	});
});

test.each([
	['the same delivery, without reading the contract again', 1],
	['another delivery of the same event', 2],
])('200 ignored: %s', async (_what, count) => {
	const host = await listen();
	const { id } = await contract('signed');
	const delivery = said('contract.signed', id);
	await host.deliver(delivery, proof);
	const again = await host.deliver(count === 1 ? delivery : said('contract.signed', id), proof);
	expect(again).toEqual({
		status: 200,
		body: { status: 'ignored', reason: 'Handed on before: Drop Duplicates in Options is on' },
	});
	expect([host.executions.length, await reads(id)]).toEqual([1, count]);
});

test.each([
	['the contract’s', (id: string) => id.slice(-36)],
	['always the same', () => 'subscription_1'],
])('an update after an update is accepted where the id beside it is %s', async (_what, idFor) => {
	const host = await listen({ events: ['updated'] });
	const { id } = await contract('draft');
	const delivery = (name: string) => ({
		id: idFor(id),
		event: 'contract.updated',
		data: { contractId: `contract_${id.slice(-36)}`, name },
	});
	for (const name of ['First', 'Second']) {
		await sandbox().api('PATCH', `/contracts/${id}`, { name });
		await host.deliver(delivery(name), proof);
	}
	expect(items(host)).toMatchObject([
		{ contract: { name: 'First' } },
		{ contract: { name: 'Second' } },
	]);
	expect((await host.deliver(delivery('Second'), proof)).body.status).toBe('ignored');
});

test.each(['contract.signed', 'contract.created', 'contract.updated'])(
	'200 ignored: %s that names nothing but a counterparty',
	async (event) => {
		const events = ['created', 'signed', 'statusChanged', 'updated'];
		const host = await listen({ events, verification: 'none' });
		const party = await sandbox().control.createCounterparty({ name: 'Acme' });
		const answer = await host.deliver({ event, data: { counterpartyId: party.id } });
		expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } });
		expect(host.executions).toEqual([]);
	},
);

describe('where updatedAt is in whole seconds', () => {
	const deliveryAt = (id: string, createdAt: string) => ({
		...said('contract.updated', id),
		createdAt,
	});
	const [first, second] = ['2030-01-01T10:00:01.100Z', '2030-01-01T10:00:01.200Z'];

	test.each([
		['sharedSecret', 2],
		['none', 1],
	])(
		'edits within a second are told apart by a sender who proves who he is (%s)',
		async (verification, count) => {
			await sandbox().control.variants(['secondTimestamps']);
			const host = await listen({ events: ['updated'], verification });
			await sandbox().control.clock({ now: first, frozen: true });
			const { id } = await contract('draft');
			for (const createdAt of [first!, second!, first!, second!]) {
				await host.deliver(deliveryAt(id, createdAt), proof);
			}
			expect(items(host)).toHaveLength(count);
		},
	);
});

test('the log has at its usual level what the service does not confirm', async () => {
	const log = { info: jest.fn(), debug: jest.fn() };
	const base = Object.getPrototypeOf(WebhookContext.prototype) as WebhookContext;
	const logger = jest.spyOn(base, 'logger', 'get').mockReturnValue(log as never);
	const host = await listen({ events: ['signed'] });
	const { id } = await contract('draft');
	await host.deliver(said('contract.signed', id), proof);
	await host.deliver({ ...said('contract.signed', UNKNOWN), createdAt }, proof);
	logger.mockRestore();
	const line = '"Trigger" ignored a delivery: The service does not confirm the event';
	const other = `; if ${UNKNOWN} is not its ID, set Contract ID Path in Options`;
	expect(log.info.mock.calls).toEqual([[line], [line + other]]);
});

test('listening in the editor shows the same event again and again', async () => {
	const host = await listen({}, {}, 'manual');
	const { id } = await contract('signed');
	const delivery = said('contract.signed', id);
	await host.deliver(delivery, proof);
	await host.deliver(delivery, proof);
	expect(host.executions).toHaveLength(2);
});

test('duplicates go on where that is wanted', async () => {
	const host = await listen({ options: { deduplicate: false } });
	const { id } = await contract('signed');
	const delivery = said('contract.signed', id);
	await host.deliver(delivery, proof);
	await host.deliver(delivery, proof);
	expect(host.executions).toHaveLength(2);
});
