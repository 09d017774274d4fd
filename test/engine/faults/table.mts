import type { Expectation } from './expectations.mts';
import { FAULTS, type FaultName } from './faults.mts';
import { nameOf, type Cell } from './matrix.mts';

/** How the cells of the table in matrix.md read. */
const SIGNS: Record<Expectation, string> = {
	again: '2',
	once: '1',
	found: '1*',
	fault: 'F',
	unknown: '?',
	notJson: 'J',
	emptyBody: 'E',
	redirected: 'R',
	otherFiles: 'R',
	storageRedirect: 'R',
};

/** The results as a table: a row per request of an operation, a column per fault. */
export function matrixTable(cells: Cell[]): string {
	const faults = Object.keys(FAULTS) as FaultName[];
	const head = ['Operation', 'Request', ...faults.map((_, i) => String.fromCharCode(97 + i))];
	const rows = groups(cells).map((group) => {
		const [{ row, route }] = group;
		const signs = faults.map((fault) => sign(group.find((cell) => cell.fault === fault)));
		return line([nameOf(row), `\`${route}\``, ...signs]);
	});
	return [line(head), line(head.map(() => '---')), ...rows].join('\n');
}

/** The columns' letters with what goes wrong. */
export function faultLegend(): string {
	return Object.values(FAULTS)
		.map(({ name }, i) => `${String.fromCharCode(97 + i)} ${name}`)
		.join('; ');
}

function groups(cells: Cell[]): Cell[][] {
	const byRequest = Map.groupBy(cells, ({ row, route }) => `${nameOf(row)} ${route}`);
	return [...byRequest.values()];
}

function sign(cell?: Cell): string {
	return SIGNS[cell?.outcome as Expectation] ?? '!';
}

function line(values: string[]): string {
	return `| ${values.join(' | ')} |`;
}
