import { COMMON_USAGE, CommandError, PROGRAM, read, type Command } from './command.mts';
import { Control } from './control.mts';
import { faint, good, name, print } from './print.mts';

export const scenario: Command = {
	name: 'scenario',
	summary: 'Play a situation: renewals, busy, outage, strict, bulk',
	usage: `Usage: ${PROGRAM} scenario [NAME | stop]

Without a name: what there is, and what is played. A scenario ends with the next one, with \`stop\` and with a reset.

${COMMON_USAGE}`,
	async run(args) {
		const { values, words } = read(args, {}, 1);
		const control = new Control(values.url);
		const [wanted] = words;
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
		print(values.json, { current, known }, lines);
	},
};

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const clock: Command = {
	name: 'clock',
	summary: 'Show or move the time of the sandbox',
	usage: `Usage: ${PROGRAM} clock [--forward 30d] [--at DATE] [--freeze] [--reset]

  --forward N   move the clock: 90m, 12h or 30d
  --at DATE     set the clock: 2026-12-31 or 2026-12-31T12:00:00Z
  --freeze      it stands still from now on
  --reset       back to the time of this machine
${COMMON_USAGE}`,
	async run(args) {
		const { values } = read(args, {
			forward: { type: 'string' },
			at: { type: 'string' },
			freeze: { type: 'boolean', default: false },
			reset: { type: 'boolean', default: false },
		});
		if (values.forward !== undefined && values.at !== undefined) {
			throw new CommandError('--at and --forward exclude each other: give one of them');
		}
		const ahead = values.forward === undefined ? undefined : durationOf(values.forward);
		const at = values.at === undefined ? undefined : moment(values.at);
		const control = new Control(values.url);
		if (values.reset) await control.call('DELETE', '/clock');
		const before = await control.call('GET', '/clock');
		const change = {
			...(ahead !== undefined && {
				now: new Date(Date.parse(before.now) + ahead).toISOString(),
			}),
			...(at !== undefined && { now: at }),
			...(values.freeze && { frozen: true }),
		};
		const now =
			Object.keys(change).length > 0 ? await control.call('PUT', '/clock', change) : before;
		print(values.json, now, [`${now.now}${now.frozen ? faint('  frozen') : ''}`]);
	},
};

function durationOf(text: string): number {
	const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
	if (unit === undefined) throw new CommandError(`--forward takes 90m, 12h or 30d, got "${text}"`);
	return Number(count) * UNITS[unit]!;
}

function moment(text: string): string {
	const time = Date.parse(text);
	if (Number.isNaN(time)) throw new CommandError(`--at takes a date, got "${text}"`);
	return new Date(time).toISOString();
}
