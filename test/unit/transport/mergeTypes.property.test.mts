import fc from 'fast-check';
import { take } from '../../../nodes/ContractManagement/transport/lists/paginate';
import { fakeConnection } from './support/fakeService.mts';
import { cut, merged, pageAt, splits, type Split } from './support/pagedLists.mts';

interface Row {
	id: string;
	type: string;
	name: string;
	updatedAt: string;
	endAt: string | null;
}

const uuidOfNumber = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const TYPES = [0, 1, 2, 3].map((n) => uuidOfNumber(900 + n));

const rowSets: fc.Arbitrary<Row[]> = fc
	.array(
		fc.record({
			type: fc.constantFrom(...TYPES),
			name: fc.string({ maxLength: 2 }),
			updatedAt: fc.nat(5).map((n) => new Date(1.7e12 + n).toISOString()),
			endAt: fc.option(fc.nat(3).map((n) => `2026-01-0${n + 1}T00:00:00.000Z`)),
		}),
		{ maxLength: 40 },
	)
	.map((rows) => rows.map((row, i) => ({ id: uuidOfNumber(i), ...row })));

const sorts = fc
	.uniqueArray(fc.constantFrom('name', 'updatedAt', 'endAt', 'id'), { minLength: 1, maxLength: 3 })
	.chain((fields) =>
		fc
			.tuple(...fields.map((field) => fc.constantFrom(field, `-${field}`)))
			.map((keys) => keys.join(',')),
	);

const limits = fc.oneof(fc.integer({ min: 1, max: 45 }), fc.constant(Infinity));

/** The order in words of the issue, written without the code under test: bytes of the text, nulls last ascending. */
function naiveOrder(sort: string) {
	const keys =
		sort.split(',').includes('id') || sort.split(',').includes('-id') ? sort : `${sort},id`;
	return (a: Row, b: Row): number => {
		for (const key of keys.split(',')) {
			const field = key.replace('-', '') as keyof Row;
			const sign = key.startsWith('-') ? -1 : 1;
			if (a[field] === b[field]) continue;
			if (a[field] === null) return sign;
			if (b[field] === null) return -sign;
			return (
				sign *
				Buffer.compare(
					Buffer.from(a[field] as string, 'utf8'),
					Buffer.from(b[field] as string, 'utf8'),
				)
			);
		}
		return 0;
	};
}

/** Requests that read of each type as many records as are wanted. */
function fewestRequests(limit: number, chains: Row[][][]): number {
	const counts = chains.map((chain) => {
		let [seen, count] = [0, 0];
		while (count < chain.length && seen < limit) seen += chain[count++].length;
		return Math.max(count, 1);
	});
	return counts.reduce((sum, count) => sum + count, 0);
}

test('merging equals sorting everything, with the fewest requests that read as much of each type', async () => {
	await fc.assert(
		fc.asyncProperty(
			rowSets,
			sorts,
			limits,
			fc.integer({ min: 1, max: 6 }),
			fc.array(splits, { minLength: 4, maxLength: 4 }),
			async (rows, sort, limit, pageSize, split: Split[]) => {
				const order = naiveOrder(sort);
				const rowsOf = (type: string) => rows.filter((row) => row.type === type).sort(order);
				const { connection, sent } = fakeConnection(({ qs }) => {
					const i = TYPES.indexOf(String(qs.contractTypeId));
					return { body: pageAt(rowsOf(TYPES[i]), split[i], qs) };
				});

				const source = merged<Row>(
					connection,
					{ method: 'GET', path: '/contracts' },
					{ typeIds: TYPES, sort, limit, pageSize },
				);
				const records = await take(source, limit);

				const expected = rows.toSorted(order).slice(0, limit);
				expect(records.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
				const chains = TYPES.map((type, i) => cut(rowsOf(type), split[i], pageSize));
				expect(sent.length).toBe(fewestRequests(limit, chains));
				expect(new Set(sent.map(({ qs }) => JSON.stringify(qs))).size).toBe(sent.length);
				for (const { qs } of sent) expect(String(qs.sort)).toMatch(/(^|,)-?id(,|$)/);
			},
		),
		{ numRuns: 300 },
	);
});
