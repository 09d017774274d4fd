import { answering, type Answer, type Asked } from '../support/answering.mts';
import { runOperation } from '../support/runOperation.mts';
import { knowing } from '../support/profiled.mts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A list of 400 records that does as if there were no filters. */
const rows = Array.from({ length: 400 }, (_, n) => ({
	id: uuid(n),
	name: `Record ${n}`,
	status: 'draft',
}));
const unfiltered = ({ query }: Asked): Answer => {
	const from = Number(query.get('after') ?? 0);
	const end = from + Number(query.get('limit'));
	const pagination =
		end < rows.length ? { has_next: true, next_cursor: String(end) } : { has_next: false };
	return { body: { data: rows.slice(from, end), pagination } };
};

test.each([
	['clause.getAll', {}, 9],
	['contract.getAll', {}, 5],
	['contract.getAll', { contractTypeIds: [uuid(1001), uuid(1002)] }, 12],
])(
	'a filter that the service ignores makes pages large, however small the limit is: %s %j',
	async (name, more, most) => {
		const service = await answering(unfiltered);
		const { items } = await runOperation(service.baseUrl, name, {
			returnAll: false,
			limit: 1,
			filters: { name: 'Record 399' },
			...more,
		});
		service.close();

		expect(items.map(({ json }) => json.name)).toEqual(['Record 399']);
		expect(service.asked[0].query.get('limit')).toBe('1');
		expect(service.asked.length).toBeLessThanOrEqual(most);
	},
);

test.each([
	[403, ['a', 'b', 'c']],
	[404, ['a', 'c']],
])(
	'a contract that is answered %s when it is read one by one does not fail the list',
	async (status, names) => {
		const createdAt = '2026-01-01T00:00:00.000Z';
		const parts = ['a', 'b', 'c'].map((name, n) => ({
			id: uuid(n),
			name,
			status: 'signed',
			createdAt,
		}));
		const link = { type: 'crm', externalEntity: 'deal', externalId: '7' };
		const service = await answering(({ path }) => {
			if (path === '/contracts') return { body: { data: parts, pagination: { has_next: false } } };
			const error = { errorId: status === 403 ? 'FORBIDDEN' : 'CONTRACT_NOT_FOUND' };
			if (path.endsWith('1')) return { status, body: { error } };
			return {
				body: {
					...parts.find(({ id }) => path.endsWith(id)),
					fields: [],
					integration: link,
					contractType: null,
				},
			};
		});
		const list = await runOperation(service.baseUrl, 'contract.getAll', {
			returnAll: true,
			options: { completeRecords: true },
		});
		const byLink = await runOperation(
			service.baseUrl,
			'contract.getByExternalId',
			{ externalId: '7' },
			[{}],
			{ credential: knowing(service.baseUrl, { 'contract-list-items': 'partial' }) },
		);
		service.close();

		expect(list.error).toBeUndefined();
		expect(list.items.map(({ json }) => json.name)).toEqual(names);
		expect(list.run.data.resultData.runData.SUT![0].hints).toHaveLength(1);
		// It may be the one that is looked for.
		expect(byLink.error?.context?.statusCode).toBe(status === 403 ? 403 : undefined);
	},
);

test.each([{ returnAll: true }, { returnAll: false, options: { onePage: true }, limit: 2 }])(
	'a list that ends with a full page although it has more is an error: %j',
	async (parameters) => {
		const service = await answering(({ query }) => {
			const data = rows.slice(0, Number(query.get('limit')));
			return { body: { data, pagination: { has_next: true, next_cursor: null } } };
		});
		const { error } = await runOperation(service.baseUrl, 'clause.getAll', parameters);
		service.close();

		expect(error?.message).toBe('The service says that there are more pages, but not where');
	},
);

test('contracts are checked again with what their list did not show', async () => {
	const ends = ['2026-05-01', '2027-01-01', '2026-06-01'].map((day) => `${day}T00:00:00.000Z`);
	const service = await answering(({ path }) => {
		const parts = ends.map((_end, n) => ({ id: uuid(n), name: `${n}`, status: 'signed' }));
		if (path === '/contracts') return { body: { data: parts, pagination: { has_next: false } } };
		const n = Number(path.slice(-1));
		return { body: { ...parts[n], endAt: ends[n], fields: [] } };
	});
	const { items } = await runOperation(service.baseUrl, 'contract.getAll', {
		returnAll: false,
		limit: 2,
		filters: { endAtTo: '2026-12-31T00:00:00.000Z' },
		options: { completeRecords: true },
	});
	service.close();

	expect(items.map(({ json }) => json.name)).toEqual(['0', '2']);
});
