import fc from 'fast-check';
import type { FieldValue } from '../../../nodes/ContractManagement/api/types';
import { RecordService, rowText } from './support/recordService.mts';

/** CI repeats what is known to hold; wherever somebody looks at the result, every run tries something new. */
const SEED = Number(
	process.env.FUZZ_SEED ?? (process.env.CI === 'true' ? 1 : Date.now() % 1_000_000),
);
const RUNS = Number(process.env.FUZZ_RUNS ?? 200);

type Values = Record<string, FieldValue>;

/** Few values, so that rows are often alike. */
const values = fc.record<Values>(
	{
		price: fc.constantFrom<FieldValue>(0, 0.5, 2),
		due: fc.constantFrom<FieldValue>('2024-06-01', '2024-06-02'),
		paid: fc.boolean(),
	},
	{ requiredKeys: [] },
);
const row = fc
	.tuple(fc.constantFrom('A', 'B', 'C', '007', '7', 'bad 1', 'bad 2'), values)
	.map(([sku, more]): Values => ({ sku, ...more }));

const call = fc.record({
	rows: fc.array(row, { minLength: 1, maxLength: 7 }),
	isMatched: fc.boolean(),
	recordsPerRequest: fc.constantFrom(0, 0, 2),
	continueOnFail: fc.boolean(),
});

const behaviour = fc.record({
	replaces: fc.boolean(),
	empties: fc.boolean(),
	answers: fc.constantFrom(
		...(['all', 'changed', 'changedValues', 'ids', 'inputs', 'nothing'] as const),
	),
	order: fc.constantFrom('oldestFirst' as const, 'newestFirst' as const, 'shuffled' as const),
	spelling: fc.constantFrom('asSent' as const, 'otherwise' as const),
});

/** Rows whose values are those of another one and more, shown in another order: which is which follows only in steps. */
const WITHIN_EACH_OTHER = [
	{ replaces: false, empties: false, answers: 'all', order: 'newestFirst', spelling: 'asSent' },
	true,
	[
		{
			rows: [
				{ sku: 'A', due: '2024-06-02' },
				{ sku: 'A', due: '2024-06-02', paid: false },
				{ sku: 'A' },
			],
			isMatched: false,
			recordsPerRequest: 0,
			continueOnFail: false,
		},
	],
] satisfies [unknown, boolean, unknown[]] as never;

/** What the table should hold: rows with their ids, as the node reported them. */
type Model = Map<string, Values>;

const isBad = ({ sku }: Values) => String(sku).startsWith('bad');

test(`any sequence of upserts leaves what a map would hold, and reports the ids of its rows (seed ${SEED})`, async () => {
	await fc.assert(
		fc.asyncProperty(
			behaviour,
			fc.boolean(),
			fc.array(call, { minLength: 1, maxLength: 4 }),
			async (how, keepsOthers, calls) => {
				// Whoever says that the service keeps its rows must be right.
				const replaces = how.replaces && keepsOthers;
				const service = new RecordService({ ...how, replaces, refuses: isBad, namesValue: true });
				const model: Model = new Map();
				for (const { rows, isMatched, ...more } of calls) {
					const isUnclear = isMatched && rows.some(({ sku }) => rowsOf(model, sku).length > 1);
					if (isUnclear) continue;
					const matchBy = isMatched ? ['sku'] : [];
					const outcomes = await service.upsert(rows, { matchBy, keepsOthers, ...more });
					expectOutcomes(service, model, rows, outcomes, more.continueOnFail);
					if (keepsOthers) expect(outcomes.filter(isWithoutId)).toEqual([]);
				}
				expect(service.stored).toEqual([...model.values()].map(rowText).toSorted());
			},
		),
		{ seed: SEED, numRuns: RUNS, examples: [WITHIN_EACH_OTHER] },
	);
});

function rowsOf(model: Model, sku: FieldValue | undefined): string[] {
	return [...model].filter(([, held]) => held.sku === sku).map(([id]) => id);
}

type Outcomes = Awaited<ReturnType<RecordService['upsert']>>;

/** Takes over into the model what is reported, and holds it against what is stored. */
function expectOutcomes(
	service: RecordService,
	model: Model,
	rows: Values[],
	outcomes: Outcomes,
	continueOnFail: boolean,
): void {
	const stored = new Map(service.rows.map(({ id, fields }) => [id, fields]));
	for (const outcome of outcomes) {
		const wanted = rows[outcome.itemIndex];
		expect('error' in outcome).toBe(isBad(wanted));
		if ('error' in outcome) continue;
		const { action, id } = outcome.json as { action: string; id: string | null };
		// Only who says that nothing need be read may get no id, and never another row's.
		if (id === null) {
			const found = service.rows.find((each) => !model.has(each.id) && holds(each.fields, wanted));
			model.set(found!.id, wanted);
			continue;
		}
		expect(stored.has(id)).toBe(true);
		const isMerged = outcome.json.mergedIntoItem !== undefined;
		if (!isMerged) expect(stored.get(id)).toMatchObject(wanted);
		if (action === 'created' && !isMerged && !rowIsSeen(model, id, outcome.itemIndex, outcomes)) {
			expect(model.has(id)).toBe(false);
		}
		model.set(id, { ...model.get(id), ...wanted });
	}
	const written = outcomes.filter((outcome) => !('error' in outcome)).length;
	const failures = new Set(outcomes.flatMap((each) => ('error' in each ? [each.error] : [])));
	const good = rows.filter((each) => !isBad(each)).length;
	if (continueOnFail) expect(written).toBe(good);
	else expect(failures.size).toBeLessThanOrEqual(1);
}

/** Whether an earlier row of the same input went into the same record. */
function rowIsSeen(model: Model, id: string, itemIndex: number, outcomes: Outcomes): boolean {
	return (
		model.has(id) &&
		outcomes.some((other) => other.itemIndex < itemIndex && 'json' in other && other.json.id === id)
	);
}

function isWithoutId(outcome: Outcomes[number]): boolean {
	return 'json' in outcome && outcome.json.id === null;
}

function holds(fields: Values, wanted: Values): boolean {
	return Object.entries(wanted).every(([name, value]) => fields[name] === value);
}
