import { items, proof, said, uuidOf, webhookSuite } from '../support/webhookTrigger.mts';

/** Events that their contract does not tell apart, and deliveries that come again in another form. */
const { sandbox, listen, contract } = webhookSuite();

const after = (updatedAt: string, seconds: number) =>
	new Date(Date.parse(updatedAt) + seconds * 1_000).toISOString();

test.each([
	['sharedSecret', 3],
	['none', 1],
])(
	'edits that leave no version are told apart by their time, of a sender who proves who he is (%s)',
	async (verification, count) => {
		const host = await listen({ events: ['updated'], verification });
		const { id, updatedAt } = await contract('draft', { createdAt: '2026-01-01T10:00:00.000Z' });
		const edits = [5, 20, 40].map((seconds) => {
			return { ...said('contract.updated', id), createdAt: after(updatedAt, seconds) };
		});
		for (const edit of [...edits, edits[0]!]) await host.deliver(edit, proof);
		expect(items(host)).toHaveLength(count);
	},
	300_000,
);

test.each([
	['statusChanged', 'contract.status_changed', { status: 'signing' }],
	['sentForSignature', 'contract.sent_for_signature', {}],
])(
	'%s has the time and the key that its delivery tells, also after an edit, and in a process that knows nothing of it',
	async (event, name, more) => {
		const { id, createdAt } = await contract('signing', { createdAt: '2026-01-01T10:00:00.000Z' });
		const at = after(createdAt, 60);
		await sandbox().api('PATCH', `/contracts/${id}`, { name: 'Edited since' });
		const status = event === 'statusChanged' ? 'signing:' : '';
		const told = { event, occurredAt: at, eventKey: `${uuidOf(id)}:${event}:${status}${at}` };
		for (let processes = 0; processes < 2; processes++) {
			const host = await listen({ events: [event] });
			await host.deliver({ ...said(name, id, more), createdAt: at }, proof);
			expect(items(host)).toMatchObject([told]);
		}
	},
);

test.each([[[]], [['signed']]])(
	'moves that the contract has left are not the one that it has now; Status To %j',
	async (statusTo) => {
		const host = await listen({ events: ['statusChanged'], filters: { statusTo } });
		const [createdAt, updatedAt] = ['2026-01-01T10:00:00.000Z', '2026-01-01T13:00:00.000Z'];
		const { id } = await contract('signed', { createdAt, updatedAt });
		const moves = ['negotiating', 'signing'].map((status, hour) => ({
			...said('contract.status_changed', id, { status }),
			createdAt: after(createdAt, 3_600 * (hour + 1)),
		}));
		for (const move of moves) await host.deliver(move, proof);
		expect(items(host)).toMatchObject([{ status: 'signed', occurredAt: updatedAt }]);
		expect(items(host)[0]).not.toHaveProperty('deliveredStatus');
		// After an edit the one that was handed on is still the same.
		await sandbox().api('PATCH', `/contracts/${id}`, { name: 'Edited since' });
		await host.deliver(moves[0], proof);
		expect(items(host)).toHaveLength(1);
	},
);

test('events of the service’s own without a time are told apart by what their deliveries say', async () => {
	const host = await listen({ events: ['other'] });
	const { id, createdAt, updatedAt } = await contract('draft');
	const first = said('contract.comment_added', id, { text: 'First' });
	const second = said('contract.comment_added', id, { text: 'Second' });
	const inRecord = { event: 'contract.noted', id, createdAt, updatedAt };
	const several = { events: [first, { ...second, id: first.id }] };
	const notes = [
		{ ...inRecord, note: 'First' },
		{ ...inRecord, note: 'Second' },
	];
	for (const body of [first, second, several, ...notes]) {
		expect((await host.deliver(body, proof)).body.status).toBe('accepted');
		expect((await host.deliver(body, proof)).body.status).toBe('ignored');
	}
	expect(items(host)).toHaveLength(6);
});

test.each([
	['in whole seconds', '2099-01-01T00:00:00.000Z', ['accepted', 'accepted', 'accepted']],
	// To the millisecond it is the event that is delivered again, in another form.
	['to the millisecond', '2099-01-01T00:00:00.001Z', ['accepted', 'ignored', 'accepted']],
])('and of one time %s by that too, also within a list', async (_how, createdAt, expected) => {
	const host = await listen({ events: ['other'] });
	const { id } = await contract('draft');
	const [first, second, third] = ['First', 'Second', 'Third'].map((text) => ({
		...said('contract.comment_added', id, { text }),
		createdAt,
	}));
	for (const [index, body] of [first, second, [second, third]].entries()) {
		expect((await host.deliver(body, proof)).body.status).toBe(expected[index]);
		expect((await host.deliver(body, proof)).body.status).toBe('ignored');
	}
	expect(items(host)).toHaveLength(expected[1] === 'accepted' ? 4 : 2);
});

test('signed again at another date is another event, once; without dates nobody can tell', async () => {
	const host = await listen({ events: ['signed'] });
	const dates = ['2026-01-05T10:00:00.000Z', '2026-02-05T10:00:00.000Z', null];
	const { id } = await contract('signing');
	for (const [index, signatureDate] of dates.entries()) {
		for (const status of ['canceled', 'draft', 'signing']) {
			await sandbox().control.setContractState(id, { status });
		}
		await sandbox().control.setContractState(id, { status: 'signed', signatureDate });
		const delivery = said('contract.signed', id);
		for (const expected of [index < 2 ? 'accepted' : 'ignored', 'ignored']) {
			expect((await host.deliver(delivery, proof)).body.status).toBe(expected);
		}
	}
	const keys = items(host).map(({ eventKey }) => eventKey);
	expect(keys).toEqual([`${uuidOf(id)}:signed`, `${uuidOf(id)}:signed:${dates[1]}`]);
});

test('a signature whose date shows in more digits is the same', async () => {
	const host = await listen({ events: ['signed'] });
	const { id } = await contract('signing');
	for (const [signatureDate, expected] of [
		['2026-01-05T10:00:00.000Z', 'accepted'],
		['2026-01-05T10:00:00.417Z', 'ignored'],
	]) {
		await sandbox().control.setContractState(id, { status: 'signed', signatureDate });
		expect((await host.deliver(said('contract.signed', id), proof)).body.status).toBe(expected);
	}
});
