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

const usual = [
	{ weight: 6, arbitrary: anything },
	{ weight: 4, arbitrary: ticks },
	{ weight: 3, arbitrary: disturbance },
];

/** Where times are cut to seconds, a change that shows late may look as if it had come before one that it followed. */
function scenario({ precisionMs }: WorldOptions) {
	const steps = precisionMs === undefined ? [...usual, { weight: 1, arbitrary: late }] : usual;
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
	['times are in whole seconds', { order: 'kept', isDurable: true, precisionMs: 1_000 }],
	[
		'few contracts are remembered',
		{ order: 'kept', isDurable: true, maxVersions: 2, limit: Infinity },
	],
	[
		'few contracts are remembered of a list that is not sorted',
		{ order: 'ignored', isDurable: true, maxVersions: 2, limit: Infinity },
	],
	[
		'no more contracts can be remembered: new and signed ones perhaps twice',
		{ order: 'kept', isDurable: true, maxVersions: 2, limit: 3 },
	],
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

/** What is new or signed is named by the record alone; a change by the version that shows it. */
const ONCE = ['created', 'signed'];

/** Whether what was handled may be forgotten before it can be told from what was not. */
function isForgetful({ limit = Infinity }: WorldOptions) {
	return limit < Infinity;
}

function expectNothingTwice({ emitted, options }: World) {
	const keys = emitted
		.filter(({ event }) => !(isForgetful(options) && ONCE.includes(event)))
		.map(({ event, key, revision }) => (ONCE.includes(event) ? key : `${key}:${revision}`));
	expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
}

function expectEverything(
	{ contracts, emitted, options }: World,
	known: Map<string, { status: string; revision: number }>,
) {
	for (const contract of contracts) {
		const own = emitted.filter(({ id }) => id === contract.id);
		const before = known.get(contract.id);
		const has = (event: string) => own.some((item) => item.event === event);

		if (!before || !isForgetful(options)) expect(has('created')).toBe(before === undefined);
		// The version that the contract has now was handed on.
		if (before?.revision !== contract.revision) {
			expect(own.some(({ revision }) => revision === contract.revision)).toBe(true);
		}
		// Who follows the items knows the status that it has now.
		const told = own.filter(({ event }) => event !== 'updated').at(-1)?.status ?? before?.status;
		expect(told).toBe(contract.status);
		if (contract.status === 'signed' && before?.status !== 'signed') {
			expect(has('signed')).toBe(true);
		}
	}
}

function expectOrder({ emitted }: World) {
	for (const [index, item] of emitted.entries()) {
		const next = emitted[index + 1];
		if (next?.tick === item.tick) expect(next.updatedAt >= item.updatedAt).toBe(true);
	}
}
