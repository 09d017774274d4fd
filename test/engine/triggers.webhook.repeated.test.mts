import { items, proof, said, webhookSuite } from '../support/webhookTrigger.mts';

/** Events that their contract does not tell apart, and deliveries that come again in another form. */
const { listen, contract } = webhookSuite();

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
