import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';
import type { NodeRun } from '../support/engine.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

const DISTINCT = 230;

async function run(
	operation: string,
	parameters: Record<string, unknown> = {},
	more: Partial<NodeRun> = {},
) {
	const result = await runOperation(sandbox().baseUrl, operation, parameters, [{}], more);
	expect(result.error).toBeUndefined();
	return {
		...result,
		records: result.items.map(({ json }) => json as IDataObject & { id: string }),
		hints: result.run.data.resultData.runData.SUT!.flatMap(({ hints }) =>
			(hints ?? []).map(({ message }) => message),
		),
	};
}

describe('a record that comes on two pages, as another one was created at the top', () => {
	let ids: string[];

	beforeEach(async () => {
		const present = await sandbox().control.contracts({});
		await sandbox().control.seed({ contracts: DISTINCT - present.length, counterparties: 100 });
		ids = (await sandbox().control.contracts({})).map(({ id }) => id);
		await sandbox().control.variants(['overlappingPages']);
	});

	const shape = (records: Array<{ id: string }>) => [
		records.length,
		new Set(records.map(({ id }) => id)).size,
	];

	test.each([
		['all', { returnAll: true }, DISTINCT],
		['up to a limit', { limit: 155 }, 155],
		['up to a limit that one page does not fill', { limit: DISTINCT + 50 }, DISTINCT],
		['fast', { returnAll: true, options: { fastListing: true } }, DISTINCT],
		['one page', { limit: 100, options: { onePage: true } }, undefined],
	])('is one contract: %s', async (_how, parameters, expected) => {
		expect(ids).toHaveLength(DISTINCT);
		const { records } = await run('contract.getAll', parameters);
		const page = (records[0] as unknown as { records: Array<{ id: string }> }).records ?? records;
		expect(shape(page)).toEqual([expected ?? 100, expected ?? 100]);
	});

	test('is one contract where several types are merged', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const contractTypeIds = contractTypes.map(({ id }: { id: string }) => id);
		const { records } = await run('contract.getAll', { returnAll: true, contractTypeIds });
		expect(shape(records)).toEqual([DISTINCT, DISTINCT]);
	});

	test('is one counterparty, and not ambiguous', async () => {
		const { counterparties } = await sandbox().control.fixtures();
		const { records } = await run('counterparty.getAll', { returnAll: true });
		expect(shape(records)).toEqual([counterparties.length, counterparties.length]);

		const FIELD = 'f2000000-0000-4000-8000-000000000001';
		const { body } = await sandbox().api('GET', '/counterparties?limit=50');
		const last = body.data[49] as { id: string };
		await sandbox().api('PATCH', `/counterparties/${last.id}`, { fields: { [FIELD]: 'twice' } });
		const found = await run('counterparty.sync', {
			findBy: 'field',
			matchField: FIELD,
			matchValue: 'twice',
		});
		expect(found.records).toMatchObject([{ action: 'unchanged', id: last.id }]);
	});
});

describe('a parameter that the specification does not show, where the service refuses it', () => {
	const sort = { by: [{ field: 'name', direction: 'asc' }] };

	test.each([
		['contract.getAll', { filters: { name: 'rare' } }, 'contract-name-filter'],
		['contract.getAll', { returnAll: true, filters: { name: 'rare' } }, 'contract-name-filter'],
		['clause.getAll', { filters: { name: 'rare' } }, 'clause-name-filter'],
		['contract.getAll', { sort }, 'contract-list-sort'],
		['contract.getAll', { sort, options: { onePage: true } }, 'contract-list-sort'],
	])('%s %j fails with the name of the assumption', async (operation, parameters, id) => {
		await sandbox().control.profile({
			'contract-name-filter': 'none',
			'clause-name-filter': 'none',
			'contract-list-sort': 'unsorted',
		});
		await sandbox().control.clearRequests();
		const { error } = await runOperation(sandbox().baseUrl, operation, parameters);
		expect(error).toMatchObject({ httpCode: '400' });
		expect(error?.description).toContain(` ${id}: expected is that it knows `);
		expect(await sandbox().control.requests()).toHaveLength(1);
	});

	test('is told in the editor, too', async () => {
		await sandbox().control.profile({ 'clause-name-filter': 'none' });
		const searching = askEditor<INodeListSearchResult>(
			{ credential: credentialData(sandbox().baseUrl), parameters: { resource: 'clause' } },
			'listSearch.searchClauses',
			'x',
		);
		await expect(searching).rejects.toThrow("'name'");
	});
});
