import { isDate, isIsoDateTime } from '../schemas/formats.mts';
import { COMMON, command } from './command.mts';
import { Control } from './control.mts';
import { CommandError } from './errors.mts';
import { flag } from './options.mts';
import { faint, good, name, print } from './print.mts';
import { situationOf } from './situation.mts';

export const scenario = command({
	name: 'scenario',
	summary: 'Play a situation: renewals, busy, outage, strict, bulk',
	synopsis: '[NAME | stop]',
	about: `Without a name: what there is, and what is played. A scenario ends with the next one, with \`stop\`, with a reset, and when
what it has set is changed.`,
	words: [
		{
			name: 'NAME',
			help: 'renewals, busy, outage, strict, bulk or stop',
			shown: 'The scenario',
			field: 'scenario',
		},
	],
	options: COMMON,
	async run({ url, json }, [wanted]) {
		const control = new Control(url);
		const { current, known } =
			wanted === undefined
				? await control.call('GET', '/scenario')
				: wanted === 'stop'
					? await control.call('DELETE', '/scenario')
					: await control.call('PUT', '/scenario', { name: wanted });
		const lines = known.map((one: { name: string; summary: string }) => {
			const mark = one.name === current?.name ? good('▶') : ' ';
			return `${mark} ${name(one.name.padEnd(9))} ${one.summary}`;
		});
		print(json, { current, known }, [...lines, ...(await situationOf(control)).lines]);
	},
});

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const duration = {
	value: 'N',
	help: 'move the clock: 90m, 12h or 30d',
	possible: 'minutes, hours or days, such as 90m, 12h or 30d, and end before the year 10000',
	read(given: string) {
		const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(given) ?? [];
		return unit in UNITS ? Number(count) * UNITS[unit]! : undefined;
	},
	fields: ['now'],
};

const moment = {
	value: 'DATE',
	help: 'set the clock: 2026-12-31 or 2026-12-31T12:00:00Z',
	possible: 'a date or a time with its zone, such as 2026-12-31 or 2026-12-31T12:00:00Z',
	read: (given: string) =>
		isDate(given) || isIsoDateTime(given) ? new Date(given).toISOString() : undefined,
	fields: ['now'],
};

export const clock = command({
	name: 'clock',
	summary: 'Show or move the time of the sandbox',
	synopsis: '[--forward 30d] [--at DATE] [--freeze] [--reset]',
	options: {
		forward: duration,
		at: moment,
		freeze: flag('it stands still from now on'),
		reset: flag('back to the time of this machine'),
		...COMMON,
	},
	async run({ url, json, forward, at, freeze, reset }) {
		if (forward !== undefined && at !== undefined) {
			throw new CommandError('--at and --forward exclude each other: give one of them');
		}
		const control = new Control(url);
		if (reset) await control.call('DELETE', '/clock');
		const before = await control.call('GET', '/clock');
		const moved = forward === undefined ? undefined : Date.parse(before.now) + forward;
		const change = {
			...(moved !== undefined && { now: new Date(moved).toISOString() }),
			...(at !== undefined && { now: at }),
			...(freeze && { frozen: true }),
		};
		const isChanged = Object.keys(change).length > 0;
		const now = isChanged ? await control.call('PUT', '/clock', change) : before;
		print(json, now, [`${now.now}${now.frozen ? faint('  frozen') : ''}`]);
	},
});
