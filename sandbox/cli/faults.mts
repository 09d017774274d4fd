import {
	COMMON_USAGE,
	CommandError,
	PROGRAM,
	read,
	wholeNumber,
	type Command,
} from './command.mts';
import { FAULT_KINDS } from '../faults/fault.mts';
import { Control } from './control.mts';
import { name, print } from './print.mts';

interface ActiveFault {
	id: string;
	route: string;
	kind: string;
	status?: number;
	left: number | null;
}

const OPTIONS = {
	route: { type: 'string', default: '*' },
	times: { type: 'string', default: '1' },
	status: { type: 'string' },
	'retry-after': { type: 'string' },
	ms: { type: 'string' },
	after: { type: 'boolean', default: false },
} as const;

export const faults: Command = {
	name: 'faults',
	summary: 'List, add and clear what goes wrong on purpose',
	usage: `Usage: ${PROGRAM} faults [list | add KIND | clear [ID]]

Lists the faults that wait for their requests. \`add\` adds one, \`clear\` ends all of them, or the one with the ID.

  ${PROGRAM} faults add status --status 503 --times 3
  ${PROGRAM} faults add reset --route 'POST /contracts' --after
  ${PROGRAM} faults add latency --ms 2000 --times 0

  KIND              ${FAULT_KINDS.slice(0, 8).join(', ')},
                    ${FAULT_KINDS.slice(8).join(', ')}
  --route ROUTE     'POST /contracts', '/contracts/:id' or '*' (*)
  --times N         how many requests it hits, 0 = until cleared (1)
  --status N        of status (500), malformedJson, html, emptyBody (200) and redirect (302)
  --retry-after N   seconds, sent with the status
  --ms N            of latency (needed), slowBody (1000) and drip (200)
  --after           the operation happens, and its answer is lost or spoiled
${COMMON_USAGE}`,
	async run(args) {
		const { values, words } = read(args, OPTIONS, 2);
		const control = new Control(values.url);
		const [action = 'list', kind] = words;
		if (action === 'clear') {
			const one = kind === undefined ? '' : `/${encodeURIComponent(kind)}`;
			await control.call('DELETE', `/faults${one}`);
		} else if (action === 'add') {
			if (kind === undefined) throw new CommandError('faults add needs a kind.', faults.usage);
			await control.call('POST', '/faults', {
				kind,
				route: values.route,
				times: wholeNumber('times', values.times),
				...numbers({ status: values.status, retryAfter: values['retry-after'], ms: values.ms }),
				...(values.after && { when: 'after' }),
			});
		} else if (action !== 'list' || kind !== undefined) {
			throw new CommandError(`There is no 'faults ${words.join(' ')}'.`, faults.usage);
		}
		const active = (await control.call('GET', '/faults')) as ActiveFault[];
		print(values.json, active, active.length > 0 ? active.map(lineOf) : ['No faults.']);
	},
};

function numbers(given: Record<string, string | undefined>): Record<string, number> {
	return Object.fromEntries(
		Object.entries(given).flatMap(([option, text]) =>
			text === undefined ? [] : [[option, wholeNumber(option, text)]],
		),
	);
}

function lineOf({ id, route, kind, status, left }: ActiveFault): string {
	const times = left === null ? 'until cleared' : `${left} left`;
	return `${id}  ${name(`${kind}${status === undefined ? '' : ` ${status}`}`)}  ${route}  ${times}`;
}
