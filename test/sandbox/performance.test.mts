import { createState, type SandboxState } from '../../sandbox/state.mts';
import { applySeed } from '../../sandbox/seed/index.mts';
import { listClauses } from '../../sandbox/routes/clauses/list.mts';
import { listContracts } from '../../sandbox/routes/contracts/list.mts';
import { listCounterparties } from '../../sandbox/routes/counterparties/list.mts';
import type { Call, Operation, Query } from '../../sandbox/http/operation.mts';

/**
 * The cost of a page is independent of its place when SQLite starts inside an index and reads rows in the order of
 * that index. That is in its plan, so no time is measured here; bench/sandbox-paging.mts does.
 */
let state: SandboxState;

beforeAll(() => {
	state = createState({});
	applySeed(state, 'demo');
});
afterAll(() => {
	state.database.close();
	state.storage.close();
});

const UUID = 'c0000000-0000-4000-8000-000000000001';
const SORTS = ['id', 'name', 'status', 'createdAt', 'updatedAt'];
const DATED = ['startAt', 'endAt'];
const withDescending = (fields: string[]) => fields.flatMap((field) => [field, `-${field}`]);

const CONTRACT_QUERIES: Query[] = [
	...withDescending([...SORTS, ...DATED]).map((sort) => ({ sort })),
	...['name', '-createdAt', 'updatedAt'].map((sort) => ({ sort, contractTypeId: UUID })),
	...['-createdAt', '-updatedAt'].map((sort) => ({ sort, status: 'signed' })),
	{ sort: '-createdAt', status: 'signed', contractTypeId: UUID },
	{ sort: '-createdAt', counterpartyId: UUID },
	{ sort: '-createdAt', folderId: UUID },
	{ sort: '-updatedAt', status: 'in:draft,signed' },
	{ sort: '-createdAt', startAt: ['gte:2026-01-01', 'lte:2026-12-31'] },
	{ sort: 'name', name: 'part' },
];
const COUNTERPARTY_QUERIES: Query[] = withDescending(SORTS).map((sort) => ({ sort }));

describe.each([
	['contracts', listContracts, CONTRACT_QUERIES],
	['counterparties', listCounterparties, COUNTERPARTY_QUERIES],
	['clauses', listClauses, [{}, { name: 'part' }]],
] as const)('a page of %s', (_, operation, queries) => {
	test.each(queries.map((query) => [JSON.stringify(query), query]))(
		'%s starts inside an index and is read in its order',
		(_name, query) => {
			for (const direction of ['after', 'before'] as const) {
				const plans = plansOf(operation, {
					...query,
					limit: '1',
					[direction]: anyCursor(operation, query),
				});
				expect(plans.length).toBeGreaterThan(0);
				for (const plan of plans) expect(problemsOf(plan)).toEqual([]);
			}
		},
	);
});

test('the check would notice a list that is sorted in memory', () => {
	const plan = explain(
		'SELECT * FROM contracts t WHERE (t.folder_id, t.id) > (?, ?) ORDER BY t.author_id',
		['', ''],
	);
	expect(problemsOf(plan)).not.toEqual([]);
});

/** Full scans, sorts, and searches of the listed table that do not begin at the cursor. */
function problemsOf(plan: string[]): string[] {
	const listed = plan.filter((step) => /^(SCAN|SEARCH) t\b/.test(step));
	const startsAtCursor = listed.some((step) => /^SEARCH t USING INDEX .*[<>]/.test(step));
	return [
		...plan.filter((step) => /^SCAN|TEMP B-TREE/.test(step)),
		...(startsAtCursor ? [] : [`no search from the cursor: ${listed.join()}`]),
	];
}

/** A cursor of this list, made by the list itself for a table in which it finds rows on both sides. */
function anyCursor(operation: Operation, { sort }: Query): string {
	const { pagination } = operation.handle(
		callOf({ ...(sort ? { sort } : {}), limit: '1' }),
		undefined,
	).body as { pagination: { next_cursor: string } };
	return pagination.next_cursor;
}

function plansOf(operation: Operation, query: Query): string[][] {
	const statements = jest.spyOn(state.database, 'all');
	try {
		operation.handle(callOf(query), undefined);
		return statements.mock.calls
			.filter(([sql]) => sql.includes('ORDER BY t.'))
			.map(([sql, ...values]) => explain(sql, values));
	} finally {
		statements.mockRestore();
	}
}

function explain(sql: string, values: unknown[]): string[] {
	const rows = state.database.all<{ detail: string }>(
		`EXPLAIN QUERY PLAN ${sql}`,
		...(values as string[]),
	);
	return rows.map(({ detail }) => detail);
}

function callOf(query: Query): Call {
	const key = state.keys.find('sandbox-admin-key')!;
	const { organizationId } = key;
	return {
		state,
		key,
		organizationId,
		catalog: state.catalogs.of(organizationId),
		database: state.database,
		appUrl: '',
		origin: '',
		params: {},
		query,
		body: undefined,
	};
}
