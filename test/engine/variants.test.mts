import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { CASES } from './cases/index.mts';
import { comparable } from './variants/comparable.mts';
import { ALTERNATIVES, DIFFERENCES, type Difference } from './variants/differences.mts';
import { walk, type Walked } from './variants/walk.mts';

/** Printed with every failure; give it as WALK_SEED to walk the same combinations again, or another to walk others. */
const SEED = Number(process.env.WALK_SEED ?? 20261122);
const COMBINATIONS = 20;

let sandbox: Sandbox;
let combinations: string[][];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'demo' });
	const known = (await sandbox.control.variants()).known.map(({ name }) => name);
	const random = randomFrom(SEED);
	combinations = Array.from({ length: COMBINATIONS }, () =>
		withoutAlternatives(known.filter(() => random() < 0.15)),
	);
});
afterAll(async () => await sandbox?.stop());

describe.each(CASES.map((each) => [`${each.operation} ${each.does}`, each] as const))(
	'%s',
	(title, each) => {
		test('comes to the same on a service of any shape, singly and combined', async () => {
			const plain = await walk(sandbox, each);
			const asked = (variants: string[]) =>
				variants.filter((name) => plain.consulted.includes(name));
			const singly = plain.consulted.map((variant) => [variant]);
			const combined = combinations.map(asked).filter(({ length }) => length > 1);
			const found: string[] = [];
			for (const variants of [...singly, ...combined]) {
				found.push(...(await differencesUnder(variants, plain, title, each)));
			}
			expect({ seed: SEED, found }).toEqual({ seed: SEED, found: [] });
		});
	},
);

async function differencesUnder(
	variants: string[],
	plain: Walked,
	title: string,
	each: (typeof CASES)[number],
): Promise<string[]> {
	const fine = DIFFERENCES.filter(
		({ variant, rows = /^/ }) => variants.includes(variant) && rows.test(title),
	);
	const options = Object.assign({}, ...fine.map((difference) => difference.options));
	const walked = await walk(sandbox, each, variants, options);
	const name = `${title}: ${variants.join(', ')}`;
	const errors = fine.flatMap(({ error }) => error ?? []);
	if (errors.length > 0) {
		return errors.some((error) => error.test(walked.error ?? '')) ? [] : [`${name}: no error`];
	}
	const [expected, shown] = [plain, walked].map((one) => reduced(one, fine));
	return expected === shown ? [] : [`${name}: ${difference(expected, shown)}`];
}

function reduced(walked: Walked, fine: Difference[]): string {
	return JSON.stringify(
		comparable(
			walked,
			fine.flatMap(({ without }) => without ?? []),
		),
	);
}

/** Of variants that exclude each other the first one. */
function withoutAlternatives(variants: string[]): string[] {
	return variants.filter((name, index) =>
		variants
			.slice(0, index)
			.every(
				(earlier) =>
					!ALTERNATIVES.some((group) => [name, earlier].every((one) => group.includes(one))),
			),
	);
}

/** The first place at which two texts differ, with some text before it. */
function difference(expected: string, shown: string): string {
	const at = [...expected].findIndex((letter, index) => letter !== shown[index]);
	const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
	return `${around(expected)} <> ${around(shown)}`;
}

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
