import type { Gate } from '../../../nodes/ContractManagement/transport/limit/gate';
import { gateFor } from '../../../nodes/ContractManagement/transport/limit/gates';
import { storageGateFor } from '../../../nodes/ContractManagement/transport/files/storage';
import { until } from '../../support/condition.mts';
import type { NodeResult } from '../../support/engine.mts';
import { credentialData } from '../../support/credentials.mts';
import { runOperation } from '../../support/runOperation.mts';
import type { Fault, RequestLogEntry, Sandbox } from '../../support/sandbox.mts';
import { passDeadline } from '../../support/deadlines.mts';
import { EXPECTED, MESSAGES, type Expectation } from './expectations.mts';
import { ELSEWHERE, FAULTS, LATE, type FaultName } from './faults.mts';
import type { FaultRow, Prepared } from './rows.mts';

/** One cell: what came of one fault of one request. */
export interface Cell {
	row: FaultRow;
	/** The request that the fault hit. */
	route: string;
	fault: FaultName;
	/** In the words of the expectations; else what is unexpected about it. */
	outcome: Expectation | (string & {});
	/** How often the request was executed beyond what it takes without a fault. */
	extraExecuted: number;
	/** Whether no place of the key or of the storage is taken afterwards. */
	isFree: boolean;
}

/** What it takes to run a row. */
export interface Bench {
	sandbox: Sandbox;
	/** Address of a server that is not the service. */
	elsewhere: string;
}

/** Each run has a Timeout of its own, which passes when the test says so. In milliseconds. */
let timeouts = 1_000_000;

/** `contract.create (Find Existing)` */
export function nameOf({ operation, variant }: FaultRow): string {
	return variant ? `${operation} (${variant})` : operation;
}

/** Whether the row talks to the file storage, whose requests carry no key to tell rows apart by. */
export function usesStorage({ requests }: FaultRow): boolean {
	return Object.keys(requests).some(isStorage);
}

/** Runs every fault of every request of the row, one after the other, with an API key of its own. */
export async function runRow(bench: Bench, row: FaultRow): Promise<Cell[]> {
	const key = `row ${nameOf(row)}`.replace(/\W+/g, '-');
	await bench.sandbox.control.call('POST', '/keys', { key, name: key });
	const baseline = await runOnce(bench, row, key);
	if (baseline.result.error) throw new Error(`${nameOf(row)} fails without a fault`);

	const cells: Cell[] = [];
	for (const route of Object.keys(row.requests)) {
		for (const fault of Object.keys(FAULTS) as FaultName[]) {
			const struck = await runOnce(bench, row, key, faultOf(bench, row, route, fault, key));
			const isFree = gatesOf(bench, key).every((gate) => gate.isIdle);
			cells.push({ row, route, fault, isFree, ...compared(route, struck, baseline) });
		}
	}
	return cells;
}

/** A fault as it is ordered, and whether the request that it hits is waited for until its deadline. */
interface Order {
	fault: Fault;
	isLate: boolean;
}

function faultOf(
	{ elsewhere }: Bench,
	{ requests }: FaultRow,
	route: string,
	name: FaultName,
	key: string,
): Order {
	const { fault } = FAULTS[name];
	const location = 'location' in fault && {
		location: fault.location.replace(ELSEWHERE, elsewhere),
	};
	return {
		fault: { ...fault, ...location, route, ...(!isStorage(route) && { key }) },
		// An empty body is complete at once.
		isLate: LATE.has(name) && EXPECTED[requests[route]][name] !== 'once',
	};
}

function gatesOf({ sandbox: { baseUrl } }: Bench, key: string): Gate[] {
	const { origin } = new URL(baseUrl);
	return [gateFor(credentialData(baseUrl, key)), storageGateFor(origin)];
}

interface Run {
	result: NodeResult;
	log: RequestLogEntry[];
}

async function runOnce(
	{ sandbox }: Bench,
	row: FaultRow,
	key: string,
	order?: Order,
): Promise<Run> {
	const { control, baseUrl } = sandbox;
	const prepared = await row.prepare(sandbox);
	const [last] = await control.requests({ last: 1 });
	const [active] = order ? await control.fault(order.fault) : [];
	const ownEntries = async () => {
		const entries = await control.requests({ since: last?.seq ?? 0 });
		const isOwn = (entry: RequestLogEntry) =>
			entry.key === key || (usesStorage(row) && isStorage(entry.route));
		return entries.filter(isOwn);
	};
	const timeoutMs = (timeouts += 1);
	const running = run(row, prepared, { baseUrl, key, timeoutMs });
	if (order?.isLate) {
		let hasEnded = false;
		void running.finally(() => (hasEnded = true));
		await until(ownEntries, (entries) => hasEnded || isAllThatIsOpen(order, entries));
		passDeadline(timeoutMs);
	}
	const result = await running;
	if (active) await control.call('DELETE', `/faults/${active.id}`).catch(() => undefined);
	return { result, log: await ownEntries() };
}

/** Whether the request that was hit, the first of its route, is where it will stay, and the others have ended. */
function isAllThatIsOpen({ fault }: Order, entries: RequestLogEntry[]): boolean {
	const struck = entries.find(({ method, route }) => `${method} ${route}` === fault.route);
	if (!struck || entries.some((entry) => entry !== struck && entry.endedMs === 0)) return false;
	return struck.executed || !(fault.kind === 'drip' || fault.kind === 'stall');
}

async function run(
	{ operation }: FaultRow,
	{ parameters, input = {}, binary }: Prepared,
	{ baseUrl, key, timeoutMs }: { baseUrl: string; key: string; timeoutMs: number },
): Promise<NodeResult> {
	return await runOperation(
		baseUrl,
		operation,
		{ ...parameters, requestOptions: { timeout: timeoutMs } },
		[],
		{
			credential: credentialData(baseUrl, key),
			items: [{ json: input, ...(binary && { binary }) }],
		},
	);
}

function compared(route: string, struck: Run, baseline: Run) {
	const extra = (matches: (entry: RequestLogEntry) => boolean) =>
		struck.log.filter(matches).length - baseline.log.filter(matches).length;
	// Further pages are no attempts: the contracts of the matrix become more than one page of their type.
	const isRoute = ({ method, route: asked, query }: RequestLogEntry) =>
		`${method} ${asked}` === route && query.after === undefined;
	return {
		outcome: outcomeOf(struck.result, {
			extra: extra(isRoute),
			others: extra((entry) => !isRoute(entry) && entry.query.after === undefined),
		}),
		extraExecuted: extra((entry) => isRoute(entry) && entry.executed),
	};
}

function outcomeOf(
	{ error, items }: NodeResult,
	{ extra, others }: { extra: number; others: number },
): Cell['outcome'] {
	if (error) return failureOf(error.message, extra);
	if (items.length === 0) return 'no items';
	if (extra === 1) return 'again';
	if (extra === 0) return others > 0 ? 'found' : 'once';
	return `succeeds after ${extra + 1} attempts`;
}

function failureOf(message: string, extra: number): Cell['outcome'] {
	const known = Object.entries(MESSAGES).find(([, pattern]) => pattern.test(message));
	return known && extra <= 0 ? known[0] : `${message} after ${extra + 1} attempts`;
}

function isStorage(route: string): boolean {
	return route.includes('/storage/');
}
