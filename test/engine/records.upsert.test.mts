import { requestsOf } from '../support/contractRun.mts';
import {
	DESCRIPTION,
	GET,
	GET_TABLE,
	LINE,
	many,
	PRODUCT,
	PUT,
	QUANTITY,
	SERVO,
	valueOf,
	recordsSuite,
} from '../support/recordsSuite.mts';

const { byDescription, draft, lines, mapper, sandbox, stored, upsert } = recordsSuite();

test('a thousand rows of a contract are one request after one that reads, each with its result', async () => {
	const contractId = await draft();
	const { items, error } = await upsert(contractId, many(1000));

	expect(error).toBeUndefined();
	expect(await requestsOf(sandbox())).toEqual([`${GET_TABLE} 200`, `${GET} 200`, `${PUT} 200`]);
	const records = await stored(contractId);
	expect(records).toHaveLength(1000);
	expect(
		items.map(({ json, pairedItem }) => [json.action, json.id, json.fields, pairedItem]),
	).toEqual(
		records.map(({ id }, i) => [
			'created',
			id,
			{ Description: `Line ${i}`, Quantity: i, Product: null },
			{ item: i },
		]),
	);
});

test('running twice with a match column leaves a thousand, and reads what is there first', async () => {
	const contractId = await draft();
	await upsert(contractId, many(1000), byDescription());
	const before = await stored(contractId);
	await sandbox().control.clearRequests();

	const rows = many(1000).map((row) => ({ ...row, quantity: row.quantity + 1 }));
	const { items } = await upsert(contractId, rows, byDescription());

	expect(await requestsOf(sandbox())).toEqual([`${GET_TABLE} 200`, `${GET} 200`, `${PUT} 200`]);
	expect(new Set(items.map(({ json }) => json.action))).toEqual(new Set(['updated']));
	expect(items.map(({ json }) => json.id)).toEqual(before.map(({ id }) => id));
	expect(await lines(contractId)).toEqual(rows.map((row) => [row.description, row.quantity]));
});

describe('where the service replaces the table by what a request names', () => {
	beforeEach(async () => await sandbox().control.profile({ 'records-put': 'replace' }));

	test('a thousand rows stay a thousand, also when run twice', async () => {
		const contractId = await draft();
		await upsert(contractId, many(1000), byDescription());
		await upsert(contractId, many(1000), byDescription());
		expect(await stored(contractId)).toHaveLength(1000);
	});

	test('other rows stay when a match column is used', async () => {
		const contractId = await draft();
		await upsert(contractId, many(3));
		await upsert(
			contractId,
			[{ description: 'Line 1', quantity: 10 }, { description: 'New' }],
			byDescription(),
		);
		expect(await lines(contractId)).toEqual([
			['Line 0', 0],
			['Line 1', 10],
			['Line 2', 2],
			['New', null],
		]);
	});

	test('rows of earlier requests stay when they are split', async () => {
		const contractId = await draft();
		const { items } = await upsert(contractId, many(7), { options: { recordsPerRequest: 3 } });
		expect(await requestsOf(sandbox())).toEqual([
			`${GET_TABLE} 200`,
			`${GET} 200`,
			...Array(3).fill(`${PUT} 200`),
		]);
		expect(await lines(contractId)).toEqual(many(7).map((row) => [row.description, row.quantity]));
		expect(items.map(({ json }) => json.id)).toEqual(
			(await stored(contractId)).map(({ id }) => id),
		);
	});

	test('rows stay when each item is a request of its own, as with MCP', async () => {
		const contractId = await draft();
		const { items, error } = await upsert(contractId, many(12), {}, { declaredRouteOnly: true });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(12);
		const { byRoute } = await sandbox().control.requestSummary();
		expect(byRoute[PUT]).toMatchObject({ count: 12, maxConcurrent: 1 });
		expect((await lines(contractId)).toSorted()).toEqual(
			many(12)
				.map((row) => [row.description, row.quantity])
				.toSorted(),
		);
	});

	test('other rows stay where rows are added, by default and where the person chose so', async () => {
		const contractId = await draft();
		await upsert(contractId, many(3));
		await upsert(contractId, [{ description: 'X' }]);
		await upsert(contractId, [{ description: 'Y' }], { options: { otherRows: 'keep' } });
		expect((await lines(contractId)).map(([description]) => description)).toEqual([
			...['Line 0', 'Line 1', 'Line 2'],
			...['X', 'Y'],
		]);
	});

	test('a row that another client adds stays until the moment in which ours are read', async () => {
		const contractId = await draft();
		await sandbox().control.fault({ route: PUT, kind: 'latency', ms: 50 });
		await Promise.all([
			upsert(contractId, [{ description: 'A' }]),
			upsert(contractId, [{ description: 'B' }]),
		]);
		// Both run in this process: the second one reads when the first one has written.
		expect((await lines(contractId)).toSorted()).toEqual([
			['A', null],
			['B', null],
		]);
	});

	test('nothing is sent along where the person chose so', async () => {
		const contractId = await draft();
		await upsert(contractId, many(3));
		const options = { otherRows: 'omit' };
		await upsert(contractId, [{ description: 'Line 1' }], { ...byDescription(), options });
		expect(await lines(contractId)).toEqual([['Line 1', 1]]);
	});

	test('what one item wants to stay stays, whatever the first one says', async () => {
		const contractId = await draft();
		await upsert(contractId, many(2));
		const rows = ['omit', 'keep'].map((others) => ({ description: others, others }));
		await upsert(contractId, rows, { options: { otherRows: '={{ $json.others }}' } });
		const names = (await lines(contractId)).map(([description]) => description);
		expect(names).toEqual(['Line 0', 'Line 1', 'omit', 'keep']);
	});
});

test('rows of three contracts are two requests each, with results in the order of the input', async () => {
	const [a, b, c] = [await draft(), await draft(), await draft()];
	const rows = [a, b, a, c, b, a].map((contract, i) => ({ contract, description: `R${i}` }));
	const { items, error } = await upsert('={{ $json.contract }}', rows);
	expect(error).toBeUndefined();
	const { byRoute } = await sandbox().control.requestSummary();
	expect([byRoute[GET].count, byRoute[PUT].count]).toEqual([3, 3]);
	expect(items.map(({ json, pairedItem }) => [json.contractId, json.fields, pairedItem])).toEqual(
		rows.map(({ contract, description }, i) => [
			contract,
			{ Description: description, Quantity: null, Product: null },
			{ item: i },
		]),
	);
});

test('a service that keeps rows is asked once where the person says so', async () => {
	const contractId = await draft();
	await upsert(contractId, many(2));
	await sandbox().control.clearRequests();
	const rows = [{ description: 'X' }, { description: 'Y' }];
	const { items } = await upsert(contractId, rows, { options: { otherRows: 'omit' } });
	expect(await requestsOf(sandbox())).toEqual([`${GET_TABLE} 200`, `${PUT} 200`]);
	const records = await stored(contractId);
	expect(items.map(({ json }) => json.id)).toEqual(records.slice(2).map(({ id }) => id));
});

describe('where the service shows records', () => {
	test.each([['recordsNewestFirst'], ['recordsChangedOnly'], ['emptyPutBody']])(
		'as under %s, created records have their own ids',
		async (variant) => {
			const contractId = await draft();
			await upsert(contractId, many(3));
			await sandbox().control.variants([variant]);
			const rows = [{ description: 'X' }, ...many(3), { description: 'Y' }];
			const { items } = await upsert(contractId, rows);
			await sandbox().control.variants([]);
			const known = new Map((await stored(contractId)).map((record) => [record.id, record]));
			expect(known.size).toBe(8);
			const ids = items.map(({ json }) => String(json.id));
			expect(new Set(ids).size).toBe(5);
			expect(ids.map((id) => valueOf(known.get(id)!, DESCRIPTION))).toEqual(
				rows.map(({ description }) => description),
			);
			expect(ids.filter((id) => [...known.keys()].slice(0, 3).includes(id))).toEqual([]);
		},
	);

	test('with numbers as text and dates as times, running twice changes nothing', async () => {
		const contractId = await draft();
		await sandbox().control.variants(['numbersAsText', 'datesAsTimes']);
		await sandbox().control.profile({ 'records-put': 'replace' });
		const milestones = {
			customObjectId: 'c0000000-0000-4000-8000-000000000003',
			fields: {
				mappingMode: 'autoMapInputData',
				value: null,
				matchingColumns: ['Due date', 'Accepted'],
				schema: [],
			},
		};
		const dates = [
			{ Title: 'A', 'Due date': '2024-06-01', Accepted: 'yes' },
			{ Title: 'B', 'Due date': '2024-06-02T00:00:00+02:00', Accepted: false },
		];
		const fields = mapper(LINE, [QUANTITY]);
		const quantities = [
			{ description: 'A', quantity: 0.5 },
			{ description: 'B', quantity: '2.0' },
		];
		for (const action of ['created', 'unchanged']) {
			const outcomes = [
				await upsert(contractId, dates, milestones),
				await upsert(contractId, quantities, { fields }),
			];
			const actions = outcomes.flatMap(({ items }) => items.map(({ json }) => json.action));
			expect(actions).toEqual([action, action, action, action]);
		}
		await sandbox().control.variants([]);
		expect(await lines(contractId)).toEqual([
			['A', 0.5],
			['B', 2],
		]);
	});
});

test('two rows with the same key are one record, in which the later values win', async () => {
	const contractId = await draft();
	const { items } = await upsert(
		contractId,
		[
			{ description: 'Same', quantity: 1, product: SERVO },
			{ description: 'Other', quantity: 5 },
			{ description: 'Same', quantity: 2 },
		],
		byDescription(),
	);
	expect(await lines(contractId)).toEqual([
		['Same', 2],
		['Other', 5],
	]);
	const [first, , last] = items.map(({ json }) => json);
	expect(first).toEqual({ ...last, mergedIntoItem: 2 });
	expect(valueOf((await stored(contractId))[0], PRODUCT)).toBe(SERVO);
});
