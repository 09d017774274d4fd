import type { IDataObject } from 'n8n-workflow';
import { until } from '../../host/lib/client/until.mts';
import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { eventsOf, pollSuite } from '../support/pollSuite.mts';
import { runOperation } from '../support/runOperation.mts';
import { webhookHost } from '../support/triggers.mts';

const { sandbox, trigger, newest, move } = pollSuite();
const uuidOf = (id: string) => id.slice(-36);

describe.each(['legacy', 'durable'] as const)('with n8n’s %s engine', (engine) => {
	test('the first poll emits nothing; then each change is emitted once, as the service has it', async () => {
		const host = trigger({ simplify: false }, { engine });
		expect(await host.tick()).toEqual([]);
		expect(await host.tick()).toEqual([]);
		const draft = await newest('draft');
		const now = await move(draft.id, 'signing');

		expect(await host.tick()).toEqual([
			{
				event: 'statusChanged',
				eventKey: `${uuidOf(now.id)}:statusChanged:signing:${now.updatedAt}`,
				contractId: now.id,
				status: 'signing',
				previousStatus: 'draft',
				occurredAt: now.updatedAt,
				contract: now,
			},
			expect.objectContaining({
				event: 'updated',
				eventKey: `${uuidOf(now.id)}:updated:${now.updatedAt}`,
			}),
		]);
		expect(await host.tick()).toEqual([]);
	});

	test('a contract created and signed in between', async () => {
		const host = trigger({}, { engine });
		await host.tick();
		const { id, createdAt } = await sandbox().control.createContract({ status: 'draft' });
		// What is changed within 10 ms is still being created.
		const isOver = (now: number) => now > Date.parse(createdAt) + 10;
		await until(async () => Date.now(), isOver, 'end of the creation');
		await move(id, 'signed');
		expect(eventsOf(await host.tick())).toEqual(['created', 'statusChanged', 'signed', 'updated']);
	});

	test('what happened while n8n was down, or the workflow unpublished, is emitted afterwards, once', async () => {
		const host = trigger({}, { engine });
		await host.tick();
		host.republish();
		const first = await newest('draft');
		await move(first.id, 'signing');
		expect(eventsOf(await host.tick())).toEqual(['statusChanged', 'updated']);

		host.crash();
		const second = await newest('negotiating');
		await move(second.id, 'signed');
		const items = await host.tick();
		expect(items.map(({ event, contractId }) => [event, contractId])).toEqual([
			['statusChanged', second.id],
			['signed', second.id],
			['updated', second.id],
		]);
		host.crash();
		expect(await host.tick()).toEqual([]);
	});
});

test('polls that overlap emit a change once', async () => {
	const host = trigger();
	await host.tick();
	await move((await newest('draft')).id, 'signing');
	await sandbox().control.latency(100);
	const both = await Promise.all([host.tick(), host.tick()]);
	expect(both.map((items) => items.length).toSorted()).toEqual([0, 2]);
});

test('counterparties', async () => {
	const host = trigger({
		watch: 'counterparty',
		events: ['counterpartyCreated', 'counterpartyUpdated'],
	});
	await host.tick();
	const party = await sandbox().control.createCounterparty({ name: 'Newcomer' });
	expect(eventsOf(await host.tick())).toEqual(['counterpartyCreated']);
	await sandbox().api('PATCH', `/counterparties/${party.id}`, { status: 'archived' });
	const { body: now } = await sandbox().api('GET', `/counterparties/${party.id}`);
	expect(await host.tick()).toEqual([
		{
			event: 'counterpartyUpdated',
			eventKey: `${party.id}:counterpartyUpdated:${now.updatedAt}`,
			counterpartyId: party.id,
			status: 'archived',
			previousStatus: 'active',
			occurredAt: now.updatedAt,
			counterparty: now,
		},
	]);
});

test.each([[[]], [['uuidPaths']]])('the consolidated contract: %j', async (variants) => {
	await sandbox().control.variants(variants);
	const host = trigger({
		events: ['signed'],
		simplify: false,
		options: { view: 'consolidated' },
	});
	await host.tick();
	const { id } = await newest('signing');
	await move(id, 'signed');
	const { body } = await sandbox().api('GET', `/contracts/${uuidOf(id)}/consolidated`);
	expect(await host.tick()).toMatchObject([{ event: 'signed', contract: body }]);
});

test('contracts come as Contract > Get gives them, in every form', async () => {
	for (const options of [
		{},
		{ fieldsAs: 'byId' },
		{ fieldsAs: 'array', readableValues: true },
		{ view: 'consolidated', readableValues: true },
	]) {
		const polling = trigger({ events: ['statusChanged'], options });
		await polling.tick();
		const { id } = await newest('draft');
		await move(id, 'negotiating');
		const [item] = await polling.tick();
		const { view, ...output } = options as { view?: string };
		const parameters = { contractId: byId(id), view: view ?? 'asSigned', options: output };
		const { items } = await runOperation(sandbox().baseUrl, 'contract.get', parameters);
		expect(item).toMatchObject({ event: 'statusChanged', contractId: id });
		expect(item!.contract).toEqual(items[0].json);
	}
});

test('a poll whose creation form cannot be read is repeated, and loses nothing', async () => {
	const polling = trigger({ events: ['statusChanged'], options: { readableValues: true } });
	await polling.tick();
	const { id } = await newest('draft');
	await move(id, 'negotiating');
	await sandbox().control.fault({
		route: 'GET /contract-types/:id/creation-form',
		kind: 'malformedJson',
		times: 0,
	});
	await expect(polling.tick()).rejects.toThrow();
	await sandbox().control.clearFaults();
	expect(await polling.tick()).toMatchObject([{ contractId: id }]);
});

test('a creation form that is refused for good stops no trigger: values are as they are stored', async () => {
	const polling = trigger({ events: ['statusChanged'], options: { readableValues: true } });
	await polling.tick();
	const { id } = await newest('draft');
	await move(id, 'negotiating');
	const route = 'GET /contract-types/:id/creation-form';
	await sandbox().control.fault({ route, kind: 'status', status: 422, times: 0 });
	expect(await polling.tick()).toMatchObject([{ contractId: id }]);
});

test('both triggers name the same event alike', async () => {
	const credential = credentialData(sandbox().baseUrl, undefined, { webhookSecret: 's' });
	const parameters = { events: ['signed', 'statusChanged'], verification: 'hmac' };
	const webhook = await webhookHost({ parameters, credential });
	const polling = trigger({ events: parameters.events });
	await polling.tick();
	await sandbox().control.subscribe({ url: webhook.url, secret: 's' });
	await move((await newest('signing')).id, 'signed');
	await until(
		async () => webhook.executions,
		(all) => all.length === 2,
		'two deliveries',
	);

	const byKey = (a: IDataObject, b: IDataObject) =>
		String(a.eventKey).localeCompare(String(b.eventKey));
	const delivered = webhook.executions.map(({ items }) => items[0]!.json).toSorted(byKey);
	expect(delivered).toEqual((await polling.tick()).toSorted(byKey));
	await webhook.close();
});
