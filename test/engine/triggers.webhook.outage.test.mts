import { WebhookContext } from 'n8n-core';
import { interceptRequests, nock } from '../support/nock.mts';
import { until } from '../../host/lib/client/until.mts';
import {
	items,
	proof,
	said,
	SECRET,
	UNKNOWN,
	uuidOf,
	webhookSuite,
} from '../support/webhookTrigger.mts';

const { sandbox, listen, contract, created } = webhookSuite();

/** The budget of eight seconds, and what a busy machine takes; without one, a request alone may take five minutes. */
const WITHIN_MS = 20_000;

test('what could not be processed is delivered again and then starts one execution', async () => {
	await sandbox().control.deliverySettings({ backoffMs: 20 });
	const host = await listen({ events: ['created'], verification: 'hmac' });
	await sandbox().control.subscribe({
		url: host.url,
		secret: SECRET,
		events: ['contract.created'],
	});
	await sandbox().control.fault({
		route: 'GET /contracts/:id',
		kind: 'status',
		status: 403,
		times: 2,
	});
	await created();
	const [delivery] = await until(
		() => sandbox().control.deliveries(),
		([first]) => first?.status === 'delivered',
		'the delivery',
	);

	expect(delivery!.attempts.map(({ status }) => status)).toEqual([503, 503, 200]);
	expect(host.executions).toHaveLength(1);
});

test('what n8n could not store is delivered again and then starts one execution', async () => {
	await sandbox().control.deliverySettings({ backoffMs: 20 });
	const host = await listen({ events: ['created'], verification: 'hmac' });
	host.failToStore(2);
	await sandbox().control.subscribe({
		url: host.url,
		secret: SECRET,
		events: ['contract.created'],
	});
	await created();
	const [delivery] = await until(
		() => sandbox().control.deliveries(),
		([first]) => first?.status === 'delivered',
		'the delivery',
	);

	expect(delivery!.attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
	expect(host.executions).toHaveLength(1);
});

test.each([401, 403, 429, 500, 502, 503])(
	'503: the contract cannot be fetched (%d), and the delivery is taken when it comes again',
	async (status) => {
		const host = await listen();
		const { id } = await contract('signed');
		const delivery = said('contract.signed', id);
		await sandbox().control.fault({
			route: 'GET /contracts/:id',
			kind: 'status',
			status,
			times: 0,
		});
		const started = Date.now();
		const answer = await host.deliver(delivery, proof);
		expect(answer).toMatchObject({ status: 503, body: { status: 'refused' } });
		expect(Date.now() - started).toBeLessThan(WITHIN_MS);
		expect(host.executions).toEqual([]);

		await sandbox().control.clearFaults();
		expect((await host.deliver(delivery, proof)).status).toBe(200);
		expect(host.executions).toHaveLength(1);
	},
);

describe('an answer that is no contract', () => {
	interceptRequests();

	test.each<[string, number, unknown]>([
		['a page of a proxy that is not the service’s 404', 404, '<h1>default backend - 404</h1>'],
		['JSON that is no contract', 200, { message: 'maintenance' }],
	])('503: %s, and the delivery is taken when it comes again', async (_what, status, body) => {
		const host = await listen();
		const { id } = await contract('signed');
		const delivery = said('contract.signed', id);
		nock(new URL(sandbox().baseUrl).origin)
			.get((path) => path.includes(uuidOf(id)))
			.reply(status, body as nock.Body);
		expect((await host.deliver(delivery, proof)).status).toBe(503);
		nock.cleanAll();
		expect((await host.deliver(delivery, proof)).status).toBe(200);
		expect(host.executions).toHaveLength(1);
	});
});

test('503: a server that is not there', async () => {
	const host = await listen({}, { baseUrl: 'http://127.0.0.1:9/v2' });
	const answer = await host.deliver(said('contract.signed', UNKNOWN), proof);
	expect(answer.status).toBe(503);
	expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1');
});

test('503 for the whole delivery when none of its contracts can be fetched', async () => {
	const host = await listen();
	const [a, b] = [await contract('signed'), await contract('signed')];
	const fault = { route: 'GET /contracts/:id', kind: 'status', status: 403 } as const;
	for (const { id } of [a, b]) await sandbox().control.fault({ ...fault, match: uuidOf(id) });
	const events = [said('contract.signed', a.id), said('contract.signed', b.id)];
	expect((await host.deliver({ events }, proof)).status).toBe(503);
	expect(host.executions).toEqual([]);

	expect((await host.deliver({ events }, proof)).status).toBe(200);
	expect(items(host).map(({ contractId }) => contractId)).toEqual([a.id, b.id]);
});

test('503: a filter whose expression gives nothing lets nothing through, and the log says why', async () => {
	const log = { info: jest.fn(), debug: jest.fn(), warn: jest.fn() };
	const base = Object.getPrototypeOf(WebhookContext.prototype) as WebhookContext;
	const logger = jest.spyOn(base, 'logger', 'get').mockReturnValue(log as never);
	const host = await listen({ filters: { counterpartyId: '={{ $vars.COUNTERPARTY }}' } });
	const { id } = await contract('signed');
	expect(await host.deliver(said('contract.signed', id), proof)).toMatchObject({ status: 503 });
	logger.mockRestore();
	expect(host.executions).toEqual([]);
	expect(log.warn.mock.calls).toEqual([
		[
			'"Trigger" answered a delivery with 503: The filter Counterparty is empty: correct its expression, which gave nothing. For all, {{ [] }}',
		],
	]);
});
