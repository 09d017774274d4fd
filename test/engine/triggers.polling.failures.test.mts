import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { eventsOf, pollSuite } from '../support/pollSuite.mts';
import { ANY, recordedService } from '../support/recordedService.mts';
import { runOperation } from '../support/runOperation.mts';

const { sandbox, trigger, newest, move } = pollSuite();

const SERVICE_DOWN = { route: 'GET /contracts', kind: 'status', status: 503, times: 0 } as const;

describe('failures', () => {
	test('the first poll fails when the credential does not work: publishing says why', async () => {
		const host = trigger({}, { credential: credentialData(sandbox().baseUrl, 'wrong') });
		await expect(host.tick()).rejects.toThrow('The service rejected the API key');
	});

	test('the word for a stop in a refusal of the service is none of n8n', async () => {
		const message = 'The export was canceled';
		await sandbox().control.fault({ ...SERVICE_DOWN, status: 409, message });
		await expect(trigger().tick()).rejects.toThrow('The export was cancel\u2060ed');
	});

	test.each([
		['The contract type was deleted', 'The contract type was deleted'],
		['Cannot sort by updatedAt', '/contracts is not in the order of sort=-updatedAt'],
	])('a refused list is told as what it is: %s', async (message, told) => {
		await sandbox().control.fault({ ...SERVICE_DOWN, status: 400, message });
		await expect(trigger().tick()).rejects.toThrow(told);
	});

	test('two failed polls are passed over, the third one is reported, and nothing is lost', async () => {
		const host = trigger({ events: ['statusChanged'] }, { budgetMs: 2_000 });
		await host.tick();
		await move((await newest('draft')).id, 'signing');
		await sandbox().control.fault(SERVICE_DOWN);
		expect(await host.tick()).toEqual([]);
		expect(await host.tick()).toEqual([]);
		await expect(host.tick()).rejects.toThrow(/internal fault/);
		await expect(host.tick()).rejects.toThrow(/internal fault/);

		await sandbox().control.clearFaults();
		expect(eventsOf(await host.tick())).toEqual(['statusChanged']);
		await sandbox().control.fault(SERVICE_DOWN);
		expect(await host.tick()).toEqual([]);
	});

	test('a refused key is reported at once', async () => {
		const host = trigger();
		await host.tick();
		await sandbox().control.fault({
			route: 'GET /contracts',
			kind: 'status',
			status: 401,
			times: 0,
		});
		await expect(host.tick()).rejects.toThrow('The service rejected the API key');
	});

	test('cursors that go round in a circle are an error at once', async () => {
		const row = (n: number) => ({
			id: `0000000${n}-0000-4000-8000-000000000000`,
			updatedAt: `2026-01-01T00:00:0${n}.000Z`,
		});
		const page = (n: number, next: string) => ({
			data: [row(n)],
			pagination: { next_cursor: next, has_next: true },
		});
		const own = await recordedService();
		let asked = 0;
		own.play([], ANY, ({ url = '' }, response) => {
			asked += 1;
			const body = url.includes('after=a') ? page(8, 'b') : page(9, 'a');
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(url.includes('/contracts') ? body : { id: 'o' }));
		});
		const host = trigger({}, { credential: credentialData(own.baseUrl), budgetMs: 5_000 });
		await expect(host.tick()).rejects.toThrow('the same page cursor twice');
		expect(asked).toBeLessThan(6);
		await own.close();
	});

	test('a contract that cannot be read holds nothing up for good, and says why it is missing', async () => {
		const options = { view: 'consolidated' };
		const host = trigger({ events: ['updated'], options }, { budgetMs: 2_000 });
		await host.tick();
		const [bad, good] = [await newest('draft'), await newest('negotiating')];
		await sandbox().control.fault({
			route: 'GET /contracts/:id/consolidated',
			kind: 'status',
			status: 500,
			times: 0,
			match: bad.id,
		});
		await sandbox().api('PATCH', `/contracts/${bad.id}`, { name: 'Bad' });
		await sandbox().api('PATCH', `/contracts/${good.id}`, { name: 'Good' });
		expect(await host.tick()).toEqual([]);
		expect(await host.tick()).toEqual([]);
		const items = await host.tick();
		expect(items).toMatchObject([
			{ contractId: bad.id, contract: null, contractError: expect.stringMatching(/./) },
			{ contractId: good.id },
		]);
	});

	test('a creation form that cannot be read holds nothing up for good, and no other values than its own', async () => {
		const options = { readableValues: true, fieldsAs: 'array' };
		const host = trigger({ events: ['statusChanged'], options }, { budgetMs: 2_000 });
		await host.tick();
		const { data } = (await sandbox().api('GET', '/contracts?limit=100&status=draft')).body;
		const [bad] = data;
		const good = data.find(({ contractType }: any) => contractType.id !== bad.contractType.id);
		await sandbox().control.fault({
			route: 'GET /contract-types/:id/creation-form',
			kind: 'status',
			status: 500,
			times: 0,
			match: bad.contractType.id,
		});
		for (const { id } of [bad, good]) await move(id, 'negotiating');
		expect(await host.tick()).toEqual([]);
		expect(await host.tick()).toEqual([]);
		const gotten = async ({ id }: any, readableValues: boolean) => {
			const parameters = { contractId: byId(id), options: { ...options, readableValues } };
			const { items } = await runOperation(sandbox().baseUrl, 'contract.get', parameters);
			return items[0].json;
		};
		const shown = (await host.tick()).map(({ contract }) => contract);
		expect(shown).toEqual([await gotten(bad, false), await gotten(good, true)]);
		expect(await host.tick()).toEqual([]);
	});

	test('an outage does not use up the patience for a creation form', async () => {
		const host = trigger(
			{ events: ['statusChanged'], options: { readableValues: true } },
			{ budgetMs: 2_000 },
		);
		await host.tick();
		const { id } = await newest('draft');
		await move(id, 'negotiating');
		const down = (route: string) => ({ route, kind: 'status' as const, status: 503, times: 0 });
		await sandbox().control.fault(down('GET /contracts'));
		for (let poll = 0; poll < 2; poll++) expect(await host.tick()).toEqual([]);
		await sandbox().control.clearFaults();

		await sandbox().control.fault(down('GET /contract-types/:id/creation-form'));
		await expect(host.tick()).rejects.toThrow('503');
		await sandbox().control.clearFaults();

		expect(await host.tick()).toMatchObject([{ contractId: id }]);
	});
});
