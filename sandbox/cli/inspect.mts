import { COMMON, command, type Command } from './command.mts';
import { Control } from './control.mts';
import { wholeNumber } from './options.mts';
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
	return command({
		name: what,
		summary,
		synopsis: '[--last 20]',
		options: {
			last: { ...wholeNumber('N', 'how many', { from: 1, to: 300_000 }), fallback: '20' },
			...COMMON,
		},
		async run({ url, json, last }) {
			const rows = (await new Control(url).call('GET', `/${what}?last=${last}`)) as Row[];
			print(json, rows, rows.length > 0 ? rows.map(lineOf) : [`No ${what} yet.`]);
		},
	});
}
