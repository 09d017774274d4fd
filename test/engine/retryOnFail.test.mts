import { creationSuite, row } from '../support/creation.mts';
import { DESCRIPTION, many, PUT, recordsSuite } from '../support/recordsSuite.mts';

/** n8n's Retry On Fail runs the whole node again; what was executed is not executed a second time. */
const RETRIES = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const ROWS = Array.from({ length: 10 }, (_, n) => row(n));
const indexes = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

describe('contracts', () => {
	const { sandbox, create, posts } = creationSuite();

	const refusal = (skip: number, times = 1) => ({
		route: 'POST /contracts',
		kind: 'status' as const,
		status: 400,
		body: { error: { errorId: 'NO', message: 'Not this one', details: {} } },
		skip,
		times,
	});

	test('each contract is created once', async () => {
		await sandbox().control.fault(refusal(7));

		const { items, error } = await create(ROWS, {}, RETRIES);

		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(10);
		expect(items.map(({ json }) => (json.fields as Record<string, unknown>).Reference)).toEqual(
			ROWS.map(({ reference }) => reference),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(indexes(10));
		expect(await posts()).toBe(11);
	});

	test('one whose answer was lost is not created again, unless Find Existing looks for it', async () => {
		const lost = { route: 'POST /contracts', kind: 'reset', when: 'after' } as const;
		await sandbox().control.fault(lost);
		const { error } = await create(ROWS.slice(0, 1), {}, RETRIES);
		expect(error?.description).toContain('so it was not sent again');
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
		expect(await posts()).toBe(1);
	});

	test('what a try had to say of what it executed is shown by the last one', async () => {
		const { id } = await sandbox().control.createCounterparty({ name: 'Old Ltd' });
		await sandbox().api('PATCH', `/counterparties/${id}`, { status: 'archived' });
		await sandbox().control.fault(refusal(3));

		const rows = [row(0, { account: 'Old Ltd' }), ...ROWS.slice(1)];
		const { error, run } = await create(rows, {}, RETRIES);

		expect(error).toBeUndefined();
		const [{ hints = [] }] = run.data.resultData.runData.SUT!;
		expect(hints.map(({ message }) => message)).toEqual(["'Old Ltd' is archived."]);
	});

	test('where the last try fails too, the error says what all of them have executed', async () => {
		await sandbox().control.fault(refusal(7, 100));
		const { error } = await create(ROWS, {}, RETRIES);

		const { executedItems } = error?.context?.details as { executedItems: number[] };
		expect(executedItems).toHaveLength(7);
		expect(error?.description).toContain('7 of 10 items had been executed by then');
	});

	test('with Continue, where n8n runs the node again if the first item failed', async () => {
		const settings = { ...RETRIES, onError: 'continueRegularOutput' };
		const { items } = await create([row(0, { term: '30d' }), ...ROWS], {}, settings);

		expect(items.filter(({ json }) => json.id)).toHaveLength(10);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(indexes(11));
		expect(await posts()).toBe(10);
	});

	test('a second execution is a new one', async () => {
		await create(ROWS, {}, RETRIES, 'same execution');
		await create(ROWS, {}, RETRIES, 'same execution');

		expect(await posts()).toBe(20);
	});
});

describe('records', () => {
	const { sandbox, draft, lines, mapper, stored, upsert } = recordsSuite();
	const retries = { nodeSettings: RETRIES };
	const body = { error: { errorId: 'NO', message: 'Not these', details: {} } };
	/** Of the second request that writes. */
	const refusal = { route: PUT, kind: 'status', status: 400, body, skip: 1 } as const;

	/** A product that is not in the catalog. */
	const UNKNOWN = 'ca000000-0000-4000-8000-00000000dead';

	test('each row is created once', async () => {
		const contractId = await draft();
		await sandbox().control.fault(refusal);

		const { items, error } = await upsert(
			contractId,
			many(9),
			{ options: { recordsPerRequest: 3 } },
			retries,
		);

		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(indexes(9));
		expect(await lines(contractId)).toEqual(many(9).map(Object.values));
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'with %s, rows that are not looked for are not created again where the answer was lost',
		async (onError) => {
			const contractId = await draft();
			await sandbox().control.fault({ route: PUT, kind: 'reset', when: 'after', skip: 1 });
			// Where the first item fails, n8n runs the node again with Continue, too.
			const bad = onError === 'stopWorkflow' ? [] : [{ description: 'Bad', quantity: 'x' }];
			const options = { recordsPerRequest: 3 };
			const settings = { nodeSettings: { ...RETRIES, onError } };

			const rows = [...many(6), ...bad].toReversed();
			const { items, error } = await upsert(contractId, rows, { options }, settings);

			const failed = error?.description ?? JSON.stringify(items.at(-1)?.json);
			expect(failed).toContain('so it was not sent again');
			expect(await lines(contractId)).toEqual(many(6).toReversed().map(Object.values));
		},
	);

	test.each([
		['keep', 'keeps rows', 'keep'],
		['keep', 'replaces the table', 'replace'],
		['omit', 'keeps rows', 'keep'],
		['omit', 'replaces the table', 'replace'],
	])('with %s, and a service that %s, written rows stay, once', async (otherRows, _how, put) => {
		const contractId = await draft();
		await sandbox().control.variants(['errorDetailsEmpty']);
		await sandbox().control.profile({ 'records-put': put });
		const rows = many(9).map((each) =>
			each.quantity === 5 ? { ...each, product: UNKNOWN } : each,
		);

		const options = { otherRows, recordsPerRequest: 5 };
		const { error } = await upsert(contractId, rows, { options }, retries);

		expect(error?.description).toContain('5 of 9 items had been executed by then: items 0-4.');
		expect(error?.description).toContain('creates their rows a second time');
		expect(await lines(contractId)).toEqual(many(5).map(Object.values));
	});

	test('with omit, and a service that replaces the table, the next try removes no written row', async () => {
		const contractId = await draft();
		await sandbox().control.profile({ 'records-put': 'replace' });
		await sandbox().control.fault(refusal);

		const options = { otherRows: 'omit', recordsPerRequest: 5 };
		const { error } = await upsert(contractId, many(9), { options }, retries);

		expect(error).toBeUndefined();
		expect(await lines(contractId)).toEqual(many(9).map(Object.values));
	});

	test('each turn of a loop writes for itself', async () => {
		const contractId = await draft();
		const parameters = { fields: mapper({ [DESCRIPTION]: 'Setup' }) };
		const loop = async (runs: number) => runs < 3;

		await upsert(contractId, [{}], parameters, { ...retries, loop });

		expect(await stored(contractId)).toHaveLength(3);
	});
});
