import type { IDataObject } from 'n8n-workflow';
import { asTool } from '../support/asTool.mts';
import { credentialData } from '../support/credentials.mts';
import { startEndlessList } from '../support/endlessList.mts';
import { runOperation } from '../support/runOperation.mts';

let service: Awaited<ReturnType<typeof startEndlessList>>;

/** It does not filter by status either, so that contracts are read as one chain. */
const ofService = () => ({
	credential: {
		...credentialData(service.baseUrl),
		serviceProfile: '{"contract-list-sort": "unsorted"}',
	},
});

beforeAll(async () => {
	service = await startEndlessList(200_000);
});
afterAll(async () => await service.stop());

test.each(['contract.getAll', 'counterparty.getAll'])(
	'%s delivers 200,000 items',
	async (operation) => {
		const asked = { returnAll: true };
		const { items, error } = await runOperation(
			service.baseUrl,
			operation,
			asked,
			[{}],
			ofService(),
		);

		expect(error).toBeUndefined();
		expect(items).toHaveLength(200_000);
		expect(items.at(-1)).toEqual({
			json: expect.objectContaining({ name: 'Contract 0' }),
			pairedItem: { item: 0 },
		});
	},
	600_000,
);

describe('as a tool, where n8n delivers no more than about 120,000 items', () => {
	const tool = { node: asTool(), declaredRouteOnly: true };

	test('Return All without an end to the answer gives 100,000, and says of how many', async () => {
		const { items, error } = await runOperation(
			service.baseUrl,
			'contract.getAll',
			{ returnAll: true, longestAnswer: 0 },
			[{}],
			{ ...tool, ...ofService() },
		);

		expect(error).toBeUndefined();
		expect(items).toHaveLength(100_001);
		expect(items.at(-1)!.json).toEqual({
			hints: ['100000 of 200000 shown: use filters or Limit'],
		});
	}, 600_000);

	test('a small limit works as ever', async () => {
		const inputs: IDataObject[] = [{ n: 3 }, { n: 150 }];
		const { items } = await runOperation(
			service.baseUrl,
			'contract.getAll',
			{ limit: '={{ $json.n }}' },
			inputs,
			{ declaredRouteOnly: true },
		);

		expect(items).toHaveLength(153);
		expect(items[2].pairedItem).toEqual({ item: 0 });
		expect(items[3].pairedItem).toEqual({ item: 1 });
	});
});

test('request options and continue on fail apply to the custom route too', async () => {
	const { items, error } = await runOperation(
		'http://127.0.0.1:9/v2',
		'contract.getAll',
		{ limit: 1, options: { retrySeconds: 0 }, requestOptions: { timeout: 2_000 } },
		[{}, {}],
		{ nodeSettings: { onError: 'continueRegularOutput' } },
	);

	expect(error).toBeUndefined();
	expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		[expect.stringContaining('could not be reached'), { item: 0 }],
		[expect.stringContaining('could not be reached'), { item: 1 }],
	]);
});
