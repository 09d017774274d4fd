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

async function queries(route: string) {
	return (await sandbox().control.requests({ route })).map(({ query }) => query);
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
		for (const variants of [['overlappingPages'], ['overlappingPages', 'sortRefused']]) {
			await sandbox().control.variants(variants);
			const { records } = await run('contract.getAll', { returnAll: true, contractTypeIds });
			expect(shape(records)).toEqual([DISTINCT, DISTINCT]);
		}
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

describe('a name filter that the service refuses', () => {
	beforeEach(async () => {
		for (let i = 0; i < 30; i++) {
			await sandbox().control.createContract({ name: `Rare ${i}` });
			await sandbox().control.createContract({ name: `Frequent ${i}` });
		}
		await sandbox().control.variants(['nameFilterRefused']);
	});

	const HINT =
		"The service refused the parameter 'name' of /contracts, so the list was read without it and the node applied it.";
	const RARE = { filters: { name: 'rare' } };

	test.each([
		['all', { returnAll: true, ...RARE }, 30],
		['up to a limit', { limit: 12, ...RARE }, 12],
		['fast', { returnAll: true, options: { fastListing: true }, ...RARE }, 30],
		[
			'together with a status',
			{ returnAll: true, filters: { name: 'rare', status: ['draft'] } },
			30,
		],
	])('is applied to contracts here, with a hint: %s', async (_how, parameters, expected) => {
		await sandbox().control.clearRequests();
		const { records, hints } = await run('contract.getAll', parameters);
		expect(records).toHaveLength(expected);
		expect(records.every(({ name }) => String(name).startsWith('Rare '))).toBe(true);
		expect(hints).toContain(HINT);
		const withName = (await queries('/contracts')).filter(({ name }) => name !== undefined);
		expect(withName).toHaveLength(1);
	});

	test('is applied to one page of contracts, which may then show fewer', async () => {
		const { records, hints } = await run('contract.getAll', {
			limit: 20,
			options: { onePage: true },
			...RARE,
		});
		const [page] = records as unknown as Array<{ records: object[]; hasNextPage: boolean }>;
		expect(page.records.length).toBeLessThan(20);
		expect(page.hasNextPage).toBe(true);
		expect(hints).toEqual([HINT]);
	});

	test('is applied to several types, and asked about once for many items', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const contractTypeIds = contractTypes.map(({ id }: { id: string }) => id);
		const both = await run('contract.getAll', { returnAll: true, contractTypeIds, ...RARE });
		expect(both.records).toHaveLength(30);

		await sandbox().control.clearRequests();
		const items = Array.from({ length: 40 }, () => ({ json: {} }));
		const many = await run('contract.getAll', { limit: 1, ...RARE }, { items });
		expect(many.records).toHaveLength(40);
		const withName = (await queries('/contracts')).filter(({ name }) => name !== undefined);
		expect(withName).toHaveLength(1);
	});

	test('is applied to clauses, in a list and in the editor', async () => {
		const { body } = await sandbox().api('GET', '/clauses?limit=50');
		const { name } = body.data[0] as { name: string };
		const part = name.slice(1, 6).toUpperCase();
		const expected = (body.data as Array<{ name: string }>)
			.map((clause) => clause.name)
			.filter((each) => each.toUpperCase().includes(part));

		const { records, hints } = await run('clause.getAll', {
			returnAll: true,
			filters: { name: part },
		});
		expect(records.map((clause) => clause.name)).toEqual(expected);
		expect(hints).toHaveLength(1);

		const { results } = await askEditor<INodeListSearchResult>(
			{ credential: credentialData(sandbox().baseUrl), parameters: { resource: 'clause' } },
			'listSearch.searchClauses',
			part,
		);
		expect(results.map((clause) => clause.name)).toEqual(expected);
	});

	test('that the person typed as a filter of its own is theirs', async () => {
		const additional = { filter: [{ name: 'name', operator: 'eq', value: 'Rare' }] };
		const { error } = await runOperation(sandbox().baseUrl, 'contract.getAll', {
			filters: { additional },
		});
		expect(error).toMatchObject({ httpCode: '400' });
	});
});

describe('an order that the service refuses', () => {
	test.each([
		['all', { returnAll: true }],
		['the first of them', { limit: 5 }],
	])('is made here, with a hint: %s', async (_how, parameters) => {
		const sort = {
			by: [
				{ field: 'endAt', direction: 'asc' },
				{ field: 'name', direction: 'desc' },
			],
		};
		const expected = await run('contract.getAll', { ...parameters, sort });
		await sandbox().control.variants(['sortRefused']);
		const { contractTypes } = await sandbox().control.fixtures();
		const types = contractTypes.map(({ id }: { id: string }) => id) as string[];

		for (const contractTypeIds of [[], types]) {
			const { records, hints } = await run('contract.getAll', {
				...parameters,
				sort,
				contractTypeIds,
			});
			expect(records).toEqual(expected.records);
			expect(hints.filter((message) => message.includes('refused'))).toHaveLength(1);
		}
	});

	test('is refused for one page, which cannot be sorted without the others', async () => {
		await sandbox().control.variants(['sortRefused']);
		const { error } = await runOperation(sandbox().baseUrl, 'contract.getAll', {
			sort: { by: [{ field: 'name', direction: 'asc' }] },
			options: { onePage: true },
		});
		expect(error).toMatchObject({ httpCode: '400' });
	});
});
