import { interceptRequests, nock } from '../support/nock.mts';
import type { IDataObject } from 'n8n-workflow';
import { items, proof, said, UNKNOWN, uuidOf, webhookSuite } from '../support/webhookTrigger.mts';

/** Services whose reads are behind, slow or broken: nothing is lost, and sending again ends with 200. */
const { sandbox, listen, contract, reads } = webhookSuite();

interceptRequests();

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** So many reads of the contract are answered with what it was. */
async function behind(id: string, was: IDataObject, times: number) {
	const { body } = await sandbox().api('GET', `/contracts/${id}`);
	nock(new URL(sandbox().baseUrl).origin, { allowUnmocked: true })
		.get((path) => path.includes(uuidOf(id)))
		.times(times)
		.reply(200, { ...body, ...was });
}

test.each([
	['contract.signed', 'signed'],
	['contract.status_changed', 'statusChanged'],
])(
	'%s that is faster than the service’s own reads is taken as it is a moment later',
	async (name, event) => {
		const host = await listen();
		const { id } = await contract('signed');
		await behind(id, { status: 'signing' }, 1);
		const move = { status: 'signed', previousStatus: 'signing' };
		await host.deliver(said(name, id, move), proof);
		expect(items(host)).toMatchObject([{ event, ...move }]);
	},
);

test.each(['contract.status_changed', 'contract.updated'])(
	'%s with a status that the service does not show yet is emitted with that status, whatever was before',
	async (event) => {
		const host = await listen({ events: ['statusChanged', 'updated'] });
		const { id } = await contract('signing');
		await behind(id, { status: 'draft', updatedAt: '2026-01-01T10:00:00.000Z' }, 2);
		const answer = await host.deliver(said(event, id, { status: 'signing' }), proof);
		expect(answer).toMatchObject({ status: 200, body: { status: 'accepted' } });
		expect(items(host)).toMatchObject([{ status: 'signing' }]);
	},
);

test('a status that the contract has left since the event is not waited for', async () => {
	const host = await listen();
	const { id } = await contract('signed');
	const delivery = { ...said('contract.status_changed', id, { status: 'signing' }) };
	await host.deliver({ ...delivery, createdAt: ago(600_000) }, proof);
	expect(await reads(id)).toBe(1);
	expect(items(host)).toMatchObject([{ status: 'signed' }]);
});

test.each([
	['of a moment ago', 1_000],
	['of 50 seconds ago', 50_000],
	['by a clock that is ahead', -7_200_000],
])('503 while the service is more than three seconds behind an event %s', async (_when, ms) => {
	const host = await listen();
	const { id } = await contract('signed');
	await behind(id, { status: 'signing', updatedAt: '2026-01-01T10:00:00.000Z' }, 4);
	const delivery = { ...said('contract.signed', id, { status: 'signed' }), createdAt: ago(ms) };
	expect((await host.deliver(delivery, proof)).status).toBe(503);
	expect((await host.deliver(delivery, proof)).status).toBe(200);
	expect(items(host)).toMatchObject([{ event: 'signed', status: 'signed' }]);
});

test.each([
	['with its time', { createdAt: ago(0) }],
	['without a time', {}],
	['with the time of a clock that is ahead', { createdAt: ago(-7_200_000) }],
])(
	'503, and not ignored: an event of a contract that becomes visible after three seconds (%s)',
	async (_how, time) => {
		const host = await listen();
		const { id } = await contract('draft');
		const missing = { route: 'GET /contracts/:id', kind: 'status', status: 404 } as const;
		await sandbox().control.fault({ ...missing, times: 4 });
		const delivery = { ...said('contract.created', id), ...time };
		expect((await host.deliver(delivery, proof)).status).toBe(503);
		expect((await host.deliver(delivery, proof)).status).toBe(200);
		expect(items(host)).toHaveLength(1);
	},
);

test.each([
	[
		'10 requests a second',
		async () => {
			await sandbox().control.rateLimit({ requestsPerSecond: 10, burst: 10 } as never);
		},
	],
	['800 ms for each request', async () => await sandbox().control.latency(800)],
])(
	'100 events at %s are all emitted once, and sending again ends with 200',
	async (_how, slow) => {
		const host = await listen();
		const ids: string[] = [];
		for (let i = 0; i < 100; i++) ids.push((await contract('signed')).id);
		const delivery = { events: ids.map((id) => said('contract.signed', id)) };
		await slow();
		let status = 503;
		for (let attempt = 0; attempt < 4 && status === 503; attempt++) {
			({ status } = await host.deliver(delivery, proof));
		}
		expect(status).toBe(200);
		expect(items(host).map(({ contractId }) => contractId)).toEqual(ids);
	},
	300_000,
);

test('the same body again, after the contract changed, is the next event', async () => {
	const host = await listen({ events: ['updated'] });
	const { id } = await contract('draft');
	const delivery = { id: 'subscription_1', event: 'contract.updated', data: { contractId: id } };
	for (const name of ['First', 'Second']) {
		await sandbox().api('PATCH', `/contracts/${id}`, { name });
		expect((await host.deliver(delivery, proof)).body.status).toBe('accepted');
	}
	expect((await host.deliver(delivery, proof)).body.status).toBe('ignored');
	expect(items(host)).toMatchObject([
		{ contract: { name: 'First' } },
		{ contract: { name: 'Second' } },
	]);
});

describe('a contract that cannot be read does not hold the others of its delivery', () => {
	async function pair(parameters: IDataObject = {}) {
		const host = await listen(parameters);
		const [a, b] = [await contract('signed'), await contract('signed')];
		const events = [
			said('contract.signed', a.id),
			said('contract.signed', b.id, { status: 'signed' }),
		];
		return { host, a, b, events };
	}

	test('what is no contract: emitted without it, with the reason', async () => {
		const { host, a, b, events } = await pair();
		const broken = { route: 'GET /contracts/:id', kind: 'status', status: 200 } as const;
		await sandbox().control.fault({ ...broken, match: uuidOf(b.id), times: 0, body: {} });
		expect((await host.deliver({ events }, proof)).status).toBe(200);
		expect(items(host)).toMatchObject([
			{ contractId: a.id, contract: { id: a.id } },
			{
				event: 'signed',
				eventKey: `${uuidOf(b.id)}:signed`,
				contractId: b.id,
				status: null,
				deliveredStatus: 'signed',
				contract: null,
				contractError: expect.stringContaining('did not answer with a record'),
			},
		]);
	});

	test('a fault of the service', async () => {
		const { host, b, events } = await pair();
		const broken = { route: 'GET /contracts/:id', kind: 'status', status: 500 } as const;
		await sandbox().control.fault({ ...broken, match: uuidOf(b.id), times: 0 });
		expect((await host.deliver({ events }, proof)).status).toBe(200);
		expect(items(host)).toMatchObject([{ status: 'signed' }, { status: null, contract: null }]);
	});

	test('without verification it is left out: nobody else says that it happened', async () => {
		const { host, a, b, events } = await pair({ verification: 'none' });
		const broken = { route: 'GET /contracts/:id', kind: 'status', status: 200 } as const;
		await sandbox().control.fault({ ...broken, match: uuidOf(b.id), times: 0, body: {} });
		expect((await host.deliver({ events })).status).toBe(200);
		expect(items(host)).toMatchObject([{ contractId: a.id }]);
	});
});

describe('Status To', () => {
	const filters = { statusTo: ['signing'], statusFrom: ['negotiating'] };
	const move = { status: 'signing', previousStatus: 'negotiating' };
	const passed = (id: string, more: IDataObject = {}) => ({
		...said('contract.status_changed', id, { ...move, ...more }),
		createdAt: ago(600_000),
	});

	test('takes the status that a verified delivery names, although the contract has left it', async () => {
		const host = await listen({ filters });
		const { id } = await contract('signed');
		await host.deliver(passed(id, { previousStatus: 'draft' }), proof);
		expect(items(host)).toEqual([]);
		await host.deliver(passed(id), proof);
		expect(items(host)).toMatchObject([
			{ status: 'signed', deliveredStatus: 'signing', previousStatus: null },
		]);
		expect((await host.deliver(passed(id), proof)).body.status).toBe('ignored');
	});

	test('two statuses that the contract has left are two events', async () => {
		const host = await listen({ filters: { statusTo: ['negotiating', 'signing'] } });
		const { id } = await contract('signed');
		await host.deliver(passed(id, { status: 'negotiating', previousStatus: 'draft' }), proof);
		await host.deliver(passed(id), proof);
		expect(items(host)).toMatchObject([
			{ deliveredStatus: 'negotiating' },
			{ deliveredStatus: 'signing' },
		]);
	});

	test('the status that was read has no other beside it', async () => {
		const host = await listen({ filters });
		const { id } = await contract('signing');
		await host.deliver(passed(id), proof);
		expect(items(host)).toMatchObject([{ status: 'signing', previousStatus: 'negotiating' }]);
		expect(items(host)[0]).not.toHaveProperty('deliveredStatus');
	});

	test('of an unverified delivery only what is read counts', async () => {
		const host = await listen({ filters, verification: 'none' });
		const { id } = await contract('signed');
		await host.deliver(passed(id));
		expect(items(host)).toEqual([]);
	});
});

test('200, and "not confirmed", a minute after an event that the service does not show', async () => {
	const host = await listen();
	const { id } = await contract('signed');
	await behind(id, { status: 'signing', updatedAt: '2026-01-01T10:00:00.000Z' }, 4);
	const delivery = said('contract.status_changed', id, { status: 'signed' });
	expect(await host.deliver({ ...delivery, createdAt: ago(61_000) }, proof)).toMatchObject({
		status: 200,
		body: { reason: expect.stringMatching(/^The service does not confirm the event/) as string },
	});
	expect(items(host)).toEqual([]);
});

test('an event of another object, with the id of its delivery alone, is not to be sent again', async () => {
	const host = await listen({ events: ['other'] });
	const delivery = { id: UNKNOWN, event: 'template.updated' };
	expect(await host.deliver(delivery, proof)).toMatchObject({
		status: 200,
		body: { reason: expect.stringMatching(/not confirm.*Contract ID Path/) as string },
	});
});

test('a contract that does not exist is ignored a minute after its event', async () => {
	const host = await listen();
	const delivery = { ...said('contract.created', UNKNOWN), createdAt: ago(61_000) };
	expect(await host.deliver(delivery, proof)).toMatchObject({
		status: 200,
		body: { status: 'ignored' },
	});
});

test.each<[string, number, number]>([
	['no other', 500, 200],
	['any other where the key is rejected', 401, 503],
])('a creation form that fails holds up a young delivery, and %s', async (_what, status, old) => {
	const host = await listen({ options: { readableValues: true } });
	const { id } = await contract('signed');
	const route = 'GET /contract-types/:id/creation-form';
	await sandbox().control.fault({ route, kind: 'status', status, times: 0 });
	const deliver = async (ms: number) =>
		(await host.deliver({ ...said('contract.signed', id), createdAt: ago(ms) }, proof)).status;
	expect([await deliver(1_000), await deliver(601_000)]).toEqual([503, old]);
	expect(items(host)).toHaveLength(old === 200 ? 1 : 0);
});

describe('sent for signature and canceled', () => {
	const events = ['sentForSignature', 'canceled'];
	const moved = (id: string, status?: string) => said('contract.status_changed', id, { status });

	test.each([
		['signing', 'sentForSignature'],
		['canceled', 'canceled'],
	])('a change of the status to %s is %s, beside the change itself', async (status, event) => {
		const host = await listen({ events: [...events, 'statusChanged'] });
		const { id } = await contract(status);
		await host.deliver(
			{ ...moved(id), data: { contractId: id, status, previousStatus: 'draft' } },
			proof,
		);
		expect(items(host)).toMatchObject([
			{ event: 'statusChanged', status },
			{ event, status, previousStatus: 'draft' },
		]);
	});

	test.each([['signing'], [undefined]])('other moves are none (%s is named)', async (status) => {
		const host = await listen({ events });
		const { id } = await contract('negotiating');
		await host.deliver(moved(id, status && 'negotiating'), proof);
		expect(items(host)).toEqual([]);
	});

	test('a contract that was signed meanwhile was sent before that', async () => {
		const host = await listen({ events });
		const { id } = await contract('signed');
		await host.deliver({ ...moved(id, 'signing'), createdAt: ago(600_000) }, proof);
		expect(items(host)).toMatchObject([
			{ event: 'sentForSignature', status: 'signed', deliveredStatus: 'signing' },
		]);
	});

	test('a name of its own says it too, confirmed by reading', async () => {
		const host = await listen({ events });
		const [a, b] = [await contract('canceled'), await contract('signing')];
		await host.deliver(said('contract.canceled', a.id), proof);
		await host.deliver(said('contract.sent_for_signature', b.id), proof);
		expect(items(host)).toMatchObject([{ event: 'canceled' }, { event: 'sentForSignature' }]);
	});

	test('filters by the email of author and signatories', async () => {
		const { id } = await contract('signing');
		const { body } = await sandbox().api('GET', `/contracts/${id}`);
		const emails = [body.author.email.toUpperCase(), 'nobody@example.com'];
		for (const authorEmail of emails) {
			const host = await listen({ events, filters: { authorEmail } });
			await host.deliver(moved(id, 'signing'), proof);
			expect(items(host)).toHaveLength(authorEmail === emails[0] ? 1 : 0);
		}
	});
});
