import type { IDataObject } from 'n8n-workflow';
import { many, PUT, recordsSuite } from '../support/recordsSuite.mts';

const { byDescription, draft, lines, sandbox, stored, upsert } = recordsSuite();

/** A product that is not in the catalog. */
const UNKNOWN = 'ca000000-0000-4000-8000-00000000dead';

describe('where the node stops on errors', () => {
	const rows = many(9).map((row) => (row.quantity === 5 ? { ...row, product: UNKNOWN } : row));

	test('the row that the service names is named, and nothing is written', async () => {
		const contractId = await draft();
		const { error, items } = await upsert(contractId, rows);
		expect(error?.context).toMatchObject({ itemIndex: 5, errorId: 'RECORD_NOT_FOUND' });
		expect(items).toEqual([]);
		expect(await stored(contractId)).toEqual([]);
	});

	test.each([
		['without fields to match on', false, 'creates their rows a second time'],
		['with fields to match on', true, 'does no harm'],
	])('%s, the error says what was written before', async (_how, isMatched, words) => {
		const contractId = await draft();
		await sandbox().control.variants(['errorDetailsEmpty']);
		const options = { recordsPerRequest: 5 };
		const { error } = await upsert(contractId, rows, {
			...(isMatched && byDescription()),
			options,
		});
		expect(error?.context).toMatchObject({ itemIndex: 5 });
		expect(error?.description).toContain('5 of 9 items had been executed by then: items 0-4.');
		expect(error?.description).toContain(words);
		expect(await stored(contractId)).toHaveLength(5);
	});
});

describe('on an error, with Continue', () => {
	const settings = { nodeSettings: { onError: 'continueErrorOutput' as const } };

	test('rows that cannot be sent are left out, and the others written', async () => {
		const contractId = await draft();
		const rows = many(10).map((row) => (row.quantity % 5 === 3 ? { ...row, quantity: 'x' } : row));
		const { items, errorItems } = await upsert(contractId, rows, {}, settings);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 4, 5, 6, 7, 9].map((item) => ({ item })),
		);
		expect(
			errorItems.map(({ json }) => [json.description, (json.details as IDataObject).field]),
		).toEqual([
			['Line 3', 'Quantity'],
			['Line 8', 'Quantity'],
		]);
		expect(await stored(contractId)).toHaveLength(8);
	});

	test.each<[how: string, refused: IDataObject]>([
		['has a value that does not fit', { description: 'Line 1', quantity: 'x' }],
		['names two rows', { description: 'Twin', quantity: 5 }],
	])(
		'a row that is refused, as it %s, is not taken for one that is not in the input',
		async (_how, refused) => {
			const contractId = await draft();
			await sandbox().control.profile({ 'records-put': 'replace' });
			const twin = { description: 'Twin', quantity: 3 };
			await upsert(contractId, [...many(2), twin, twin]);
			const parameters = { ...byDescription(), options: { otherRows: 'omit' } };
			const rows = [{ description: 'Line 0', quantity: 7 }, refused];
			const { items, errorItems } = await upsert(contractId, rows, parameters, settings);
			expect([items.length, errorItems.length]).toEqual([1, 1]);
			expect(await lines(contractId)).toEqual([
				['Line 0', 7],
				['Line 1', 1],
				['Twin', 3],
				['Twin', 3],
			]);
		},
	);

	test('rows that replace all without being looked for are not there twice where one is refused', async () => {
		const contractId = await draft();
		await sandbox().control.profile({ 'records-put': 'replace' });
		await upsert(contractId, many(3));
		const rows = [
			{ description: 'Line 0', quantity: 7 },
			{ description: 'Line 1', quantity: 'x' },
		];
		await upsert(contractId, rows, { options: { otherRows: 'omit' } }, settings);
		expect(await lines(contractId)).toEqual([['Line 0', 7]]);
	});

	test('the row that the service refuses is found, and the others written without it', async () => {
		const contractId = await draft();
		const rows = [
			{ description: 'A' },
			{ description: 'B', product: UNKNOWN },
			{ description: 'C' },
		];
		const { items, errorItems } = await upsert(contractId, rows, {}, settings);
		expect(items.map(({ json }) => (json.fields as IDataObject).Description)).toEqual(['A', 'C']);
		expect(errorItems).toMatchObject([{ json: { description: 'B' } }]);
		expect(await lines(contractId)).toEqual([
			['A', null],
			['C', null],
		]);
	});

	test('rows fail in the words of the service where it names no value, and each by itself with Records per Request at 1', async () => {
		const contractId = await draft();
		await upsert(contractId, [{ description: 'Old' }]);
		await sandbox().control.variants(['errorDetailsEmpty']);
		await sandbox().control.profile({ 'records-put': 'replace' });
		const rows = many(16).map((row) => (row.quantity === 11 ? { ...row, product: UNKNOWN } : row));
		const together = await upsert(contractId, rows, {}, settings);
		expect(together.errorItems).toHaveLength(16);
		expect(await stored(contractId)).toHaveLength(1);
		const options = { recordsPerRequest: 1 };
		const { items, errorItems } = await upsert(contractId, rows, { options }, settings);
		expect(items).toHaveLength(15);
		expect(errorItems).toMatchObject([{ json: { description: 'Line 11' } }]);
		await sandbox().control.variants([]);
		const records = await stored(contractId);
		expect(records).toHaveLength(16);
		expect(new Set(items.map(({ json }) => json.id))).toEqual(
			new Set(records.slice(1).map(({ id }) => id)),
		);
	});

	test('a contract that fails does not stop another', async () => {
		const good = await draft();
		const rows = [
			{ contract: 'd0000000-0000-4000-8000-00000000dead', description: 'X' },
			{ contract: good, description: 'Y' },
		];
		const { items, errorItems } = await upsert('={{ $json.contract }}', rows, {}, settings);
		expect(items).toMatchObject([{ json: { contractId: good }, pairedItem: { item: 1 } }]);
		expect(errorItems).toMatchObject([
			{ json: { contract: rows[0].contract, details: { errorId: 'CONTRACT_NOT_FOUND' } } },
		]);
	});
});

describe('a fault of the service', () => {
	const puts = async () => await sandbox().control.requests({ method: 'PUT' });

	test('ends the node before it writes to contracts whose turn has not come', async () => {
		const contracts = await Promise.all(Array.from({ length: 20 }, async () => await draft()));
		await sandbox().control.fault({ route: PUT, kind: 'status', status: 400, times: 0 });
		const rows = contracts.map((contract) => ({ contract, description: 'X' }));
		const { error } = await upsert('={{ $json.contract }}', rows);
		expect(error?.context).toMatchObject({ itemIndex: expect.any(Number) });
		// As many as the gate lets through at first, and few in the place of those that fail.
		expect((await puts()).length).toBeLessThanOrEqual(12);
	});

	test('stops what is split into several requests at the first that fails', async () => {
		const contractId = await draft();
		await sandbox().control.fault({ route: PUT, kind: 'status', status: 500, skip: 1, times: 0 });
		const options = { recordsPerRequest: 2 };
		const { error } = await upsert(contractId, many(6), { options });
		expect(error?.description).toContain('It may have happened');
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(await puts()).toHaveLength(2);
	});

	test('repeats a request that only updates', async () => {
		const contractId = await draft();
		await upsert(contractId, many(3), byDescription());
		await sandbox().control.clearRequests();
		await sandbox().control.fault({ route: PUT, kind: 'status', status: 503 });
		const changed = many(3).map((row) => ({ ...row, quantity: 9 }));
		const { error } = await upsert(contractId, changed, byDescription());
		expect(error).toBeUndefined();
		expect(await puts()).toHaveLength(2);
	});

	test('never repeats one that creates', async () => {
		const contractId = await draft();
		await sandbox().control.fault({ route: PUT, kind: 'reset', when: 'after' });
		const { error } = await upsert(contractId, many(3));
		expect(error?.description).toContain('It may have happened');
		expect(await puts()).toHaveLength(1);
		expect(await stored(contractId)).toHaveLength(3);
	});

	test('an empty answer is made up for by reading the records', async () => {
		const contractId = await draft();
		await sandbox().control.variants(['emptyPutBody']);
		const { items, error } = await upsert(contractId, many(2));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(
			(await stored(contractId)).map(({ id }) => id),
		);
	});
});
