import type { IDataObject } from 'n8n-workflow';
import { interceptRequests, nock } from '../support/nock.mts';
import { items, proof, said, uuidOf, webhookSuite } from '../support/webhookTrigger.mts';

/** Services that show for a moment what was before the event, to deliveries that tell when it happened. */
const { sandbox, listen, contract } = webhookSuite();

interceptRequests();

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const OLD = '2026-01-01T10:00:00.000Z';

/** The contract as `GET` shows it, so many times with what differed before; undefined for an answer that is no contract. */
async function shown(id: string, differences: Array<IDataObject | undefined>) {
	const { body } = await sandbox().api('GET', `/contracts/${id}`);
	for (const was of differences) {
		nock(new URL(sandbox().baseUrl).origin, { allowUnmocked: true })
			.get((path) => path.includes(uuidOf(id)))
			.reply(200, was ? { ...body, ...was } : {});
	}
	return body;
}

test.each([
	[{ events: ['statusChanged'] }, {}],
	[{ events: ['statusChanged'], filters: { statusTo: ['signing'] } }, {}],
	[{ events: ['sentForSignature'] }, {}],
	[{ events: ['updated'] }, { status: 'signing' }],
])(
	'an event that tells its time waits for a version of then where no status tells that the move is there: %j',
	async (parameters, data) => {
		const host = await listen(parameters);
		const { id } = await contract('signing');
		const before = { status: 'negotiating', updatedAt: OLD };
		await shown(id, [{ ...before, ...data }, before]);
		const name =
			parameters.events[0] === 'updated' ? 'contract.updated' : 'contract.status_changed';
		const delivery = { ...said(name, id, data), createdAt: ago(0) };
		expect((await host.deliver(delivery, proof)).body.status).toBe('accepted');
		expect(items(host)).toMatchObject([{ event: parameters.events[0], status: 'signing' }]);
	},
);

test('a second update that the service does not show at once is none that was handed on before', async () => {
	const host = await listen({ events: ['updated'] });
	const { id } = await contract('draft');
	const update = () => ({ ...said('contract.updated', id), createdAt: ago(0) });
	await shown(id, [{ name: 'First', updatedAt: ago(2_000) }]);
	await host.deliver({ ...update(), createdAt: ago(2_000) }, proof);
	await shown(id, [
		{ name: 'First', updatedAt: ago(2_000) },
		{ name: 'Second', updatedAt: ago(0) },
	]);
	await host.deliver(update(), proof);
	expect(items(host)).toMatchObject([
		{ contract: { name: 'First' } },
		{ contract: { name: 'Second' } },
	]);
});

test.each([
	['with the time of a moment ago', 0],
	['with the time of a clock that is ahead', -7_200_000],
])(
	'an event that makes no version is emitted after three seconds, and not sent again: %s',
	async (_how, ms) => {
		const host = await listen({ events: ['other'] });
		const { id } = await contract('draft');
		await shown(
			id,
			[1, 2, 3, 4].map(() => ({ updatedAt: OLD })),
		);
		const delivery = { ...said('contract.viewed', id), createdAt: ago(ms) };
		expect((await host.deliver(delivery, proof)).status).toBe(200);
		expect(items(host)).toMatchObject([{ contract: { updatedAt: OLD } }]);
	},
);

test('what was read is emitted where the service cannot be asked again', async () => {
	const host = await listen({ events: ['updated'] });
	const { id } = await contract('draft');
	await shown(id, [{ updatedAt: OLD }, undefined]);
	const delivery = { ...said('contract.updated', id), createdAt: ago(0) };
	expect((await host.deliver(delivery, proof)).status).toBe(200);
	expect(items(host)).toMatchObject([{ contract: { updatedAt: OLD } }]);
});

test('an edit between the signature and its delivery does not hide that it is not shown yet', async () => {
	const host = await listen({ events: ['signed'] });
	const { id } = await contract('signed');
	await shown(id, [{ status: 'signing', updatedAt: ago(500) }]);
	const delivery = { ...said('contract.signed', id), createdAt: ago(1_000) };
	expect((await host.deliver(delivery, proof)).body.status).toBe('accepted');
});

test('a signature that is not shown yet is sent again where its time stands beside its name', async () => {
	const host = await listen({ events: ['signed'] });
	const { id } = await contract('signing');
	const data = { event: 'contract.signed', contractId: id, eventTimestamp: ago(0) };
	const deliver = async () => (await host.deliver({ data }, proof)).status;
	expect(await deliver()).toBe(503);
	await sandbox().control.setContractState(id, { status: 'signed' });
	expect(await deliver()).toBe(200);
	expect(items(host)).toMatchObject([{ event: 'signed' }]);
});

test.each([
	['long after the event: its status before is not known', 600_000, null],
	['just then: it moved as the delivery says', 900, 'draft'],
])('a contract that changed %s', async (_when, ms, previousStatus) => {
	const host = await listen({ events: ['statusChanged'] });
	const { id } = await contract('signing', { createdAt: OLD });
	await shown(id, [{ createdAt: OLD, updatedAt: ago(0) }]);
	const move = said('contract.status_changed', id, { previousStatus: 'draft' });
	await host.deliver({ ...move, createdAt: ago(ms) }, proof);
	expect(items(host)).toMatchObject([{ status: 'signing', previousStatus }]);
});

test('a move that tells no status and was not shown yet is emitted when its delivery comes again', async () => {
	const host = await listen({ events: ['statusChanged'] });
	const { id } = await contract('signing', { createdAt: OLD });
	const before = { status: 'negotiating', createdAt: OLD, updatedAt: OLD };
	await shown(id, [before, before, before, before]);
	const createdAt = ago(0).replace('.000Z', '.001Z');
	const delivery = { ...said('contract.status_changed', id), createdAt };
	for (let i = 0; i < 2; i++) await host.deliver(delivery, proof);
	expect(items(host)).toMatchObject([{ status: 'negotiating' }, { status: 'signing' }]);
});
