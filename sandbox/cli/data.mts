import { COMMON_USAGE, PROGRAM, read, wholeNumber, type Command } from './command.mts';
import { Control } from './control.mts';
import { print } from './print.mts';

export const seed: Command = {
	name: 'seed',
	summary: 'Add generated contracts',
	usage: `Usage: ${PROGRAM} seed [--contracts 100] [--types 1] [--counterparties 50]

Adds generated contracts to the running sandbox; what is there stays.

  --contracts N        how many contracts
  --types N            in how many contract types
  --counterparties N   with how many counterparties
${COMMON_USAGE}`,
	async run(args) {
		const { values } = read(args, {
			contracts: { type: 'string', default: '100' },
			types: { type: 'string', default: '1' },
			counterparties: { type: 'string', default: '50' },
		});
		const added = await new Control(values.url).call('POST', '/seed', {
			contracts: wholeNumber('contracts', values.contracts),
			types: wholeNumber('types', values.types),
			counterparties: wholeNumber('counterparties', values.counterparties),
		});
		print(values.json, added, [`${added.contracts} contracts added in ${added.ms} ms.`]);
	},
};

export const reset: Command = {
	name: 'reset',
	summary: 'New data, and the settings of the start',
	usage: `Usage: ${PROGRAM} reset [--seed demo|empty|N] [--keep-webhooks]

Replaces all data and ends every fault, limit, variant and scenario.

  --seed NAME       other data than at the start: demo, empty, or so many generated contracts
  --keep-webhooks   webhook subscriptions stay
${COMMON_USAGE}`,
	async run(args) {
		const { values } = read(args, {
			seed: { type: 'string' },
			'keep-webhooks': { type: 'boolean', default: false },
		});
		const named = values.seed === 'demo' || values.seed === 'empty' || values.seed === undefined;
		await new Control(values.url).call('POST', '/reset', {
			...(values.seed !== undefined && {
				seed: named ? values.seed : wholeNumber('seed', values.seed, ', demo or empty'),
			}),
			keepWebhooks: values['keep-webhooks'],
		});
		print(values.json, { reset: true }, [
			`All data are new: ${values.seed === undefined ? 'the seed of the start' : `seed ${values.seed}`}. The settings are those of the start.`,
		]);
	},
};
