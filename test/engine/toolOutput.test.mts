import { asTool } from '../support/asTool.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

const SELECTED = { output: 'selectedFields', selectedFields: 'id' };

test.each([false, true])(
	'a tool gives the fields that are asked for, whichever way its engine takes (declared route: %j)',
	async (declaredRouteOnly) => {
		const { id } = await sandbox.control.createContract({ status: 'draft' });
		const run = async (operation: string, parameters: object) =>
			await runOperation(sandbox.baseUrl, operation, { ...parameters, ...SELECTED }, [{}], {
				node: asTool(),
				declaredRouteOnly,
			});
		const get = await run('contract.get', { contractId: byId(id) });
		expect(get.items.map(({ json }) => json)).toEqual([
			{ id: expect.stringContaining(id.slice(-36)) },
		]);
		const many = await run('contract.getAll', { limit: 3 });
		expect(many.items.map(({ json }) => Object.keys(json))).toEqual([
			['id'],
			['id'],
			['id'],
			['hints'],
		]);
	},
);

test('a workflow, which has no Output, gets the whole answer', async () => {
	const { items } = await runOperation(sandbox.baseUrl, 'contract.getAll', {
		limit: 1,
		...SELECTED,
	});
	expect(Object.keys(items[0]!.json).length).toBeGreaterThan(5);
});
