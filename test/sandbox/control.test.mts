import { contractId, counterpartyId, types, unknownId } from '../support/demo.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

test('reset brings everything back to the start', async () => {
	const { api, control } = sandbox();
	await api('PATCH', `/contracts/${contractId(1)}`, { name: 'Changed' });
	await control.fault({ route: '*', kind: 'status' });
	await control.rateLimit({ requestsPerSecond: 1, burst: 1 });
	await control.latency(50);
	await control.clock({ shiftMs: 1e9 });
	await control.variants(['dataWrapped']);
	await control.subscribe({ url: 'http://127.0.0.1:1/' });
	await control.deliverySettings({ paused: true });
	await control.reset();
	expect((await api('GET', `/contracts/${contractId(1)}`)).body.name).not.toBe('Changed');
	expect(await control.faults()).toEqual([]);
	expect((await control.clock()).shiftMs).toBe(0);
	expect((await control.variants()).variants).toEqual([]);
	expect(await control.subscriptions()).toEqual([]);
	expect((await control.deliverySettings()).paused).toBe(false);
	expect((await control.requestSummary()).total).toBe(1);
});

test('reset keeps the webhooks on request, with what belongs to them, and not their deliveries', async () => {
	const { control } = sandbox();
	await control.subscribe({ url: 'http://127.0.0.1:1/', secret: 's', organization: 'other' });
	await control.subscribe({ url: 'http://127.0.0.1:1/two', events: ['contract.signed'] });
	const before = await control.subscriptions();
	await control.deliverySettings({ paused: true });
	await control.setContractState(contractId(1), { status: 'canceled', silent: true });
	await control.sendEvent({ event: 'contract.signed', contractId: contractId(1) });
	expect(await control.deliveries()).toHaveLength(1);

	await control.call('POST', '/reset', { keepWebhooks: true });

	expect(before).toHaveLength(2);
	expect(await control.subscriptions()).toEqual(before);
	expect(await control.deliveries()).toEqual([]);
	expect((await control.contract(contractId(1))).status).not.toBe('canceled');
});

test('reset can choose another seed', async () => {
	const { api, control } = sandbox();
	const count = async () => (await api('GET', '/contracts?limit=100')).body.data.length as number;
	await control.reset('empty');
	expect(await count()).toBe(0);
	expect((await api('GET', '/organization')).status).toBe(200);
	await control.reset(30);
	expect(await count()).toBe(30);
	await control.reset('demo');
	expect(await count()).toBe(54);
	await expect(control.reset(-1)).rejects.toThrow('400');
});

test('seeding adds contracts over several types, the same ones each time', async () => {
	const { api, control } = sandbox();
	const ids = async () => {
		await control.reset('empty');
		const seeded = await control.seed({ contracts: 40, types: 4, counterparties: 5 });
		expect(seeded).toMatchObject({ contracts: 40, ms: expect.any(Number) });
		expect([seeded.contractTypeIds.length, seeded.counterpartyIds.length]).toEqual([4, 5]);
		const perType = await Promise.all(
			seeded.contractTypeIds.map((id) => api('GET', `/contracts?limit=100&contractTypeId=${id}`)),
		);
		for (const { body } of perType) expect(body.data).toHaveLength(10);
		return perType.flatMap(({ body }) => body.data.map(({ id }: any) => id as string));
	};
	const first = await ids();
	expect(await ids()).toEqual(first);
	await control.seed({ contracts: 10 });
	expect((await control.contracts({})).length).toBe(50);
	expect(new Set(first).size).toBe(40);
});

test('seeded types can be used to create contracts', async () => {
	const { api, control } = sandbox();
	await control.reset('empty');
	const seeded = await control.seed({ contracts: 1 });
	const { status } = await api('POST', '/contracts', {
		contractTypeId: seeded.contractTypeIds[0],
		templateId: seeded.templateIds[0],
		counterpartyId: seeded.counterpartyIds[0],
	});
	expect(status).toBe(201);
});

test('100,000 contracts are seeded with one call', async () => {
	const { api, control } = sandbox();
	await control.reset('empty');
	await control.seed({ contracts: 100_000, types: 3 });
	const { body } = await api('GET', '/contracts?sort=-createdAt');
	expect(body.data[0].name).toBe('Contract 100000');
}, 300_000);

test('a contract can be created in any state with what belongs to it', async () => {
	const { api, control } = sandbox();
	const signed = await control.createContract({
		status: 'signed',
		contractTypeId: types.nda.id,
		counterpartyId: counterpartyId(2),
		signatureDate: '2026-01-02T03:04:05+01:00',
		fields: { Purpose: 'Audit' },
		createdAt: '2026-01-01T00:00:00Z',
		updatedAt: '2026-01-03T00:00:00Z',
	});
	expect((await api('GET', `/contracts/${signed.id}`)).body).toMatchObject({
		status: 'signed',
		signatureDate: '2026-01-02T02:04:05.000Z',
		startAt: '2026-01-02T02:04:05.000Z',
		createdAt: '2026-01-01T00:00:00.000Z',
		updatedAt: '2026-01-03T00:00:00.000Z',
	});
	expect((await api('GET', `/contracts/${signed.id}/signed-files`)).body).toHaveLength(1);
	const { id } = await control.createContract({ contractTypeId: types.nda.id });
	const signatureDate = '2026-01-02T02:04:05.000Z';
	await control.setContractState(id, { status: 'signed', signatureDate });
	expect((await api('GET', `/contracts/${id}`)).body.startAt).toBe(signatureDate);
	const other = await control.createContract({ organization: 'other' });
	expect((await api('GET', `/contracts/${other.id}`)).status).toBe(404);
	await control.reset('empty');
	expect((await control.createContract()).status).toBe('draft');
});

test.each([
	{ status: 'archived' },
	{ counterpartyId: unknownId },
	{ contractTypeId: unknownId },
	{ fields: { Colour: 'red' } },
	{ signatureDate: 'yesterday' },
	{ colour: 'red' },
])('a contract of %j is refused', async (input) => {
	await expect(sandbox().control.createContract(input)).rejects.toThrow(/ 40[04]/);
});

test('a refused contract leaves no contract type behind that the next one would use', async () => {
	const { control } = sandbox();
	await control.reset('empty');
	const count = async () => (await control.call('GET', '/fixtures')).contractTypes.length;
	await expect(control.createContract({ fields: { Colour: 'red' } })).rejects.toThrow(' 400');
	expect(await count()).toBe(0);
	await control.createContract();
	expect(await count()).toBe(1);
});

test('any part of a contract can be set, and a contract can be deleted', async () => {
	const { api, control } = sandbox();
	const id = contractId(2);
	const changed = await control.setContractState(id, {
		status: 'signing',
		signatureProcess: 'provider',
		endAt: '2040-01-01T00:00:00Z',
		integration: { type: 'x', externalId: '1', externalEntity: 'deal', externalUrl: '' },
	});
	expect(changed).toMatchObject({ status: 'signing', signatureProcess: 'provider' });
	expect((await api('GET', `/contracts/${id}`)).body).toMatchObject({
		endAt: '2040-01-01T00:00:00.000Z',
		integration: { type: 'x' },
	});
	await control.deleteContract(id);
	expect((await api('GET', `/contracts/${id}`)).status).toBe(404);
	await expect(control.deleteContract(id)).rejects.toThrow('404');
	await expect(control.setContractState(unknownId, {})).rejects.toThrow('404');
});

test('the clock can be shifted, set and stopped', async () => {
	const { api, control } = sandbox();
	const updatedAt = async (name: string) =>
		(await api('PATCH', `/contracts/${contractId(2)}`, { name })).body.updatedAt as string;
	await control.clock({ now: '2040-01-01T00:00:00.000Z', frozen: true });
	expect(await updatedAt('A')).toBe('2040-01-01T00:00:00.000Z');
	expect(await updatedAt('B')).toBe('2040-01-01T00:00:00.001Z');
	await control.clock({ frozen: false, shiftMs: 3_600_000 });
	const shift = Date.parse((await control.clock()).now) - Date.now();
	expect(Math.abs(shift - 3_600_000)).toBeLessThan(5_000);
	expect(await control.clock(null)).toMatchObject({ shiftMs: 0, frozen: false });
	await expect(control.clock({ now: 'noon' })).rejects.toThrow('400');
	await expect(control.clock({ shiftMs: 1e16 })).rejects.toThrow('400');
});

test('the request log tells method, route, query, key, status and whether it was executed', async () => {
	const { api, control, keys } = sandbox();
	await control.clearRequests();
	await api('GET', `/contracts?limit=5&startAt=gte:2026-01-01&startAt=lte:2026-12-31`);
	await api('GET', '/contracts/x', undefined, { key: keys.readonly });
	await api('GET', '/nowhere', undefined, { key: 'stolen' });
	await api('GET', '/organization', undefined, { key: null });
	const log = await control.requests();
	expect(log[0]).toEqual({
		seq: expect.any(Number),
		at: expect.stringMatching(/Z$/),
		method: 'GET',
		path: '/v2/contracts',
		route: '/contracts',
		query: { limit: '5', startAt: ['gte:2026-01-01', 'lte:2026-12-31'] },
		key: 'admin',
		versionHeader: null,
		status: 200,
		executed: true,
		startedMs: expect.any(Number),
		endedMs: expect.any(Number),
		concurrent: 1,
		closedByClient: false,
		bytes: expect.any(Number),
	});
	expect(log[0]!.bytes).toBeGreaterThan(1000);
	expect(log[0]!.endedMs).toBeGreaterThanOrEqual(log[0]!.startedMs);
	expect(log.map(({ route, key, status, executed }) => [route, key, status, executed])).toEqual([
		['/contracts', 'admin', 200, true],
		['/contracts/:id', 'readonly', 400, false],
		['(unknown)', 'unknown', 401, false],
		['/organization', 'none', 401, false],
	]);
	expect(JSON.stringify(log)).not.toContain('stolen');
	expect(JSON.stringify(log)).not.toContain(keys.admin);
});

test('the request log can be filtered and counts by route', async () => {
	const { api, control } = sandbox();
	for (const number of [1, 2, 3]) await api('GET', `/contracts/${contractId(number)}`);
	await api('GET', `/contracts/${unknownId}`);
	await api('GET', '/organization');
	const ids = async (filter: object) => (await control.requests(filter)).map(({ seq }) => seq);
	expect(await ids({ route: '/contracts/:id', status: 200 })).toHaveLength(3);
	expect(await ids({ status: 404 })).toHaveLength(1);
	const all = await ids({});
	expect(await ids({ since: all[3] })).toEqual(all.slice(4));
	expect(await ids({ last: 2 })).toEqual(all.slice(-2));
	expect(await control.requestSummary()).toEqual({
		total: 5,
		maxConcurrent: 1,
		byRoute: {
			'GET /contracts/:id': {
				count: 4,
				executed: 3,
				maxConcurrent: 1,
				statuses: { 200: 3, 404: 1 },
			},
			'GET /organization': { count: 1, executed: 1, maxConcurrent: 1, statuses: { 200: 1 } },
		},
	});
});

test('requests in flight at the same time are counted per key', async () => {
	const { api, control, keys } = sandbox();
	await control.latency(1_000);
	await Promise.all([
		...Array.from({ length: 6 }, () => api('GET', '/organization')),
		api('GET', '/organization', undefined, { key: keys.otherOrg }),
	]);
	const log = await control.requests();
	const most = (key: string) =>
		Math.max(...log.filter((entry) => entry.key === key).map(({ concurrent }) => concurrent));
	expect([most('admin'), most('otherOrg')]).toEqual([6, 1]);
	for (const { startedMs, endedMs } of log) expect(endedMs - startedMs).toBeGreaterThan(995);
});

test('further keys can be added', async () => {
	const { api, control } = sandbox();
	const key = { key: 'third-key', name: 'third', organization: 'other', permission: 'read' };
	await control.call('POST', '/keys', key);
	const answer = await api('GET', '/organization', undefined, { key: 'third-key' });
	expect(answer.body.slug).toBe('harbor-finch');
	expect((await control.requests({ key: 'third' })).length).toBe(1);
	expect((await api('POST', '/contracts', {}, { key: 'third-key' })).status).toBe(403);
	await expect(control.call('POST', '/keys', key)).rejects.toThrow('400');
});

test('unknown routes and broken bodies of the control plane are refused', async () => {
	const { control } = sandbox();
	await expect(control.call('GET', '/nowhere')).rejects.toThrow('404');
	await expect(control.call('POST', '/reset', '{')).rejects.toThrow('400');
	await expect(control.call('PUT', '/latency', { ms: -1 })).rejects.toThrow('400');
	await expect(control.latency(2 ** 31)).rejects.toThrow('400');
	await expect(control.deliverySettings({ timeoutMs: 2 ** 31 })).rejects.toThrow('400');
	await expect(control.call('PUT', '/rate-limit', { burst: 1 })).rejects.toThrow('400');
	await expect(control.variants(['noSuchVariant'])).rejects.toThrow('noSuchVariant');
	await expect(control.seed({ contracts: 2_000_000 })).rejects.toThrow('400');
	await expect(control.call('GET', '/requests?since=x')).rejects.toThrow('400');
});
