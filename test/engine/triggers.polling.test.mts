import type { IDataObject } from 'n8n-workflow';
import { credentialData } from '../support/credentials.mts';
import { pollHost, type PollHostOptions } from '../support/pollHost.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { webhookHost } from '../support/triggers.mts';
import { until } from '../../host/lib/client/until.mts';

const ALL = ['created', 'signed', 'statusChanged', 'updated'];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.stop();
});

beforeEach(async () => {
	await sandbox.control.reset('demo');
});

function trigger(parameters: IDataObject = {}, more: Partial<PollHostOptions> = {}) {
	return pollHost({
		parameters: { events: ALL, ...parameters },
		credential: credentialData(sandbox.baseUrl),
		...more,
	});
}

const uuidOf = (id: string) => id.slice(-36);
const events = (items: IDataObject[]) => items.map(({ event }) => event);

async function newest(status?: string) {
	const { body } = await sandbox.api(
		'GET',
		`/contracts?sort=-updatedAt${status ? `&status=${status}` : ''}`,
	);
	return body.data[0];
}

async function move(id: string, status: string) {
	await sandbox.control.setContractState(id, { status });
	return (await sandbox.api('GET', `/contracts/${id}`)).body;
}

describe.each(['legacy', 'durable'] as const)('with n8n’s %s engine', (engine) => {
	test('the first poll emits nothing; then each change is emitted once, as the service has it', async () => {
		const host = trigger({}, { engine });
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
		const { id } = await sandbox.control.createContract({ status: 'draft' });
		await move(id, 'signed');
		expect(events(await host.tick())).toEqual(['created', 'statusChanged', 'signed', 'updated']);
	});

	test('what happened while n8n was down, or the workflow unpublished, is emitted afterwards, once', async () => {
		const host = trigger({}, { engine });
		await host.tick();
		host.republish();
		const first = await newest('draft');
		await move(first.id, 'signing');
		expect(events(await host.tick())).toEqual(['statusChanged', 'updated']);

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

	test('a backlog of 20,000 is drained over several polls, each once, ascending within a poll', async () => {
		const backlog = 20_000;
		const options = { maxChanges: 5_000 };
		await sandbox.control.reset('empty');
		const host = trigger({ events: ['created'], options }, { engine });
		await host.tick();
		await sandbox.control.seed({ contracts: backlog, types: 3 });
		const sizes: number[] = [];
		for (let size = 1; size > 0; ) {
			const items = await host.tick();
			size = items.length;
			sizes.push(size);
			const times = items.map(({ contract }) => (contract as IDataObject).updatedAt as string);
			expect(times).toEqual(times.toSorted());
		}
		expect(sizes).toEqual([5_000, 5_000, 5_000, 5_000, 0]);
		const keys = host.executions.flatMap((items) => items.map(({ json }) => json.eventKey));
		expect(new Set(keys).size).toBe(backlog);
	});
});

test('a poll stops within its budget, and the next one goes on', async () => {
	await sandbox.control.reset('empty');
	const host = trigger({ events: ['created'] }, { budgetMs: 2_000 });
	await host.tick();
	await sandbox.control.seed({ contracts: 2_000 });
	await sandbox.control.latency(200);
	let seen = 0;
	for (let polls = 0; seen < 2_000; polls++) {
		expect(polls).toBeLessThan(10);
		const started = Date.now();
		seen += (await host.tick()).length;
		expect(Date.now() - started).toBeLessThan(2_000);
	}
	expect(host.executions.length).toBeGreaterThan(1);
	expect(seen).toBe(2_000);
});

test('a request that hangs ends with the budget; what was read before is emitted', async () => {
	await sandbox.control.reset('empty');
	const host = trigger({ events: ['created'] }, { budgetMs: 1_500 });
	await host.tick();
	await sandbox.control.seed({ contracts: 250 });
	await sandbox.control.fault({ route: 'GET /contracts', kind: 'hang', skip: 2, times: 0 });
	const started = Date.now();
	const first = await host.tick();
	expect(Date.now() - started).toBeLessThan(2_500);
	expect(first.length).toBeGreaterThanOrEqual(100);

	await sandbox.control.clearFaults();
	const second = await host.tick();
	const keys = [...first, ...second].map(({ eventKey }) => eventKey);
	expect([keys.length, new Set(keys).size]).toEqual([250, 250]);
});

test('polls that overlap emit a change once', async () => {
	const host = trigger();
	await host.tick();
	await move((await newest('draft')).id, 'signing');
	await sandbox.control.latency(100);
	const both = await Promise.all([host.tick(), host.tick()]);
	expect(both.map((items) => items.length).toSorted()).toEqual([0, 2]);
});

describe('filters', () => {
	test('one contract type is asked of the service, several are filtered here', async () => {
		const { contractTypes } = await sandbox.control.fixtures();
		const [a, b, c] = contractTypes.map(({ id }: { id: string }) => id);
		const one = trigger({ events: ['created'], filters: { contractTypeIds: [a] } });
		const two = trigger({ events: ['created'], filters: { contractTypeIds: `${a},${b}` } });
		await one.tick();
		await two.tick();
		await sandbox.control.clearRequests();
		for (const contractTypeId of [a, b, c]) {
			const answer = await sandbox.api('POST', '/contracts', await creation(contractTypeId));
			expect(answer.status).toBe(201);
		}
		expect((await one.tick()).map(typeOf)).toEqual([a]);
		expect((await two.tick()).map(typeOf)).toEqual([a, b]);
		const asked = await sandbox.control.requests({ route: '/contracts', method: 'GET' });
		expect(asked.map(({ query }) => query.contractTypeId)).toEqual([a, undefined]);
	});

	test('status before and now, counterparty', async () => {
		const contract = await newest('draft');
		const make = async (filters: IDataObject) => {
			const host = trigger({ events: ['statusChanged'], filters });
			await host.tick();
			return host;
		};
		const hosts = await Promise.all([
			make({ statusFrom: ['draft'], statusTo: ['signing'] }),
			make({ statusFrom: ['negotiating'] }),
			make({ statusTo: ['signed'] }),
			make({ counterpartyId: contract.counterparty.id }),
			make({ counterpartyId: { __rl: true, mode: 'id', value: UNKNOWN } }),
		]);
		await move(contract.id, 'signing');
		const found = await Promise.all(hosts.map((host) => host.tick()));
		expect(found.map((items) => items.length)).toEqual([1, 0, 0, 1, 0]);
	});

	test('a filter that is no id fails the poll, and so the publishing', async () => {
		const host = trigger({ filters: { contractTypeIds: 'NDA' } });
		await expect(host.tick()).rejects.toThrow(/'NDA' is not an id/);
	});
});

test('counterparties', async () => {
	const host = trigger({
		resource: 'counterparty',
		events: ['counterpartyCreated', 'counterpartyUpdated'],
	});
	await host.tick();
	const party = await sandbox.control.createCounterparty({ name: 'Newcomer' });
	expect(events(await host.tick())).toEqual(['counterpartyCreated']);
	await sandbox.api('PATCH', `/counterparties/${party.id}`, { status: 'archived' });
	const { body: now } = await sandbox.api('GET', `/counterparties/${party.id}`);
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

test('the consolidated contract', async () => {
	const host = trigger({ events: ['signed'], options: { view: 'consolidated' } });
	await host.tick();
	const { id } = await newest('signing');
	await move(id, 'signed');
	const { body } = await sandbox.api('GET', `/contracts/${id}/consolidated`);
	expect(await host.tick()).toMatchObject([{ event: 'signed', contract: body }]);
});

describe('failures', () => {
	test('the first poll fails when the credential does not work: publishing says why', async () => {
		const host = trigger({}, { credential: credentialData(sandbox.baseUrl, 'wrong') });
		await expect(host.tick()).rejects.toThrow('The service rejected the API key');
	});

	test('two failed polls are passed over, the third one is reported, and nothing is lost', async () => {
		const host = trigger({ events: ['statusChanged'] }, { budgetMs: 2_000 });
		await host.tick();
		await move((await newest('draft')).id, 'signing');
		await sandbox.control.fault({ route: 'GET /contracts', kind: 'status', status: 503, times: 0 });
		expect(await host.tick()).toEqual([]);
		expect(await host.tick()).toEqual([]);
		await expect(host.tick()).rejects.toThrow(/internal fault/);
		await expect(host.tick()).rejects.toThrow(/internal fault/);

		await sandbox.control.clearFaults();
		expect(events(await host.tick())).toEqual(['statusChanged']);
		await sandbox.control.fault({ route: 'GET /contracts', kind: 'status', status: 503, times: 0 });
		expect(await host.tick()).toEqual([]);
	});

	test('a refused key is reported at once', async () => {
		const host = trigger();
		await host.tick();
		await sandbox.control.fault({ route: 'GET /contracts', kind: 'status', status: 401, times: 0 });
		await expect(host.tick()).rejects.toThrow('The service rejected the API key');
	});
});

describe('by hand in the editor', () => {
	test('one sample that fits the events, and nothing is remembered', async () => {
		const host = trigger({ events: ['signed'] });
		const signed = await newest('signed');
		const [item, ...rest] = await host.sample();
		expect(rest).toEqual([]);
		expect(item).toMatchObject({ event: 'signed', contractId: signed.id, contract: signed });
		expect(await host.sample()).toEqual([item]);
		expect(host.stored()).toEqual({});
	});

	test('says so when nothing fits', async () => {
		const host = trigger({ filters: { counterpartyId: UNKNOWN } });
		await expect(host.sample()).rejects.toThrow(/None of the records/);
	});
});

test('both triggers name the same event alike', async () => {
	const credential = credentialData(sandbox.baseUrl, undefined, { webhookSecret: 's' });
	const parameters = { events: ['signed', 'statusChanged'], verification: 'hmac' };
	const webhook = await webhookHost({ parameters, credential });
	const polling = trigger({ events: parameters.events });
	await polling.tick();
	await sandbox.control.subscribe({ url: webhook.url, secret: 's' });
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

function typeOf({ contract }: IDataObject) {
	return ((contract as IDataObject).contractType as IDataObject).id;
}

async function creation(contractTypeId: string) {
	const { contractTypes, counterparties } = await sandbox.control.fixtures();
	const type = contractTypes.find(({ id }: { id: string }) => id === contractTypeId);
	const { body: form } = await sandbox.api(
		'GET',
		`/contract-types/${contractTypeId}/creation-form`,
	);
	const required = form.fields.filter((field: any) => field.required);
	return {
		contractTypeId,
		templateId: type.templates[0].id,
		counterpartyId: counterparties[0].id,
		name: 'New',
		fields: Object.fromEntries(required.map((field: any) => [field.id, valueFor(field)])),
	};
}

function valueFor({ type, options }: { type: string; options: Array<{ id: string }> }): unknown {
	const values: Record<string, unknown> = {
		number: 1,
		date: '2026-01-01',
		boolean: true,
		select: options[0]?.id,
		multiSelect: [options[0]?.id],
		richText: [{ type: 'paragraph', children: [{ text: 'x' }] }],
	};
	return values[type] ?? 'x';
}
