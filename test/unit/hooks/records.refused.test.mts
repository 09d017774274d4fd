import { RecordService } from './support/recordService.mts';

const row = (index: number, bad: number[]) => ({
	sku: `${bad.includes(index) ? 'bad' : 'good'} ${index}`,
});
const rowsWith = (count: number, bad: number[]) =>
	Array.from({ length: count }, (_, index) => row(index, bad));
const refuses = ({ sku }: Record<string, unknown>) => String(sku).startsWith('bad');

async function written(count: number, bad: number[], service = new RecordService({ refuses })) {
	const outcomes = await service.upsert(rowsWith(count, bad), { continueOnFail: true });
	const failed = outcomes.flatMap((each) => ('error' in each ? [each.itemIndex] : []));
	const puts = service.requests.filter((method) => method === 'PUT').length;
	return { service, outcomes, failed, more: puts - 1 };
}

describe('rows that the service refuses without a word on which', () => {
	test('are found, wherever they are, in two requests for each halving', async () => {
		for (const count of [2, 3, 4, 5, 6, 7, 8, 9, 16, 17]) {
			for (let bad = 0; bad < count; bad++) {
				const { failed, service, more } = await written(count, [bad]);
				expect(failed).toEqual([bad]);
				expect(service.rows).toHaveLength(count - 1);
				expect(more).toBeLessThanOrEqual(2 * Math.log2(count));
			}
		}
	});

	test('are found where it finds them invalid', async () => {
		const service = new RecordService({ refuses, refusal: 422 });
		const { failed } = await written(8, [5], service);
		expect(failed).toEqual([5]);
		expect(service.rows).toHaveLength(7);
	});

	test.each([[[0]], [[999]], [[500]], [[0, 999]], [[3, 4, 5]], [[10, 200, 333, 600, 998]]])(
		'a thousand with %j',
		async (bad) => {
			const { failed, service, more } = await written(1000, bad);
			expect(failed).toEqual(bad);
			expect(service.rows).toHaveLength(1000 - bad.length);
			expect(more).toBeLessThanOrEqual(bad.length * 2 * Math.log2(1000));
		},
	);

	test('lose nothing where a request replaces the table', async () => {
		const service = new RecordService({ refuses, replaces: true, answers: 'changed' });
		await service.upsert([{ sku: 'old' }]);
		const { failed } = await written(20, [3, 11], service);
		expect(failed).toEqual([3, 11]);
		expect(service.rows).toHaveLength(1 + 18);
	});

	test('lose nothing of the input where existing rows are left to a service that replaces them', async () => {
		const service = new RecordService({ refuses, replaces: true });
		const rows = rowsWith(20, [3, 11]);
		await service.upsert(rows, { continueOnFail: true, keepsOthers: false });
		expect(service.rows).toHaveLength(18);
	});

	test('lose no row that is still to be updated where a service replaces the table', async () => {
		const service = new RecordService({ replaces: true, refuses: ({ price }) => price === 13 });
		const rows = Array.from({ length: 9 }, (_, index) => ({ sku: `sku ${index}` }));
		await service.upsert(rows);
		const updates = rows.map((each, index) => ({ ...each, price: index === 6 ? 13 : index }));
		const more = { matchBy: ['sku'], keepsOthers: false, continueOnFail: true };
		const outcomes = await service.upsert(updates, more);
		expect(outcomes.flatMap((each) => ('error' in each ? [each.itemIndex] : []))).toEqual([6]);
		const prices = service.rows.map(({ fields }) => fields.price);
		expect(prices).toEqual([0, 1, 2, 3, 4, 5, null, 7, 8]);
	});

	test('are not searched for without end', async () => {
		const bad = Array.from({ length: 500 }, (_, index) => index * 2);
		const { outcomes, service, more } = await written(1000, bad);
		expect(more).toBeLessThanOrEqual(700);
		const good = outcomes.filter((outcome) => 'json' in outcome);
		expect(service.rows).toHaveLength(good.length);
		const last = outcomes.at(-1);
		expect(last).toMatchObject({
			error: { description: expect.stringContaining('this one may be right') },
		});
	});

	test('are not searched for where it is the existing ones', async () => {
		const service = new RecordService();
		await service.upsert([{ sku: 'bad' }]);
		service.behaviour.refuses = refuses;
		const { outcomes, more } = await written(1000, [], service);
		expect(more).toBeLessThanOrEqual(13);
		expect(service.rows).toHaveLength(1);
		expect(outcomes).toHaveLength(1000);
		expect(outcomes.at(-1)).toMatchObject({
			error: { description: expect.stringContaining('refuses the existing rows') },
		});
	});
});

describe('where the node stops on errors', () => {
	test('the first bad row ends it, and all before it are written', async () => {
		const service = new RecordService({ refuses });
		const outcomes = await service.upsert(rowsWith(100, [37, 80]));
		const failed = outcomes.filter((outcome) => 'error' in outcome);
		expect(failed).toMatchObject([{ itemIndex: 37 }]);
		expect(service.stored).toHaveLength(37);
		expect(outcomes.filter((outcome) => 'json' in outcome)).toHaveLength(37);
		expect(service.requests.length).toBeLessThanOrEqual(2 + 2 * Math.log2(100));
	});
});

test.each([401, 403, 409, 500])('a table that is answered with %i is not split', async (status) => {
	const service = new RecordService({ status });
	const outcomes = await service.upsert(rowsWith(100, []), { continueOnFail: true });
	expect(outcomes.filter((outcome) => 'error' in outcome)).toHaveLength(100);
	expect(service.requests).toEqual(['GET', 'PUT']);
});

test('a contract that is not there is asked for once more, and not row by row', async () => {
	const service = new RecordService({ isMissing: true });
	const more = { continueOnFail: true, keepsOthers: false };
	const outcomes = await service.upsert(rowsWith(100, []), more);
	expect(outcomes.filter((outcome) => 'error' in outcome)).toHaveLength(100);
	expect(service.requests).toEqual(['PUT', 'GET']);
});

test('rows that are written count as written where their ids cannot be read afterwards', async () => {
	const service = new RecordService({ answers: 'nothing' });
	service.failsAfter = 2;
	const outcomes = await service.upsert(rowsWith(2, []));
	expect(outcomes.map((outcome) => 'json' in outcome && outcome.json)).toMatchObject([
		{ action: 'created', id: null, fields: { sku: 'good 0' } },
		{ action: 'created', id: null, fields: { sku: 'good 1' } },
	]);
	expect(service.rows).toHaveLength(2);
});

test('a request of several removes no row of the input, where existing rows are left to a service that replaces them', async () => {
	const service = new RecordService({ replaces: true });
	const outcomes = await service.upsert(rowsWith(5, []), {
		keepsOthers: false,
		recordsPerRequest: 2,
	});
	expect(outcomes.map((outcome) => 'json' in outcome && outcome.json.id)).toEqual(
		service.rows.map(({ id }) => id),
	);
	expect(service.rows).toHaveLength(5);
	expect(service.requests).toEqual(['PUT', 'PUT', 'PUT']);
});

test('what may have been updated is not undone by the next request', async () => {
	const service = new RecordService();
	await service.upsert([{ ...row(0, []), price: 1 }]);
	service.losesNext = true;
	const rows = rowsWith(4, []).map((each) => ({ ...each, price: 2 }));
	const outcomes = await service.upsert(rows, {
		matchBy: ['sku'],
		keepsOthers: false,
		recordsPerRequest: 2,
		continueOnFail: true,
	});
	expect(outcomes.map((outcome) => 'error' in outcome)).toEqual([true, true, false, false]);
	expect(service.rows.map(({ fields }) => fields.price)).toEqual([2, 2, 2, 2]);
});

test('what may have happened is looked at before the next request', async () => {
	const service = new RecordService({ replaces: true });
	await service.upsert([{ sku: 'old' }]);
	service.losesNext = true;
	const outcomes = await service.upsert(rowsWith(4, []), {
		recordsPerRequest: 2,
		continueOnFail: true,
	});
	expect(outcomes.map((outcome) => 'error' in outcome)).toEqual([true, true, false, false]);
	// Nobody knows, but here it did happen, and it stays.
	expect(service.rows).toHaveLength(5);
});

describe('where reads are behind writes that are answered without rows', () => {
	const lagging = () => new RecordService({ replaces: true, empties: true, answers: 'nothing' });

	test('no request undoes what one before of the run has written', async () => {
		const service = lagging();
		await service.upsert([{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }]);
		await service.upsert([{ id: service.rows[0].id, sku: 'd' }]);
		service.behaviour.isBehind = true;
		const rows = service.rows.map(({ id }, i) => ({ id, price: i }));
		await service.upsert(rows, { recordsPerRequest: 1 });
		expect(service.rows.map(({ fields }) => fields.price)).toEqual([0, 1, 2]);
	});

	test('nothing more is sent after rows that they do not show: it would remove them', async () => {
		const service = lagging();
		service.behaviour.isBehind = true;
		const rows = ['a', 'b', 'c', 'd'].map((sku) => ({ sku }));
		const outcomes = await service.upsert(rows, { recordsPerRequest: 2 });
		expect(service.rows.map(({ fields }) => fields.sku)).toEqual(['a', 'b']);
		expect(outcomes.at(-1)).toMatchObject({
			error: {
				message: 'The service does not show the rows that were written just before',
				description: expect.stringContaining('Records per Request 0') as string,
			},
		});
	});
});
