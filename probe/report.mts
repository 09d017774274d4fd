import type { Finding } from './check.mts';

/** What the report says about the run itself. */
export interface Run {
	baseUrl: string;
	/** Whether the header has the name that the credential offers by default. */
	version: string;
	mayWrite: boolean;
	requests: number;
	startedAt: Date;
}

const ADVICE = {
	accepted: 'nothing, the node takes this as well',
	report:
		'open an issue with the template "The service answers differently" and this report; the place is',
};

/** The report as text, in the order: what to change, what else is different, what held, what could not be told, what was not looked at. */
export function reportOf(run: Run, findings: readonly Finding[]): string {
	const of = (outcome: Finding['outcome']) => findings.filter((one) => one.outcome === outcome);
	return [
		heading(run, findings),
		section('To change', of('differs')),
		section('Different, and handled', of('accepted')),
		section('As assumed', of('held')),
		section('Could not be decided', of('undecided')),
		section('Not checked', of('unchecked')),
		'The ids are the rows of docs/assumptions.md; those that begin with spec- are statements of the specification.',
	].join('\n\n');
}

function heading(run: Run, findings: readonly Finding[]): string {
	const count = (outcome: Finding['outcome']) =>
		findings.filter((one) => one.outcome === outcome).length;
	return [
		`Probe of ${placeOf(run.baseUrl)}, ${run.startedAt.toISOString()}`,
		`${run.version}; ${run.mayWrite ? 'with writes' : 'read-only'}; ${run.requests} requests`,
		`${count('differs')} to change, ${count('accepted')} different and handled, ${count('held')} as assumed, ${count('undecided')} undecided, ${count('unchecked')} not checked`,
	].join('\n');
}

/** The host says whose service it is, so only the rest is shown. */
function placeOf(baseUrl: string): string {
	const { protocol, pathname } = new URL(baseUrl);
	return `${protocol}//<host>${pathname}`;
}

function section(title: string, findings: readonly Finding[]): string {
	const lines = findings.length > 0 ? findings.map(lineOf) : ['  (none)'];
	return [title, ...lines].join('\n');
}

function lineOf(finding: Finding): string {
	const { id, assumed } = finding;
	switch (finding.outcome) {
		case 'held':
			return `  ${id}${finding.note ? `: ${finding.note}` : ''}`;
		case 'undecided':
		case 'unchecked':
			return `  ${id}: ${finding.why}`;
		case 'accepted':
			return block(id, assumed, finding.seen, finding.advice ?? ADVICE.accepted);
		case 'differs':
			return block(id, assumed, finding.seen, `${ADVICE.report} ${finding.change}`);
	}
}

function block(id: string, assumed: string, seen: string, change: string): string {
	return `  ${id}\n    assumed: ${assumed}\n    seen:    ${seen}\n    change:  ${change}`;
}
