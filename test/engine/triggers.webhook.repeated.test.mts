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
	60_000,
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

test.each<[string, (events: object[], attempt: number) => object]>([
	['counts its attempts', (events, attempt) => ({ attempt, events })],
	['brings newer events too', (events, attempt) => ({ events: [...events, { attempt }] })],
])('a fault of one contract holds a delivery that %s for two attempts', async (_what, bodyOf) => {
	const host = await listen();
	const [a, b] = [await contract('signed'), await contract('signed')];
	const fault = { route: 'GET /contracts/:id', kind: 'status', status: 500, times: 0 } as const;
	await sandbox().control.fault({ ...fault, match: uuidOf(b.id) });
	const events = [said('contract.signed', a.id), said('contract.signed', b.id)];
	const statuses: number[] = [];
	for (const attempt of [1, 2, 3]) {
		statuses.push((await host.deliver(bodyOf(events, attempt), proof)).status);
	}
	expect(statuses).toEqual([503, 503, 200]);
	expect(items(host)).toMatchObject([{ contractId: a.id, status: 'signed' }, { contract: null }]);
});
