import fc from 'fast-check';
import { World, type WorldOptions } from './pollWorld.mts';

const RUNS = Number(process.env.RUNS ?? 150);
const STATUSES = ['draft', 'negotiating', 'signing', 'signed', 'canceled'];

/** Something that happens, and how a counterexample shows it. */
interface Step {
	said: unknown;
	act: (world: World) => Promise<unknown> | unknown;
}

const status = fc.constantFrom(...STATUSES);
const maybe = <T,>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const anything: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({ change: fc.nat(30), to: maybe(status) }).map((said) => ({
			said,
			act: (world: World) => world.change(said.change, said.to),
		})),
	},
	{
		weight: 1,
		arbitrary: status.map((create) => ({
			said: { create },
			act: (world: World) => world.create(create),
		})),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom(0, 1, 1, 5, 600, 2_500).map((pass) => ({
			said: { pass },
			act: (world: World) => world.pass(pass),
		})),
	},
);

const late: fc.Arbitrary<Step> = fc
	.record({ change: fc.nat(30), to: maybe(status), shownAfter: fc.integer({ min: 1, max: 1_000 }) })
	.map((said) => ({
		said,
		act: (world) => world.change(said.change, said.to, said.shownAfter),
	}));

const ticks: fc.Arbitrary<Step> = fc
	.record({
		pages: maybe(fc.integer({ min: 1, max: 4 })),
		maxChanges: maybe(fc.integer({ min: 1, max: 5 })),
		failAt: maybe(fc.nat(4)),
		between: fc.array(anything, { maxLength: 6, size: 'max' }),
	})
	.map(({ between, ...plan }) => ({
		said: { tick: plan, between: between.map(({ said }) => said) },
		act: async (world) => {
			const left = [...between];
			await world.tick({ ...plan, between: () => left.shift()?.act(world) });
		},
	}));

const disturbance: fc.Arbitrary<Step> = fc
	.constantFrom('forgetCursors' as const, 'crash' as const, 'republish' as const)
	.map((said) => ({ said, act: (world) => world[said]() }));

const punctual = [
	{ weight: 6, arbitrary: anything },
	{ weight: 4, arbitrary: ticks },
	{ weight: 3, arbitrary: disturbance },
];

/**
 * Changes that show late belong to services that are remembered whole: a signature that shows after newer ones of
 * forgotten contracts were seen looks like an old one (docs/triggers.md).
 */
function scenario({ maxVersions }: WorldOptions) {
	const steps =
		maxVersions === undefined ? [...punctual, { weight: 1, arbitrary: late }] : punctual;
	return fc.record({
		before: fc.array(status, { maxLength: 12, size: 'max' }),
		steps: fc.array(fc.oneof(...steps), { maxLength: 60, size: 'max' }),
		pageSize: fc.integer({ min: 1, max: 5 }),
		spacing: fc.constantFrom(1, 5_000),
	});
}

const modes: Array<[string, WorldOptions]> = [
	['the service sorts; n8n’s durable cursors', { order: 'kept', isDurable: true }],
	['the service sorts; n8n’s legacy engine', { order: 'kept', isDurable: false }],
	['the service ignores the sort', { order: 'ignored', isDurable: true }],
	['the service refuses to sort', { order: 'refused', isDurable: false }],
	['few contracts are remembered', { order: 'kept', isDurable: true, maxVersions: 2 }],
];

test.each(modes)(
	'every change is emitted, and none twice: %s',
	async (_mode, options) => {
		await fc.assert(
			fc.asyncProperty(scenario(options), async ({ before, steps, pageSize, spacing }) => {
				const world = new World({ ...options, pageSize });
				for (const initial of before) {
					world.create(initial);
					world.pass(spacing);
				}
				world.pass(5_000);
				await world.tick();
				const known = new Map(world.contracts.map((contract) => [contract.id, { ...contract }]));
				world.pass(1);

				for (const { act } of steps) await act(world);
				await world.settle();

				expectNothingTwice(world);
				expectEverything(world, known);
				expectOrder(world);
			}),
			{ numRuns: RUNS },
		);
	},
	120_000,
);

function expectNothingTwice({ emitted }: World) {
	const keys = emitted.map(({ key }) => key);
	expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
}

function expectEverything(
	{ contracts, emitted, options }: World,
	known: Map<string, { status: string; updatedAt: string }>,
) {
	for (const contract of contracts) {
		const own = emitted.filter(({ id }) => id === contract.id);
		const before = known.get(contract.id);
		const has = (event: string) => own.filter((item) => item.event === event).length;

		if (before) expect(has('created')).toBe(0);
		// A contract that moves on before each scan gets to it can be older than what was forgotten when it is met.
		else if (options.maxVersions === undefined) expect(has('created')).toBe(1);
		else expect(own.length).toBeGreaterThan(0);
		// The version that the contract has now was handed on.
		if (before?.updatedAt !== contract.updatedAt) {
			expect(own.some(({ updatedAt }) => updatedAt === contract.updatedAt)).toBe(true);
		}
		// Who follows the items knows the status that it has now.
		const told = own.filter(({ event }) => event !== 'updated').at(-1)?.status ?? before?.status;
		expect(told).toBe(contract.status);
		if (contract.status === 'signed' && before?.status !== 'signed') expect(has('signed')).toBe(1);
	}
}

function expectOrder({ emitted }: World) {
	for (const [index, item] of emitted.entries()) {
		const next = emitted[index + 1];
		if (next?.tick === item.tick) expect(next.updatedAt >= item.updatedAt).toBe(true);
	}
}
