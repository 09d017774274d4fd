import {
	COMMON_USAGE,
	CommandError,
	PROGRAM,
	read,
	wholeNumber,
	type Command,
} from './command.mts';
import { Control } from './control.mts';
import { faint, name, outcome, print } from './print.mts';

export const requests: Command = inspection(
	'requests',
	'The last requests to the API',
	({ at, method, path, status, key }) =>
		`${faint(at)}  ${outcome(status || 'no answer')}  ${name(method)} ${path}  ${faint(key)}`,
);

export const deliveries: Command = inspection(
	'deliveries',
	'The last webhook deliveries',
	({ createdAt, event, contractId, status, attempts }) =>
		`${faint(createdAt)}  ${outcome(status)}  ${name(event)}  ${contractId}  ${faint(`${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`)}`,
);

// What the control plane answers; its routes are in docs/sandbox.md.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Row = any;

function inspection(what: string, summary: string, lineOf: (row: Row) => string): Command {
	return {
		name: what,
		summary,
		usage: `Usage: ${PROGRAM} ${what} [--last 20]

  --last N    how many
${COMMON_USAGE}`,
		async run(args) {
			const { values } = read(args, { last: { type: 'string', default: '20' } });
			const last = wholeNumber('last', values.last);
			if (last === 0) throw new CommandError('--last must be 1 or more, got "0"');
			const rows = (await new Control(values.url).call('GET', `/${what}?last=${last}`)) as Row[];
			print(values.json, rows, rows.length > 0 ? rows.map(lineOf) : [`No ${what} yet.`]);
		},
	};
}
