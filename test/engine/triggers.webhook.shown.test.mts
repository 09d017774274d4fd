import { WebhookContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { items, proof, said, SECRET, UNKNOWN, webhookSuite } from '../support/webhookTrigger.mts';

const { listen, contract } = webhookSuite();

/** Payloads from which nothing starts, and what the answer, the log and the editor say of them. */
const NOT_UNDERSTOOD: Array<[string, IDataObject, object, string]> = [
	[
		'an event name that nobody knows',
		{},
		{ event: 'contract.state_changed', contractId: UNKNOWN },
		"The event name 'contract.state_changed' is not known: add it to Event Names in Options, or select Any Other Event in Events",
	],
	[
		'no event name',
		{},
		{ contractId: UNKNOWN, cause: 'agreement.finished' },
		'The body names no event: set Event Path in Options to `cause`',
	],
	[
		'a kind for a name',
		{},
		{ type: 'contract', contractId: UNKNOWN },
		'The body names no event: set Event Path in Options',
	],
	[
		'a wrong Event Path',
		{ options: { eventPath: 'what' }, events: ['signed', 'other'] },
		{ event: 'contract.signed', contractId: UNKNOWN },
		'The body names no event: set Event Path in Options to `event`',
	],
	[
		'a counterparty only',
		{},
		{ event: 'contract.signed', counterpartyId: UNKNOWN },
		'The body names no contract: set Contract ID Path in Options to `counterpartyId`',
	],
];

function logged() {
	const log = { info: jest.fn(), debug: jest.fn(), warn: jest.fn(), error: jest.fn() };
	const base = Object.getPrototypeOf(WebhookContext.prototype) as WebhookContext;
	const logger = jest.spyOn(base, 'logger', 'get').mockReturnValue(log as never);
	return { log, restore: () => logger.mockRestore() };
}

test.each(NOT_UNDERSTOOD)(
	'%s: answer, log and editor say it, and what to set',
	async (_what, parameters, body, reason) => {
		const { log, restore } = logged();
		const host = await listen(parameters);
		expect(await host.deliver(body, proof)).toEqual({
			status: 200,
			body: { status: 'ignored', reason },
		});
		expect(host.executions).toEqual([]);
		expect(log.info.mock.calls).toEqual([[`"Trigger" ignored a delivery: ${reason}`]]);

		const editor = await listen(parameters, {}, 'manual');
		expect((await editor.deliver(body, proof, '?a=1')).body.reason).toBe(reason);
		restore();
		expect(items(editor)).toMatchObject([
			{ understood: false, reason, payload: body, query: { a: '1' } },
		]);
	},
);

test('each that starts nothing has its own reason, one line in the log, and an item in the editor', async () => {
	const { id } = await contract('signed');
	const { id: open } = await contract('draft');
	const filters = { authorEmail: 'nobody@example.com' };
	const cases: Array<[IDataObject, object, string]> = [
		[
			{},
			said('contract.updated', id),
			'The workflow does not wait for this event: select Contract Updated in Events',
		],
		[{ filters }, said('contract.signed', id), 'The Filters of the node leave it out'],
		[{}, said('contract.signed', open), 'The service does not confirm the event'],
	];
	const { log, restore } = logged();
	for (const [parameters, body, reason] of cases) {
		const host = await listen(parameters);
		const editor = await listen(parameters, {}, 'manual');
		expect((await host.deliver(body, proof)).body).toEqual({ status: 'ignored', reason });
		await editor.deliver(body, proof);
		expect(items(editor)).toMatchObject([{ understood: true, reason }]);
		expect(host.executions).toEqual([]);
	}
	restore();
	const line = (reason: string) => [`"Trigger" ignored a delivery: ${reason}`];
	expect(log.info.mock.calls).toEqual(
		cases.flatMap(([, , reason]) => [line(reason), line(reason)]),
	);
});

test('what is not known beside an event that is has its line too', async () => {
	const { id } = await contract('signed');
	const { log, restore } = logged();
	const host = await listen();
	const events = [said('contract.signed', id), said('contract.countersigned', UNKNOWN)];
	await host.deliver({ events }, proof);
	restore();
	expect(host.executions).toHaveLength(1);
	expect(log.info.mock.calls).toEqual([
		[
			`"Trigger" left out a part of a delivery: The event name 'contract.countersigned' is not known: add it to Event Names in Options, or select Any Other Event in Events`,
		],
	]);
});

test('what is not so or filtered out beside an event that starts has its line too', async () => {
	const [{ id }, { id: open }] = [await contract('signed'), await contract('draft')];
	const { log, restore } = logged();
	const filters = { statusTo: ['signed'] };
	const host = await listen({ events: ['signed', 'statusChanged', 'canceled'], filters });
	// A move that tells no status is looked for as a cancellation, too: that is no part of its own.
	const moved = said('contract.status_changed', id);
	await host.deliver({ events: [moved, said('contract.signed', open)] }, proof);
	const passed = said('contract.status_changed', open, { status: 'draft' });
	await host.deliver({ events: [said('contract.signed', id), passed] }, proof);
	restore();
	expect(items(host)).toMatchObject([{ event: 'statusChanged' }, { event: 'signed' }]);
	const line = (reason: string) => [`"Trigger" left out a part of a delivery: ${reason}`];
	expect(log.info.mock.calls).toEqual([
		line('The service does not confirm the event'),
		line('The Filters of the node leave it out'),
	]);
});

test('the editor goes on listening after a change of status whose own event follows', async () => {
	const { id } = await contract('signed');
	const editor = await listen({ events: ['signed'] }, {}, 'manual');
	const change = said('contract.status_changed', id, { status: 'signed' });
	expect((await editor.deliver(change, proof)).body).toMatchObject({ status: 'ignored' });
	expect(items(editor)).toEqual([]);
	await editor.deliver(said('contract.signed', id), proof);
	expect(items(editor)).toMatchObject([{ event: 'signed' }]);
});

test('the editor shows a delivery without a contract too, answered as in production, and no secrets', async () => {
	const editor = await listen({}, {}, 'manual');
	const headers = { ...proof, authorization: 'Bearer other', 'x-copy': `of ${SECRET}`, 'x-a': 'b' };
	const body = { event: 'x', source: { id: UNKNOWN }, note: SECRET };
	const answer = await editor.deliver(body, headers, `?secret=${encodeURIComponent(SECRET)}`);
	expect(answer.status).toBe(400);
	const [item] = items(editor);
	expect(item).toMatchObject({
		understood: false,
		reason: expect.stringContaining('Contract ID Path in Options to `source.id`') as string,
		payload: { source: { id: UNKNOWN } },
		headers: { 'x-a': 'b' },
	});
	expect(JSON.stringify(item)).not.toContain(SECRET);
	expect(JSON.stringify(item)).not.toContain('Bearer');
	expect(item!.query).toEqual({});
});

test('of a delivery whose own id was taken for that of its contract, 503 and 200 name the option', async () => {
	const { id: contractRef } = await contract('signed');
	const { log, restore } = logged();
	const host = await listen();
	const body = { id: UNKNOWN, event: 'contract.signed', data: { contractRef } };
	expect((await host.deliver(body, proof)).status).toBe(503);
	const old = { ...body, createdAt: '2026-01-01T10:00:00.000Z' };
	const other = `; if ${UNKNOWN} is not its ID, set Contract ID Path in Options`;
	const reason = `The service does not confirm the event${other}`;
	expect(await host.deliver(old, proof)).toMatchObject({ status: 200, body: { reason } });
	restore();
	expect(log.warn.mock.calls).toEqual([
		[
			`"Trigger" answered a delivery with 503: The service does not show the event of ${UNKNOWN} yet${other}`,
		],
	]);
	const set = await listen({ options: { contractIdPath: 'data.contractRef' } });
	await set.deliver(body, proof);
	expect(items(set)).toMatchObject([{ contractId: contractRef }]);
});

describe('a test of the address', () => {
	test.each<[string, unknown, Record<string, string>]>([
		['ping', { event: 'ping' }, {}],
		['ping with an id', { type: 'ping', id: UNKNOWN }, {}],
		['webhook.test', { type: 'webhook.test', data: { note: 1 } }, {}],
		['in a header', { zen: 'Keep it simple' }, { 'x-brand-event': 'ping' }],
		['{}', {}, {}],
		['[]', [], {}],
		['no body', '', {}],
		['no body, as JSON', '', { 'content-type': 'application/json' }],
		['null', 'null', { 'content-type': 'application/json' }],
	])('is 200 and starts nothing, also while the editor listens: %s', async (_what, body, more) => {
		const events = ['signed', 'other'];
		for (const mode of [undefined, 'manual'] as const) {
			const host = await listen({ events }, {}, mode);
			const answer = await host.deliver(body, { ...proof, ...more });
			expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } });
			expect((await host.deliver(body, { 'x-webhook-secret': 'guess', ...more })).status).toBe(401);
			expect(host.executions).toEqual([]);
		}
	});

	test('is one also where Event Path does not look', async () => {
		const host = await listen({ options: { eventPath: 'meta.what' } });
		expect((await host.deliver({ type: 'ping' }, proof)).status).toBe(200);
	});

	const asks: Array<[string, unknown, string]> = [
		['in the body', { type: 'url_verification', challenge: 'c-1' }, ''],
		['alone in the body', { challenge: 'c-1' }, ''],
		['in the query', '', '?challenge=c-1'],
		['as hub.challenge', '', '?hub.mode=subscribe&hub.challenge=c-1'],
		['as validationToken', '', '?validationToken=c-1'],
	];
	test.each(asks)(
		'gets its challenge back, once it is verified: %s',
		async (_what, body, query) => {
			const host = await listen();
			expect(await host.deliver(body, proof, query)).toEqual({ status: 200, body: 'c-1' });
			const refused = await host.deliver(body, { 'x-webhook-secret': 'guess' }, query);
			expect(refused.status).toBe(401);
			expect(JSON.stringify(refused.body)).not.toContain('c-1');
			expect(host.executions).toEqual([]);
		},
	);

	test.each(['GET', 'HEAD'])(
		'%s has the challenge back, as text, and starts nothing',
		async (method) => {
			const host = await listen();
			const url = `${host.url}?challenge=%3Cb%3E&event=contract.signed&contractId=${UNKNOWN}`;
			const answer = await fetch(url, { method, headers: proof });
			expect(answer.status).toBe(200);
			expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
			expect(await answer.text()).toBe(method === 'HEAD' ? '' : '<b>');
			expect((await fetch(url, { method })).status).toBe(401);
			expect(host.executions).toEqual([]);
		},
	);

	test('is an event where the person gave its name a meaning', async () => {
		const eventNames = { names: [{ name: 'ping', event: 'signed' }] };
		const host = await listen({ options: { eventNames } });
		const { id } = await contract('signed');
		await host.deliver({ event: 'ping', contractId: id }, proof);
		expect(items(host)).toHaveLength(1);
	});
});
