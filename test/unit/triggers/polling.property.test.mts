import assert from 'node:assert/strict';
import fc from 'fast-check';
import { World, type WorldOptions } from './pollWorld.mts';

/**
 * A model of what polling promises, against random sequences of what may happen. `RUNS` is how many sequences each mode
 * runs, `SEED` where they begin: `RUNS=2000 SEED=1 npm run test:unit -- polling.property`.
 */
const RUNS = Number(process.env.RUNS ?? 100);
/** CI repeats what is known to hold; wherever somebody looks at the result, every run tries something new. */
const SEED = Number(
	process.env.SEED ?? (process.env.CI === 'true' ? 1 : Date.now() % 1_000_000_000),
);
const DAY_MS = 24 * 60 * 60 * 1_000;
const STATUSES = ['draft', 'negotiating', 'signing', 'signed', 'canceled'];

/** Something that happens, and how a counterexample shows it. */
interface Step {
	said: unknown;
	act: (world: World) => Promise<unknown> | unknown;
	[fc.toStringMethod]: () => string;
}

function shown(said: unknown, act: Step['act']): Step {
	return { said, act, [fc.toStringMethod]: () => JSON.stringify(said) };
}

interface Mode extends WorldOptions {
	/** Changes that show late. Where times are cut, they may look as if they had come before one that they followed. */
	isLate?: boolean;
	/** Records that are stamped ahead of the service's clock. */
	isAhead?: boolean;
	/**
	 * Polls in which the list is in another order, from beginning to end. A poll that finds nothing is one request and cannot
	 * tell: what only a poll that looks again can find (late, or of the same moment as one that was handled) may be lost then.
	 */
	isUnsorted?: boolean;
	/** Pages that are not in order. */
	isShuffled?: boolean;
	/** Contracts that cannot be read by themselves. */
	isUnreadable?: boolean;
	/** What was handled may be forgotten before it can be told from what was not. */
	isForgetful?: boolean;
}

const MODES: Record<string, Mode> = {
	'the service sorts': { isLate: true },
	'the service stops sorting for a while': { isUnsorted: true },
	'pages are not in order': { isShuffled: true, isLate: true },
	'times are in whole seconds': { precisionMs: 1_000 },
	'changes happen at the same time': { mayCoincide: true },
	'records are stamped an hour ahead': { isAhead: true, isLate: true },
	'lists are behind': { isStale: true },
	'records are read by themselves, some behind, some not at all': {
		...{ isPartial: true, isStale: true, isUnreadable: true },
	},
	'few contracts are remembered': { maxVersions: 2, limit: Infinity, isLate: true },
	'few contracts are remembered, and paper is signed days before it is entered: signed ones perhaps twice':
		{
			...{ maxVersions: 2, limit: Infinity, isForgetful: true, enteringMs: 31 * DAY_MS },
			...{ paperMs: 30 * DAY_MS },
		},
	'no more contracts can be remembered: new and signed ones perhaps twice': {
		...{ maxVersions: 2, limit: 3, isForgetful: true },
	},
};

const status = fc.constantFrom(...STATUSES);
const kind = fc.constantFrom('A' as const, 'A' as const, 'B' as const);
const maybe = <T,>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const step = <T,>(arbitrary: fc.Arbitrary<T>, act: (said: T, world: World) => unknown) =>
	arbitrary.map((said) => shown(said, (world) => act(said, world)));

const change = step(fc.record({ change: fc.nat(30), to: maybe(status) }), (said, world) =>
	world.change(said.change, said.to),
);
const creation = step(fc.record({ create: status, kind }), (said, world) =>
	world.create(said.create, said.kind),
);
const passing = step(fc.record({ pass: fc.constantFrom(0, 1, 1, 5, 600, 2_500) }), (said, world) =>
	world.pass(said.pass),
);
const late = step(
	fc.record({
		change: fc.nat(30),
		to: maybe(status),
		shownAfter: fc.integer({ min: 1, max: 999 }),
	}),
	(said, world) => world.change(said.change, said.to, said.shownAfter),
);
const ahead = step(fc.record({ ahead: fc.nat(30), to: maybe(status) }), (said, world) =>
	world.change(said.ahead, said.to, 0, 3_600_000),
);
const sorting = step(fc.constantFrom('ignored' as const, 'kept' as const), (order, world) => {
	world.order = order;
});
const unreadable = step(fc.record({ unreadable: fc.nat(30) }), (said, world) => {
	const contract = world.contracts[said.unreadable];
	if (contract) world.unreadable.add(contract.id);
});
const crash = step(fc.constant('crash'), (_said, world) => world.crash());
const republication = step(
	fc.record({ republish: fc.constantFrom('same', 'same', 'A' as const, 'B' as const, 'all') }),
	({ republish }, world) => {
		if (republish === 'same') world.republish();
		else world.setTo(republish === 'all' ? undefined : (republish as 'A' | 'B'));
	},
);

function scenario(mode: Mode) {
	const happening = [
		{ weight: 6, arbitrary: change },
		{ weight: 2, arbitrary: creation },
		{ weight: 4, arbitrary: passing },
		{ weight: mode.isLate ? 2 : 0, arbitrary: late },
		{ weight: mode.isAhead ? 1 : 0, arbitrary: ahead },
		{ weight: mode.isUnreadable ? 1 : 0, arbitrary: unreadable },
	];
	const ticks = fc
		.record({
			pages: maybe(fc.integer({ min: 1, max: 6 })),
			maxChanges: maybe(fc.integer({ min: 1, max: 5 })),
			failAt: maybe(fc.nat(4)),
			shuffledAt: mode.isShuffled ? maybe(fc.nat(4)) : fc.constant(undefined),
			lags: mode.isStale
				? fc.array(fc.constantFrom<number>(0, 0, 300, 999), { minLength: 1, maxLength: 4 })
				: fc.constant([0] as number[]),
			between: fc.array(fc.oneof(...happening), { maxLength: 6, size: 'max' }),
		})
		.map(({ between, ...plan }) =>
			shown({ tick: plan, between: between.map(({ said }) => said) }, async (world) => {
				const left = [...between];
				await world.tick({ ...plan, between: () => left.shift()?.act(world) });
				if (mode.isUnsorted) world.pass(1);
			}),
		);
	const steps = fc.oneof(
		{ weight: 12, arbitrary: fc.oneof(...happening) },
		{ weight: mode.isUnsorted ? 1 : 0, arbitrary: sorting },
		{ weight: 8, arbitrary: ticks },
		{ weight: 1, arbitrary: crash },
		{ weight: 2, arbitrary: republication },
	);
	return fc.record({
		engine: fc.constantFrom('durable' as const, 'legacy' as const),
		before: fc.array(fc.record({ status, kind }), { maxLength: 12, size: 'max' }),
		steps: fc.array(steps, { maxLength: 60, size: 'max' }),
		pageSize: fc.integer({ min: 1, max: 5 }),
		spacing: fc.constantFrom(1, 5_000),
	});
}

test.each(Object.entries(MODES))(
	'every change is emitted, none twice and none that never was: %s',
	async (name, mode) => {
		const check = async ({ engine, before, steps, pageSize, spacing }: Scenario) => {
			const world = new World({ ...mode, engine, pageSize });
			for (const initial of before) {
				world.create(initial.status, initial.kind);
				world.pass(spacing);
			}
			world.pass(1);
			for (const { act } of steps) await act(world);
			world.order = 'kept';
			await world.settle();
			expectNothingTwice(world, mode);
			expectEverything(world, mode);
			expectNothingInvented(world, mode);
			expectOrder(world);
		};
		const options = { numRuns: RUNS, seed: SEED };
		await fc.assert(fc.asyncProperty(scenario(mode), check), options);
		if (process.env.RUNS) console.log(`${RUNS} sequences with seed ${SEED}: ${name}`);
	},
	3_600_000,
);

type Scenario = ReturnType<typeof scenario> extends fc.Arbitrary<infer T> ? T : never;

/** What is new or signed is named by the record alone; a change by the version that shows it. */
const ONCE = ['created', 'signed'];

function expectNothingTwice({ emitted }: World, { isForgetful }: Mode) {
	const keys = emitted
		.filter(({ event }) => !(isForgetful && ONCE.includes(event)))
		.map(({ event, key, revision }) => (ONCE.includes(event) ? key : `${key}:${revision}`));
	assert.deepEqual(
		keys.filter((key, index) => keys.indexOf(key) !== index),
		[],
	);
}

function ofEra(world: World) {
	const era = world.era!;
	// What happened just before the start may show late.
	const since = era.begins - world.options.lookbackMs;
	return world.contracts
		.filter((contract) => era.kind === undefined || contract.kind === era.kind)
		.map((contract) => {
			const history = world.history.filter(({ id }) => id === contract.id);
			const own = era.emitted.filter(({ id }) => id === contract.id);
			return {
				contract,
				own,
				known: era.known.get(contract.id),
				// The trigger began with one of these.
				first: history.filter(({ at }, index) => {
					return at <= era.ends && (history[index + 1]?.at ?? Infinity) >= since;
				}),
				count: (event: string) => own.filter((item) => item.event === event).length,
				happened: (what: string, until = Infinity) =>
					history.filter((one) => one.what === what && one.at >= since && one.at <= until),
			};
		});
}

function expectEverything(world: World, mode: Mode) {
	for (const { contract, own, known, first, count, happened } of ofEra(world)) {
		// Made while the trigger began: whether it is new is open.
		if (!known) assert(count('created') > 0, 'A new contract was not emitted');
		if ((known?.revision ?? 0) !== contract.revision) {
			const isShown = own.some(({ revision }) => revision === contract.revision);
			assert(isShown, 'The last change was not emitted');
		}
		// What was edited just then, a list that is behind may never have shown: it looks as if it came into view.
		const isHidden = mode.isStale && happened('changed', world.era!.ends).length > 0;
		if (isHidden && known) continue;
		// Who follows the items knows the status that it has now.
		const told = own.filter(({ event }) => event !== 'updated').at(-1)?.status;
		const possible = told === undefined ? first.map(({ status: one }) => one) : [told];
		assert(possible.includes(contract.status), `${contract.status} was not emitted`);
		if (contract.status === 'signed' && (!known || known.status !== 'signed')) {
			assert(count('signed') > 0, 'A signature was not emitted');
		}
	}
}

function expectNothingInvented(world: World, mode: Mode) {
	for (const { own, known, count, happened } of ofEra(world)) {
		const isNew = happened('created').length > 0;
		// What was edited just then, a list that is behind may never have shown.
		const isUnknown = mode.isStale && (!known || happened('changed').length > 0);
		// What was forgotten may look new again.
		if (mode.isForgetful) continue;
		if (!isNew && !isUnknown) assert.equal(count('created'), 0);
		if (!isNew && !isUnknown && happened('signed').length === 0) assert.equal(count('signed'), 0);
		// What is forgotten may have moved: its status before is not known.
		if (mode.maxVersions !== undefined) continue;
		// What is new and edited and signed, say, may have been created so, or have moved there.
		const isReached = happened('created').some((one) => !OPEN.includes(one.status));
		const moves = own.filter(({ event, previousStatus }) => {
			return event === 'statusChanged' && (previousStatus !== null || !isUnknown);
		});
		const most = happened('moved').length + Number(isReached);
		assert(moves.length <= most, `${moves.length} moves were emitted of ${most}`);
	}
}

/** Statuses that contracts are created in. */
const OPEN = ['draft', 'negotiating'];

function expectOrder({ emitted }: World) {
	for (const [index, item] of emitted.entries()) {
		const next = emitted[index + 1];
		const isInOrder = next?.tick !== item.tick || next.updatedAt >= item.updatedAt;
		assert(isInOrder, 'A change was emitted before an older one');
	}
}
