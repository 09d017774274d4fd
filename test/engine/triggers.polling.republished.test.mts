import { credentialData } from '../support/credentials.mts';
import { eventsOf, pollSuite } from '../support/pollSuite.mts';

const { sandbox, trigger, move } = pollSuite();

const DAY_MS = 24 * 60 * 60 * 1000;

/** Moves the clocks of the service and of n8n to a day in the future. */
async function goTo(day: number) {
	const time = Date.parse('2031-01-01T10:00:00.000Z') + day * DAY_MS;
	await sandbox().control.clock({ now: new Date(time).toISOString() });
	jest.spyOn(Date, 'now').mockReturnValue(time);
}

afterEach(() => jest.restoreAllMocks());

const create = async (more: object) => await sandbox().control.createContract(more as never);
const rename = async (id: string) =>
	await sandbox().api('PATCH', `/contracts/${id}`, { name: `${Math.random()}` });

describe.each(['legacy', 'durable'] as const)('with n8n’s %s engine', (engine) => {
	test('other filters: it begins anew, so what was before is not emitted, also when it is edited; what changes is', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const [one, other] = contractTypes.map(({ id }: { id: string }) => id);
		await goTo(0);
		const host = trigger({ filters: { contractTypeIds: [one] } }, { engine });
		await host.tick();
		await goTo(1);
		const signed = await create({ status: 'signed', contractTypeId: other });
		const draft = await create({ status: 'draft', contractTypeId: other });
		for (const day of [2, 3, 4]) {
			await goTo(day);
			await create({ contractTypeId: one });
			expect(eventsOf(await host.tick())).toEqual(['created']);
		}
		await goTo(5);
		await create({ status: 'draft', contractTypeId: other });
		host.republish({ events: ['created', 'signed', 'statusChanged', 'updated'] });
		expect(await host.tick()).toEqual([]);
		expect(await host.tick()).toEqual([]);
		await goTo(6);
		await rename(signed.id);
		await rename(draft.id);
		expect(eventsOf(await host.tick())).toEqual(['updated', 'updated']);
		await sandbox().control.setContractState(draft.id, { status: 'signing' });
		expect(await host.tick()).toMatchObject([
			{ event: 'statusChanged', previousStatus: 'draft' },
			{ event: 'updated' },
		]);
	});

	test('what happened since publishing is emitted although the key was refused meanwhile', async () => {
		const host = trigger({ events: ['created'] }, { engine });
		await host.tick();
		await create({ status: 'draft' });
		for (const status of [401, 403]) {
			await sandbox().control.fault({ route: 'GET /contracts', kind: 'status', status, times: 0 });
			await expect(host.tick()).rejects.toThrow();
			await sandbox().control.clearFaults();
		}
		expect(eventsOf(await host.tick())).toEqual(['created']);
		expect(await host.tick()).toEqual([]);
	});

	test('the key of another organization: the first poll emits nothing', async () => {
		await goTo(0);
		await create({ status: 'draft' });
		const credential = credentialData(sandbox().baseUrl);
		const host = trigger({}, { engine, credential });
		await host.tick();
		await goTo(20);
		await create({ status: 'signed', organization: 'other' });
		await goTo(50);
		host.republish();
		Object.assign(credential, credentialData(sandbox().baseUrl, 'sandbox-other-org-key'));
		expect(await host.tick()).toEqual([]);
		await create({ status: 'draft', organization: 'other' });
		expect(eventsOf(await host.tick())).toEqual(['created']);
		expect(await host.tick()).toEqual([]);
	});

	test('another key of the organization: what happened meanwhile is emitted', async () => {
		const credential = credentialData(sandbox().baseUrl);
		const host = trigger({}, { engine, credential });
		await host.tick();
		await create({ status: 'draft' });
		host.republish();
		Object.assign(credential, credentialData(sandbox().baseUrl, 'sandbox-readonly-key'));
		expect(eventsOf(await host.tick())).toEqual(['created']);
	});

	test('an event that is chosen later counts from then on', async () => {
		const host = trigger({ events: ['signed'] }, { engine });
		await host.tick();
		const { id } = await create({ status: 'draft' });
		await rename(id);
		host.republish({ events: ['signed', 'created', 'updated'] });
		expect(await host.tick()).toEqual([]);
		await rename(id);
		expect(eventsOf(await host.tick())).toEqual(['updated']);
	});
});

test('another password of the base URL: what happened meanwhile is emitted', async () => {
	const credentialFor = (password: string) =>
		credentialData(sandbox().baseUrl.replace('//', `//user:${password}@`));
	const credential = credentialFor('old');
	const host = trigger({}, { credential });
	await host.tick();
	await create({ status: 'draft' });
	Object.assign(credential, credentialFor('new'));
	expect(eventsOf(await host.tick())).toEqual(['created']);
});

test('other filters while a poll runs: what happens from then on is emitted', async () => {
	const { contractTypes } = await sandbox().control.fixtures();
	const [one, other] = contractTypes.map(({ id }: { id: string }) => id);
	const host = trigger({ filters: { contractTypeIds: [one] } });
	await host.tick();
	const slow = { route: 'GET /contracts', kind: 'latency', ms: 1_000, times: 2 } as const;
	await sandbox().control.fault(slow);
	const running = host.tick();
	expect(await host.tick()).toEqual([]);
	host.republish({ events: ['created'], filters: { contractTypeIds: [other] } });
	expect(await host.tick()).toEqual([]);
	await create({ status: 'draft', contractTypeId: other });
	await running;
	expect(eventsOf(await host.tick())).toEqual(['created']);
});

test('statuses that are waited for from now on are read', async () => {
	await sandbox().control.seed({ contracts: 150 });
	const host = trigger({ events: ['created'] });
	await host.tick();
	host.republish({ events: ['statusChanged', 'updated'] });
	await host.tick();
	const { body } = await sandbox().api('GET', '/contracts?sort=updatedAt&limit=1');
	await rename(body.data[0].id);
	expect(eventsOf(await host.tick())).toEqual(['updated']);
});

test('a key that may not know its organization is polled all the same, and no other such key is believed', async () => {
	const fault = { route: 'GET /organization', kind: 'status', status: 403, times: 0 } as const;
	await sandbox().control.fault(fault);
	const credential = credentialData(sandbox().baseUrl, 'sandbox-readonly-key');
	const host = trigger({ events: ['created'] }, { credential });
	await host.tick();
	await create({ status: 'draft' });
	expect(await host.tick()).toHaveLength(1);
	Object.assign(credential, credentialData(sandbox().baseUrl, 'sandbox-other-org-key'));
	await expect(host.tick()).rejects.toThrow('same organization');
	Object.assign(credential, credentialData(sandbox().baseUrl, 'sandbox-readonly-key'));
	await create({ status: 'draft' });
	expect(await host.tick()).toHaveLength(1);
});

test('filters narrowed, a status added, and another spelling of the Base URL lose nothing that waits', async () => {
	const { contractTypes } = await sandbox().control.fixtures();
	const [one, other] = contractTypes.map(({ id }: { id: string }) => id);
	const credential = credentialData(sandbox().baseUrl);
	const events = ['created'];
	const filters = { contractTypeIds: [one, other] };
	const host = trigger({ events, filters }, { credential });
	await host.tick();
	for (const contractTypeId of [one, other, one]) await create({ contractTypeId });
	const narrowed = { contractTypeIds: [one], statusTo: ['signed'] };
	host.republish({ events, filters: narrowed });
	Object.assign(credential, credentialData(sandbox().baseUrl.replace('//', '//user:secret@')));
	expect(eventsOf(await host.tick())).toEqual(['created', 'created']);
});

test('a contract that is sent again after a move that n8n did not store, and a restart, is told', async () => {
	const host = trigger({ events: ['sentForSignature'] });
	const { id } = await create({ status: 'draft' });
	await host.tick();
	await move(id, 'signing');
	expect(await host.tick()).toMatchObject([{ previousStatus: 'draft' }]);
	await move(id, 'negotiating');
	expect(await host.tick()).toEqual([]);
	host.crash();
	await move(id, 'signing');
	expect(await host.tick()).toMatchObject([{ event: 'sentForSignature', previousStatus: null }]);
});

test('an edit after a quiet start and a restart is no move', async () => {
	const host = trigger({ events: ['sentForSignature'] });
	const { id } = await create({ status: 'signing' });
	await host.tick();
	host.crash();
	await rename(id);
	expect(await host.tick()).toEqual([]);
});

test.each([
	[{ events: ['signed', 'sentForSignature'] }, ['signed']],
	[{ events: ['statusChanged'], filters: { statusTo: ['signing', 'signed'] } }, ['statusChanged']],
])(
	'a contract on paper, signed last week and entered after a restart, is told: %j',
	async (parameters, events) => {
		const host = trigger(parameters);
		const { id } = await create({ status: 'draft' });
		await host.tick();
		await move(id, 'signing');
		expect(await host.tick()).toHaveLength(1);
		expect(await host.tick()).toEqual([]);
		host.crash();
		const day = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
		await sandbox().control.setContractState(id, {
			status: 'signed',
			signatureDate: `${day}T00:00:00.000Z`,
		} as never);
		const told = events.map((event) => ({ event, previousStatus: null }));
		expect(await host.tick()).toMatchObject(told);
		expect(await host.tick()).toEqual([]);
		host.crash();
		await rename(id);
		expect(await host.tick()).toEqual([]);
	},
);

test('rights that come late tell nothing that is old, and what happens from then on', async () => {
	await sandbox().control.reset('empty');
	const host = trigger({
		events: ['created', 'signed', 'sentForSignature', 'canceled', 'updated'],
	});
	await host.tick();
	await sandbox().control.seed({ contracts: 300 });
	expect(await host.tick()).toEqual([]);
	const { body } = await sandbox().api('GET', '/contracts?sort=updatedAt&limit=1');
	await rename(body.data[0].id);
	expect(eventsOf(await host.tick())).toEqual(['updated']);
});

test('a contract that is stamped ahead for a while is told of all the same', async () => {
	const host = trigger({ events: ['updated', 'signed'] });
	await host.tick();
	const { id } = await create({ status: 'signing' });
	await sandbox().control.clock({ shiftMs: 600_000 });
	await rename(id);
	await sandbox().control.clock({ shiftMs: 0 });
	expect(eventsOf(await host.tick())).toEqual(['updated']);
	await rename(id);
	expect(eventsOf(await host.tick())).toEqual(['updated']);
});
