import type { IDataObject } from 'n8n-workflow';
import { until } from '../../host/lib/client/until.mts';
import { items, proof, said, SECRET, uuidOf, webhookSuite } from '../support/webhookTrigger.mts';

const { sandbox, listen, contract, created, reads } = webhookSuite();

test('a contract that is signed starts one execution per event, with the contract as the service has it', async () => {
	const host = await listen({ simplify: false });
	const { id } = await contract('signing');
	await sandbox().control.subscribe({
		url: host.url,
		secret: SECRET,
		sendSecretHeader: 'x-webhook-secret',
	});
	await sandbox().control.setContractState(id, { status: 'signed' });
	await until(
		async () => host.executions,
		(all) => all.length >= 2,
		'two executions',
	);

	const { body: now } = await sandbox().api('GET', `/contracts/${id}`);
	const common = {
		contractId: now.id,
		status: 'signed',
		previousStatus: 'signing',
		contract: now,
	};
	expect(items(host)).toHaveLength(2);
	expect(items(host)).toEqual(
		expect.arrayContaining([
			{
				event: 'signed',
				eventKey: `${uuidOf(id)}:signed`,
				occurredAt: now.signatureDate ?? now.updatedAt,
				...common,
			},
			{
				event: 'statusChanged',
				eventKey: `${uuidOf(id)}:statusChanged:signed:${now.updatedAt}`,
				occurredAt: now.updatedAt,
				...common,
			},
		]),
	);
	expect((await sandbox().control.deliveries()).every(({ status }) => status === 'delivered')).toBe(
		true,
	);
});

test.each([
	[[]],
	[['severalEvents']],
	[['otherEventNames']],
	[['upperSnakeEventNames']],
	[['nestedContract']],
	[['counterpartyInPayload']],
	[['prefixedDeliveryIds']],
	[['prefixedDeliveryIds', 'uuidPaths']],
	[['severalEvents', 'nestedContract', 'upperSnakeEventNames', 'counterpartyInPayload']],
])('deliveries are understood in the variants %j', async (variants: string[]) => {
	await sandbox().control.variants(variants);
	const host = await listen({ verification: 'hmac' });
	await sandbox().control.subscribe({ url: host.url, secret: SECRET });
	const { id } = await contract('signing');
	await sandbox().control.setContractState(id, { status: 'signed' });
	await until(
		async () => items(host),
		(all) => all.length >= 2,
		'two events',
	);

	expect(
		items(host)
			.map(({ event }) => event)
			.toSorted(),
	).toEqual(['signed', 'statusChanged']);
	expect(host.executions).toHaveLength(variants.includes('severalEvents') ? 1 : 2);
});

test('duplicated deliveries start one execution', async () => {
	await sandbox().control.deliverySettings({ duplicates: 9, concurrency: 10, paused: true });
	const host = await listen({ verification: 'hmac' });
	await sandbox().control.subscribe({ url: host.url, secret: SECRET });
	await created();
	await sandbox().control.deliverySettings({ paused: false });
	await until(
		() => sandbox().control.deliveries(),
		(all) => all.every(({ attempts }) => attempts.length === 10),
		'ten attempts',
	);

	expect(host.answers.every(({ status }) => status === 200)).toBe(true);
	expect(items(host).map(({ event }) => event)).toEqual(['created']);
});

test('the same delivery ten times at the same moment starts one execution, and is answered ten times', async () => {
	const host = await listen();
	const { id } = await contract('signed');
	const delivery = said('contract.signed', id);
	const answers = await Promise.all(
		Array.from({ length: 10 }, () => host.deliver(delivery, proof)),
	);
	expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
	expect(answers.filter(({ body }) => body.status === 'accepted')).toHaveLength(1);
	expect(items(host).map(({ event }) => event)).toEqual(['signed']);
});

test('while one of two at the same moment fails, the other one is taken', async () => {
	const host = await listen();
	host.failToStore(1);
	const { id } = await contract('signed');
	const delivery = said('contract.signed', id);
	const answers = await Promise.all([host.deliver(delivery, proof), host.deliver(delivery, proof)]);
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 500]);
	expect(items(host)).toHaveLength(1);
});

test('a sender that hangs up before the answer and sends again: one execution, and an answer at once', async () => {
	const host = await listen();
	const { id } = await contract('signing');
	const delivery = said('contract.status_changed', id, { status: 'signing' });
	await sandbox().control.latency(300);
	const hanging = new AbortController();
	const first = fetch(host.url, {
		method: 'POST',
		headers: { ...proof, 'content-type': 'application/json' },
		body: JSON.stringify(delivery),
		signal: hanging.signal,
	}).catch(({ name }: Error) => name);
	await until(
		() => reads(id),
		(count) => count === 1,
		'the read',
	);
	hanging.abort();
	expect(await first).toBe('AbortError');
	expect(await host.deliver(delivery, proof)).toMatchObject({
		status: 200,
		body: { status: 'ignored', reason: 'Handed on before: Drop Duplicates in Options is on' },
	});
	expect(items(host)).toHaveLength(1);
});

test.each([
	[{ events: ['statusChanged'] }, 'contract.status_changed', 'signing'],
	[{ events: ['statusChanged'] }, 'contract.status_changed', 'signing', {}],
	[{ events: ['statusChanged'], filters: { statusTo: ['signing'] } }, 'status_changed', 'signing'],
	[{ events: ['sentForSignature'] }, 'contract.status_changed', 'signing'],
	[{ events: ['canceled'] }, 'contract.canceled', 'canceled'],
])(
	'a move is one event also when its delivery comes again after an edit (%j); the next move is another one',
	async (parameters, event, status, told: IDataObject = { status, previousStatus: 'draft' }) => {
		const host = await listen(parameters);
		const { id } = await contract(status);
		const from = Date.now();
		const move = (ms: number) => {
			// A time in whole seconds may be of several moves.
			const createdAt = new Date(from + ms).toISOString().replace('.000Z', '.001Z');
			return { ...said(event, id, told), createdAt };
		};
		const [first, next] = [move(100), move(200)];
		await host.deliver(first, proof);
		await sandbox().api('PATCH', `/contracts/${id}`, { name: 'Edited' });
		expect((await host.deliver(first, proof)).body.status).toBe('ignored');
		expect((await host.deliver(next, proof)).body.status).toBe('accepted');
		expect(items(host)).toHaveLength(2);
	},
);

test('two moves in one delivery, the newest first, are one with the status before', async () => {
	const host = await listen();
	const { id } = await contract('signing');
	const moves = [
		{ status: 'signing', previousStatus: 'negotiating' },
		{ status: 'negotiating', previousStatus: 'draft' },
	];
	const events = moves.map((move) => said('contract.status_changed', id, move));
	await host.deliver({ events }, proof);
	expect(items(host)).toMatchObject([moves[0]]);
});

test('several events are one execution with an item each', async () => {
	const host = await listen();
	const [a, b] = [await contract('signed'), await contract('draft')];
	const events = [
		said('contract.signed', a.id),
		said('contract.created', b.id),
		said('contract.signed', b.id),
		said('contract.signed', a.id),
		{ event: 'ping' },
	];
	await host.deliver(events, proof);
	expect(host.executions).toHaveLength(1);
	expect(items(host).map(({ eventKey }) => eventKey)).toEqual([
		`${uuidOf(a.id)}:signed`,
		`${uuidOf(b.id)}:created`,
	]);
	// The other one is not signed: the service's reads may be behind.
	expect([await reads(a.id), await reads(b.id)]).toEqual([1, 4]);
});

test.each([
	[{ status: 'signing', previousStatus: 'draft' }, 'draft'],
	[{ previousStatus: 'negotiating' }, 'negotiating'],
	[{ status: 'negotiating', previousStatus: 'draft' }, null],
	[{ status: 'signing', previousStatus: 'nonsense' }, null],
	[{ status: 'signing', previousStatus: 'signing' }, null],
	[{}, null],
])(
	'the status before is taken from %j only for the move that the service confirms',
	async (told, previous) => {
		const host = await listen();
		const { id } = await contract('signing');
		await host.deliver(said('contract.status_changed', id, told), proof);
		expect(items(host)).toMatchObject([{ status: 'signing', previousStatus: previous }]);
	},
);

test('without verification the status before that is said counts for nothing', async () => {
	const host = await listen({ verification: 'none' });
	const { id } = await contract('draft');
	const told = { status: 'draft', previousStatus: 'negotiating' };
	await host.deliver(said('contract.status_changed', id, told));
	expect(items(host)).toMatchObject([{ status: 'draft', previousStatus: null }]);
});

test('without verification the answer names no event keys', async () => {
	const host = await listen({ verification: 'none' });
	const { id } = await contract('negotiating');
	const { body } = await host.deliver(said('contract.status_changed', id));
	expect(items(host)).toMatchObject([{ status: 'negotiating' }]);
	expect(body).toEqual({ status: 'accepted', events: [] });
});

test('deliveries in the wrong order emit the status that the contract has now, once', async () => {
	const host = await listen({ events: ['statusChanged'] });
	const { id } = await contract('canceled');
	await host.deliver(
		said('contract.status_changed', id, { status: 'canceled', previousStatus: 'signing' }),
		proof,
	);
	await host.deliver(
		said('contract.status_changed', id, { status: 'signing', previousStatus: 'draft' }),
		proof,
	);
	expect(items(host)).toMatchObject([{ status: 'canceled', previousStatus: 'signing' }]);
});

test('two workflows start on the same event', async () => {
	const both = [await listen(), await listen()];
	const { id } = await contract('signed');
	const delivery = said('contract.signed', id);
	for (const host of both) await host.deliver(delivery, proof);
	expect(both.map((host) => host.executions.length)).toEqual([1, 1]);
});
