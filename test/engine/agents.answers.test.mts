import type { IDataObject } from 'n8n-workflow';
import { toolCalls } from '../support/asTool.mts';
import { byId } from '../support/byId.mts';
import { contractId, counterpartyId, customObjects, fields } from '../support/demo.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** What a model gets of an answer: no more than fits, and what a person would read beside it. */
const sandbox = sandboxSuite({ seed: 'demo' });

const lengthOf = (items: Array<{ json: IDataObject }>) =>
	JSON.stringify(items.map(({ json }) => json)).length;

describe.each([false, true])('declared route: %j', (declaredRouteOnly) => {
	const call = toolCalls(sandbox, declaredRouteOnly);

	test('all of a long list: 30,000 characters, and how much of it that is', async () => {
		await sandbox().control.seed({ contracts: 100 });
		const { items } = await call('contract.getAll', { returnAll: true });
		const { hints } = items.at(-1)!.json as { hints: string[] };
		expect(hints[0]).toMatch(/^\d+ of 1\d\d shown: use filters or Limit$/);
		expect(Number.parseInt(hints[0]!)).toBe(items.length - 1);
		expect(lengthOf(items)).toBeLessThan(33_000);
		const all = await call('contract.getAll', { returnAll: true, longestAnswer: 0 });
		expect(all.items.length).toBeGreaterThan(100);
	});

	test('a contract with 300 KB of rich text', async () => {
		const scope = [{ type: 'paragraph', children: [{ text: 'y'.repeat(300_000) }] }];
		const { id } = await sandbox().control.createContract({ fields: { [fields.scope]: scope } });
		const { items } = await call('contract.get', { contractId: byId(id) });
		expect(lengthOf(items)).toBeLessThan(6_000);
		expect(JSON.stringify(items[0]!.json)).toContain('yyy… (2000 of 300000 characters)');
	});

	test.each([
		...['["id","status"]', 'id status', 'ID,STATUS', '`id`, `status`'],
		...['id; status', 'id|status', '{id, status}', 'fields: id, status'],
	])('fields to return as models write them: %s', async (selectedFields) => {
		const asked = { output: 'selectedFields', selectedFields };
		const { items } = await call('contract.get', { contractId: byId(contractId(1)), ...asked });
		expect(items.map(({ json }) => Object.keys(json))).toEqual([['id', 'status']]);
	});

	test('no such fields: those that there are; and Raw, as the editor shows it', async () => {
		const get = { contractId: byId(contractId(1)) };
		const none = await call('contract.get', {
			...get,
			output: 'selectedFields',
			selectedFields: 'x',
		});
		expect(none.items.at(-1)!.json.hints).toEqual([
			expect.stringMatching(/^Fields to Return 'x' names nothing of: id, name, status/),
		]);
		const raw = await call('contract.get', { ...get, output: '={{ "Raw" }}' });
		expect(raw.items[0]!.json).toHaveProperty('counterparty.id');
		const named = await call('contract.get', {
			...get,
			output: '={{ "selected_fields" }}',
			selectedFields: 'id',
		});
		expect(named.items.map(({ json }) => Object.keys(json))).toEqual([['id']]);
	});

	test('arguments that are no columns of a table are named in the answer', async () => {
		const { items, error } = await call(
			'customObjectRecord.upsert',
			{
				customObjectId: byId(customObjects.lineItems),
				contractId: byId(contractId(1)),
				fields: { mappingMode: 'autoMapInputData', matchingColumns: [], schema: [], value: null },
			},
			{ Description: 'Screws', Qty: 5, Price: 2 },
		);
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ action: 'created' });
		expect(items.at(-1)!.json).toEqual({
			hints: ['Ignored, as the custom object has no such field: Qty, Price.'],
		});
		const unmatched = await call(
			'customObjectRecord.upsert',
			{
				customObjectId: byId(customObjects.lineItems),
				contractId: byId(contractId(1)),
				fields: {
					mappingMode: 'autoMapInputData',
					matchingColumns: ['Description'],
					schema: [],
					value: null,
				},
			},
			{ Desc: 'Screws', Qty: 5 },
		);
		expect(unmatched.error!.message).toMatch(
			/'Description' is empty.* The input has: Desc, Qty\.$/,
		);
	});
});

test.each(['Renamed AS', undefined])(
	'a dry run says that it was one, whatever it finds: %s',
	async (name) => {
		const held = await sandbox().api('GET', `/counterparties/${counterpartyId(1)}`);
		const { items } = await runOperation(sandbox().baseUrl, 'counterparty.sync', {
			findBy: 'id',
			counterpartyId: byId(counterpartyId(1)),
			updateFields: { name: name ?? (held.body.data ?? held.body).name },
			options: { dryRun: true },
		});
		expect(items[0]!.json).toMatchObject({ action: name ? 'updated' : 'unchanged', dryRun: true });
	},
);
