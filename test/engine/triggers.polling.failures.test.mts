import { credentialData } from '../support/credentials.mts';
import { eventsOf, pollSuite } from '../support/pollSuite.mts';

const { sandbox, trigger, newest, move } = pollSuite();

const SERVICE_DOWN = { route: 'GET /contracts', kind: 'status', status: 503, times: 0 } as const;

describe('failures', () => {
	test('the first poll fails when the credential does not work: publishing says why', async () => {
		const host = trigger({}, { credential: credentialData(sandbox().baseUrl, 'wrong') });
		await expect(host.tick()).rejects.toThrow('The service rejected the API key');
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
});
