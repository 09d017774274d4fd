import { RecordService } from './support/recordService.mts';

const row = (index: number, bad: number[]) => ({
	sku: `${bad.includes(index) ? 'bad' : 'good'} ${index}`,
});
const rowsWith = (count: number, bad: number[]) =>
	Array.from({ length: count }, (_, index) => row(index, bad));
const refuses = ({ sku }: Record<string, unknown>) => String(sku).startsWith('bad');

const failedIn = (outcomes: object[]) =>
	outcomes.flatMap((each, index) => ('error' in each ? [index] : []));

async function written(count: number, bad: number[], service: RecordService, more: object = {}) {
	const outcomes = await service.upsert(rowsWith(count, bad), { continueOnFail: true, ...more });
	const puts = service.requests.filter((method) => method === 'PUT').length;
	return { outcomes, failed: failedIn(outcomes), puts };
}

describe('rows that the service refuses', () => {
	test.each([400, 422])('and names fail, and the others are written (%i)', async (refusal) => {
		const service = new RecordService({ refuses, refusal, namesValue: true, replaces: true });
		await service.upsert([{ sku: 'old' }]);
		const { failed, puts } = await written(20, [3, 11], service);
		expect(failed).toEqual([3, 11]);
		expect(service.rows).toHaveLength(1 + 18);
		expect(puts).toBe(1 + 3);
	});

	test('without a word on which fail with all of their request, in one', async () => {
		const service = new RecordService({ refuses });
		const { outcomes, failed, puts } = await written(100, [37], service);
		expect(failed).toHaveLength(100);
		expect([puts, service.rows.length]).toEqual([1, 0]);
		expect(outcomes[0]).toMatchObject({
			error: { description: expect.stringContaining('Fewer Records per Request') as string },
		});
	});

	test('are narrowed down by Records per Request, and nothing is lost', async () => {
		const service = new RecordService({ refuses, replaces: true, answers: 'changed' });
		await service.upsert([{ sku: 'old' }]);
		const { failed, outcomes } = await written(6, [3], service, { recordsPerRequest: 1 });
		expect(failed).toEqual([3]);
		expect(service.rows).toHaveLength(1 + 5);
		expect(outcomes[3]).not.toMatchObject({
			error: { description: expect.stringContaining('Fewer Records per Request') as string },
		});
	});

	test('lose no row that is still to be updated where a service replaces the table', async () => {
		const service = new RecordService({ replaces: true, refuses: ({ price }) => price === 13 });
		const rows = Array.from({ length: 9 }, (_, index) => ({ sku: `sku ${index}` }));
		await service.upsert(rows);
		const updates = rows.map((each, index) => ({ ...each, price: index === 6 ? 13 : index }));
		const more = { matchBy: ['sku'], keepsOthers: false, continueOnFail: true };
		const outcomes = await service.upsert(updates, { ...more, recordsPerRequest: 2 });
		expect(failedIn(outcomes)).toEqual([6, 7]);
		const prices = service.rows.map(({ fields }) => fields.price);
		expect(prices).toEqual([0, 1, 2, 3, 4, 5, null, null, 8]);
	});
});

test('where the node stops on errors, the first request that is refused ends it', async () => {
	const service = new RecordService({ refuses });
	const outcomes = await service.upsert(rowsWith(100, [37, 80]), { recordsPerRequest: 10 });
	expect(outcomes).toHaveLength(40);
	expect(failedIn(outcomes)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
	expect(service.stored).toHaveLength(30);
});

test.each([401, 403, 409, 500])(
	'a table that is answered with %i is not asked again',
	async (status) => {
		const service = new RecordService({ status });
		const outcomes = await service.upsert(rowsWith(100, []), { continueOnFail: true });
		expect(outcomes.filter((outcome) => 'error' in outcome)).toHaveLength(100);
		expect(service.requests).toEqual(['GET', 'PUT']);
	},
);

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
