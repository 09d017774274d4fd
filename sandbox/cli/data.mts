import { COMMON, command } from './command.mts';
import { Control } from './control.mts';
import { flag, wholeNumber, wordOr } from './options.mts';
import { print } from './print.mts';
import { situationOf } from './situation.mts';

export const MAX_CONTRACTS = 1_000_000;
export const SEED_NAMES = ['demo', 'empty'] as const;

export const seed = command({
	name: 'seed',
	summary: 'Add generated contracts',
	synopsis: '[--contracts 100] [--types 1] [--counterparties 50]',
	about: 'Adds generated contracts to the running sandbox; what is there stays.',
	options: {
		contracts: {
			...wholeNumber('N', 'how many contracts', { to: MAX_CONTRACTS }),
			fallback: '100',
		},
		types: {
			...wholeNumber('N', 'in how many contract types', { from: 1, to: 1_000 }),
			fallback: '1',
		},
		counterparties: {
			...wholeNumber('N', 'with how many counterparties', { from: 1, to: MAX_CONTRACTS }),
			fallback: '50',
		},
		...COMMON,
	},
	async run({ url, json, contracts, types, counterparties }) {
		const control = new Control(url);
		const added = await control.call('POST', '/seed', { contracts, types, counterparties });
		const now = await situationOf(control);
		print(json, { ...added, ...now.facts }, [
			`${added.contracts} contracts added in ${added.ms} ms.`,
			...now.lines,
		]);
	},
});

export const reset = command({
	name: 'reset',
	summary: 'New data, and the settings of the start',
	synopsis: '[--seed demo|empty|N] [--keep-webhooks]',
	about: 'Replaces all data, and takes back every setting to what it was at the start.',
	options: {
		seed: wordOr(
			SEED_NAMES,
			wholeNumber('NAME', 'other data than at the start: demo, empty, or so many contracts', {
				to: MAX_CONTRACTS,
			}),
		),
		'keep-webhooks': flag('webhook subscriptions stay'),
		...COMMON,
	},
	async run({ url, json, seed: other, 'keep-webhooks': keepWebhooks }) {
		const control = new Control(url);
		await control.call('POST', '/reset', {
			...(other !== undefined && { seed: other }),
			keepWebhooks,
		});
		const now = await situationOf(control);
		const data = other === undefined ? 'the seed of the start' : `seed ${other}`;
		print(json, { reset: true, ...now.facts }, [`All data are new: ${data}.`, ...now.lines]);
	},
});
