import type { IDataObject } from 'n8n-workflow';
import { creationSuite, LINK, row } from '../support/creation.mts';

const { sandbox, create } = creationSuite();

describe('500 rows of which 20 are bad', () => {
	const BAD: IDataObject[] = [
		{ term: '30d' },
		{ reference: '' },
		{ account: '' },
		{ term: ['30 days', '60 days'] },
	];
	const rows = Array.from({ length: 500 }, (_, n) => row(n, n % 25 === 7 ? BAD[n % 4] : {}));
	const settings = { integration: LINK, findExisting: true };

	test('create 480 contracts and 20 error items; running again creates none', async () => {
		const before = (await sandbox().control.contracts({ organization: 'main' })).length;

		const first = await create(rows, settings, { onError: 'continueErrorOutput' });

		expect(first.error).toBeUndefined();
		expect(first.items).toHaveLength(480);
		expect(first.items.every(({ json }) => json.action === 'created')).toBe(true);
		for (const { json, pairedItem } of first.items) {
			const { item } = pairedItem as { item: number };
			expect(json.externalId).toBe(rows[item].deal);
		}
		expect(first.errorItems).toHaveLength(20);
		for (const { json, pairedItem } of first.errorItems) {
			const { item } = pairedItem as { item: number };
			expect(item % 25).toBe(7);
			expect(json.details).toMatchObject({
				errorId: expect.stringMatching(/^(INVALID_INPUT|FIELD_OPTION_NOT_FOUND)$/),
				field: ['Payment term', 'Reference', 'Counterparty Name', 'Payment term'][item % 4],
				itemIndex: item,
				row: { externalId: rows[item].deal },
			});
			// n8n merges the input row into the error output.
			expect(json.deal).toBe(rows[item].deal);
		}
		expect((await sandbox().control.contracts({ organization: 'main' })).length).toBe(before + 480);

		const second = await create(rows, settings, { onError: 'continueErrorOutput' });

		expect(second.items).toHaveLength(480);
		expect(second.items.every(({ json }) => json.action === 'found')).toBe(true);
		expect(second.items.map(({ json }) => json.id)).toEqual(first.items.map(({ json }) => json.id));
		expect(second.errorItems).toHaveLength(20);
		expect((await sandbox().control.contracts({ organization: 'main' })).length).toBe(before + 480);
	}, 300_000);

	test('fail as a whole at the first bad row when errors stop the workflow', async () => {
		const { error, items } = await create([row(0), row(1, { term: '30d' })]);

		expect(error?.context).toMatchObject({ errorId: 'FIELD_OPTION_NOT_FOUND', itemIndex: 1 });
		expect(items).toEqual([]);
	});
});

test('contracts that were removed right after their creation are created again', async () => {
	const rows = Array.from({ length: 20 }, (_, n) => row(1_000 + n, { account: 'One' }));
	const settings = { integration: LINK, findExisting: true };
	await create(rows, settings);
	await sandbox().control.reset('demo');

	const { items } = await create(rows, settings);

	expect(items.map(({ json }) => json.action)).toEqual(rows.map(() => 'created'));
}, 300_000);

test('rows that fail for one common reason are each told by their own error', async () => {
	const route = 'GET /contract-types/:id/creation-form';
	await sandbox().control.fault({ route, kind: 'status', status: 403, times: 0 });
	const rows = [row(0), row(1), row(2)];

	const { errorItems } = await create(rows, {}, { onError: 'continueErrorOutput' });

	expect(errorItems.map(({ json }) => json.details)).toMatchObject(
		rows.map(({ account }, itemIndex) => ({ itemIndex, row: { counterparty: account } })),
	);
});
