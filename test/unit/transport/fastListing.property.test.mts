import fc from 'fast-check';
import { fastListing } from '../../../nodes/ContractManagement/transport/lists/fastListing';
import { fakeConnection, type Sent } from './support/fakeService.mts';

interface Contract {
	id: string;
	type: string;
	status: string;
	createdAt: string;
	updatedAt: string;
}

const STATUSES = ['draft', 'negotiating', 'signing', 'signed', 'canceled'];
const uuidOfNumber = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const TYPES = [uuidOfNumber(901), uuidOfNumber(902)];
const START = 1.7e12;

/** A service that keeps its rows in order of a key, and changes some of them whenever a request arrives. */
function changingService(contracts: Contract[], changes: Change[]) {
	let now = START + contracts.length;
	const seen = new Map(contracts.map(({ id, status }) => [id, new Set([status])]));
	const pending = [...changes];
	const answer = ({ qs }: Sent) => {
		const body = structuredClone(keysetPage(contracts, qs));
		for (const change of pending.splice(0, 1).flat()) {
			const contract = contracts[change.contract % contracts.length];
			contract.status = change.status;
			contract.updatedAt = new Date((now += change.afterMs)).toISOString();
			seen.get(contract.id)!.add(change.status);
		}
		return { body };
	};
	return { answer, seen };
}

type Change = Array<{ contract: number; status: string; afterMs: number }>;

function keysetPage(contracts: Contract[], qs: Sent['qs']) {
	const [key] = String(qs.sort).split(',');
	const field = key.replace('-', '') as keyof Contract;
	const sign = key.startsWith('-') ? -1 : 1;
	const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
	const compare = (a: [string, string], b: [string, string]) =>
		sign * order(a[0], b[0]) || order(a[1], b[1]);
	const keyOf = (row: Contract): [string, string] => [row[field], row.id];
	const after =
		qs.after === undefined ? undefined : (JSON.parse(String(qs.after)) as [string, string]);
	const rows = contracts
		.filter((row) => qs.status === undefined || row.status === qs.status)
		.filter((row) => qs.contractTypeId === undefined || row.type === qs.contractTypeId)
		.filter((row) => !after || compare(keyOf(row), after) > 0)
		.sort((a, b) => compare(keyOf(a), keyOf(b)));
	const data = rows.slice(0, Number(qs.limit));
	const hasNext = rows.length > data.length;
	return {
		data,
		pagination: {
			has_next: hasNext,
			next_cursor: hasNext ? JSON.stringify(keyOf(data.at(-1)!)) : null,
		},
	};
}

const contractSets = fc
	.array(fc.record({ type: fc.constantFrom(...TYPES), status: fc.constantFrom(...STATUSES) }), {
		minLength: 1,
		maxLength: 60,
	})
	.map((rows) =>
		rows.map((row, i) => ({
			...row,
			id: uuidOfNumber(i),
			// Several in one moment, as after an import.
			createdAt: new Date(START + Math.floor(i / 3)).toISOString(),
			updatedAt: new Date(START + i).toISOString(),
		})),
	);

// Whatever happens at each of the first requests; the 10,000 ms are beyond the tolerance for late changes.
const changeScripts = fc.array(
	fc.array(
		fc.record({
			contract: fc.nat(),
			status: fc.constantFrom(...STATUSES),
			afterMs: fc.constantFrom(1, 50, 10_000),
		}),
		{ maxLength: 3 },
	),
	{ maxLength: 40 },
);

test('while contracts change status, none is missed and none comes twice', async () => {
	await fc.assert(
		fc.asyncProperty(
			contractSets,
			changeScripts,
			fc.subarray(STATUSES),
			fc.constantFrom(undefined, ...TYPES),
			fc.integer({ min: 1, max: 7 }),
			async (contracts, changes, statuses, contractTypeId, pageSize) => {
				const { answer, seen } = changingService(structuredClone(contracts), changes);
				const { connection } = fakeConnection(answer);

				const listed = (await fastListing<Contract>(
					connection,
					{ method: 'GET', path: '/contracts', qs: { contractTypeId } },
					{ statuses, pageSize },
				))!;

				const wanted = statuses.length > 0 ? statuses : STATUSES;
				const ids = listed.map(({ id }) => id);
				expect(new Set(ids).size).toBe(ids.length);
				for (const { id, type } of contracts) {
					const had = [...seen.get(id)!];
					const isOfType = contractTypeId === undefined || type === contractTypeId;
					if (isOfType && had.every((status) => wanted.includes(status))) expect(ids).toContain(id);
					if (!isOfType || !had.some((status) => wanted.includes(status))) {
						expect(ids).not.toContain(id);
					}
				}
				for (const { status } of listed) expect(wanted).toContain(status);
			},
		),
		{ numRuns: 500 },
	);
});
