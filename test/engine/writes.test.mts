import { creationSuite, LINK, row } from '../support/creation.mts';

const { sandbox, create, posts } = creationSuite();

const contracts = async () =>
	(await sandbox().control.contracts({ organization: 'main' })).length as number;

test('three rows of which the first has a date that is none: nothing is created', async () => {
	const before = await contracts();
	const rows = [row(0, { ends: '31.12.2026' }), row(1, { ends: '2026-12-31' }), row(2)];
	const options = { fieldsJson: '={{ { "End date": $json.ends } }}' };

	const { error, items } = await create(rows, { options });

	expect(error?.message).toContain("'End date' cannot take '31.12.2026'");
	expect(error?.description).toContain('No item was executed.');
	expect(error?.context).toMatchObject({
		itemIndex: 0,
		outcome: 'notExecuted',
		details: { executedItems: [], unknownItems: [], failedItems: [0] },
	});
	expect(items).toEqual([]);
	expect(await contracts()).toBe(before);
});

test('several bad rows are named by the first', async () => {
	const bad = { term: '30d' };
	const rows = [
		row(0),
		row(1, bad),
		row(2),
		row(3, bad),
		row(4, bad),
		row(5, bad),
		row(6),
		row(7, bad),
	];

	const { error } = await create(rows);

	expect(error?.message).toBe("Field 'Payment term' has no option '30d'");
	expect(error?.description).toContain('No item was executed. What fails, too: items 3-5 and 7.');
	expect(error?.context).toMatchObject({ itemIndex: 1 });
	expect(await posts()).toBe(0);
});

test('a row that the service refuses ends the others, and the error says which were executed', async () => {
	const before = await contracts();
	const rows = Array.from({ length: 40 }, (_, n) => row(n));
	await sandbox().control.fault({
		route: 'POST /contracts',
		kind: 'status',
		status: 400,
		body: { error: { errorId: 'NO', message: 'Not this one', details: {} } },
		skip: 12,
	});

	const { error } = await create(rows, { integration: LINK });

	const executed = (await contracts()) - before;
	expect(error?.message).toBe('Not this one');
	const { executedItems, unknownItems, failedItems } = error?.context?.details as Record<
		string,
		number[]
	>;
	expect(executedItems).toHaveLength(executed);
	expect(executed).toBeLessThan(25);
	expect(unknownItems).toEqual([]);
	expect(failedItems).toEqual([error?.context?.itemIndex]);
	expect(error?.description).toContain(`${executed} of 40 items had been executed by then: items `);
	expect(error?.description).toContain('leave these items out');
	expect(await posts()).toBe(executed + 1);
});
