import nock from 'nock';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { askedOf, expectedItems, jsonOf, expectedOf, runCase } from './cases/runCase.mts';
import { CASES } from './cases/index.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	nock.restore();
	sandbox = await startSandbox({ seed: 'demo' });
}, 60_000);
afterAll(async () => await sandbox?.stop());

describe.each(CASES.map((each) => [each.operation, each.does, each] as const))(
	'%s %s',
	(_operation, _does, each) => {
		test('with the sandbox as the service', async () => {
			await sandbox.control.reset('demo');
			const run = each.run(await each.fixture.live(sandbox));
			await sandbox.control.clearRequests();

			const { items, error } = await runCase(each, run, sandbox.baseUrl);

			expect(error).toBeUndefined();
			expect(jsonOf(items)).toEqual(expectedItems(run));
			expect(await askedOf(sandbox)).toEqual(expectedOf(run.calls));
		});
	},
);
