import { FAULT_KINDS } from '../faults/kinds.mts';
import { COMMON, command, PROGRAM } from './command.mts';
import { Control } from './control.mts';
import { CommandError } from './errors.mts';
import { flag, text, wholeNumber } from './options.mts';
import { name, print } from './print.mts';
import { situationOf } from './situation.mts';

interface ActiveFault {
	id: string;
	route: string;
	kind: string;
	status?: number;
	left: number | null;
}

export const faults = command({
	name: 'faults',
	summary: 'List, add and clear what goes wrong on purpose',
	synopsis: '[list | add KIND | clear [ID]] [OPTIONS]',
	about: `Lists the faults that wait for their requests. \`add\` adds one, \`clear\` ends all of them, or the one with the ID.
A scenario that consists of faults ends with them.

  ${PROGRAM} faults add status --status 503 --times 3
  ${PROGRAM} faults add reset --route 'POST /contracts' --after
  ${PROGRAM} faults add latency --ms 2000 --times 0`,
	words: [
		{ name: 'list|add|clear', help: 'what to do (list)', shown: 'faults' },
		{
			name: 'KIND or ID',
			help: `${FAULT_KINDS.slice(0, 8).join(', ')},\n${FAULT_KINDS.slice(8).join(', ')}`,
			shown: 'The kind of the fault',
			field: 'kind',
		},
	],
	options: {
		route: {
			...text('ROUTE', "'POST /contracts', '/contracts/:id' or '*'", 'a route of /docs, or *'),
			fallback: '*',
		},
		times: {
			...wholeNumber('N', 'how many requests it hits, 0 = until cleared'),
			fallback: '1',
		},
		status: wholeNumber(
			'N',
			'of status (500), malformedJson, html, emptyBody (200) and redirect (302)',
			{ from: 200, to: 599 },
		),
		'retry-after': wholeNumber('N', 'seconds, sent with the status'),
		ms: wholeNumber('N', 'of latency (needed), slowBody (1000) and drip (200)', { from: 1 }),
		after: flag('the operation happens, and its answer is lost or spoiled'),
		...COMMON,
	},
	async run({ url, json, after, ...given }, words) {
		const control = new Control(url);
		const [action = 'list', what] = words;
		if (action === 'clear') {
			await control.call(
				'DELETE',
				what === undefined ? '/faults' : `/faults/${encodeURIComponent(what)}`,
			);
		} else if (action === 'add') {
			if (what === undefined) {
				throw new CommandError(`faults add needs a kind: ${FAULT_KINDS.join(', ')}`);
			}
			const { route, times, status, ms, 'retry-after': retryAfter } = given;
			const when = after ? 'after' : undefined;
			const fault = { kind: what, route, times, status, ms, retryAfter, when };
			await control.call('POST', '/faults', fault);
		} else if (action !== 'list' || what !== undefined) {
			const known = 'list, add KIND and clear [ID]';
			throw new CommandError(`There is no 'faults ${words.join(' ')}', only ${known}.`);
		}
		const active = (await control.call('GET', '/faults')) as ActiveFault[];
		const { scenario } = (await situationOf(control)).facts;
		print(json, active, [
			...(active.length > 0 ? active.map(lineOf) : ['No faults.']),
			...(scenario === null ? [] : [`Scenario: ${name(scenario)}`]),
		]);
	},
});

function lineOf({ id, route, kind, status, left }: ActiveFault): string {
	const times = left === null ? 'until cleared' : `${left} left`;
	return `${id}  ${name(`${kind}${status === undefined ? '' : ` ${status}`}`)}  ${route}  ${times}`;
}
