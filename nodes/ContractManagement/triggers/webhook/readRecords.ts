import { createHash } from 'crypto';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { uuidOf } from '../../api/identifiers';
import { compareInstants, instantOf } from '../../api/instants';
import type { Contract, Counterparty } from '../../api/types';
import { rest } from '../../transport/canceled';
import type { Connection } from '../../transport/connection';
import { statusOf } from '../../transport/errors/requestError';
import { recordAt } from '../shared/fetchRecord';
import type { ContractView } from '../shared/settings';
import { Memory } from './memory';
import type { SelectedEvent, Subject } from './namedEvents';

/** The record; why it cannot be read, although others can; undefined where there is none. */
export type Reading = Contract | Counterparty | Error | undefined;

/** A delivery may be faster than the service's own reads: these are waited for between the attempts, in milliseconds. */
const DELAYS_MS = [400, 800, 1_600];

/** For so long after an event the service may be behind it, so that sending the delivery again helps. */
const YOUNG_MS = 60_000;

/** From this attempt on a fault with one record does not hold the others of its delivery. */
const FAULTS_COUNT_FROM = 3;

/** What was read for a delivery that was not taken yet, so that it gets further when it is sent again. */
const kept = new Memory<{ attempts: number; records: Map<string, Contract | Counterparty> }>(
	60_000,
	20,
);

/** Since when records are asked for that the service does not have, in milliseconds since the epoch. */
const missing = new Memory<number>(10 * YOUNG_MS, 10_000);

/**
 * Reads the record of each event once: what is emitted is what the service says with our key, never what the delivery
 * says.
 *
 * @param rawBody tells whether the delivery is sent again
 * @returns by event
 * @throws NodeApiError or NodeOperationError when the delivery has to be sent again
 */
export async function readRecords(
	connection: Connection,
	events: SelectedEvent[],
	view: ContractView,
	rawBody: Buffer = Buffer.alloc(0),
): Promise<Map<SelectedEvent, Reading>> {
	const { account, context } = connection;
	const body = createHash('sha256').update(rawBody).digest('base64');
	const delivery = [context.getWorkflow().id, context.getNode().id, account, view, body].join('\n');
	const known = kept.get(delivery);
	const { attempts, records } = known ?? { attempts: 1, records: new Map() };
	const readings = new Map<SelectedEvent, Reading>();
	const failures: Error[] = [];
	const reading = [...eventsByRecord(events)].map(async ([key, about]) => {
		const [read] = await Promise.allSettled([
			records.get(key) ?? readRecord(connection, about, view),
		]);
		const outcome = read.status === 'fulfilled' ? read.value : (read.reason as Error);
		for (const event of about) readings.set(event, outcome);
		if (read.status === 'rejected') failures.push(read.reason as Error);
		else if (read.value) records.set(key, read.value);
	});
	await Promise.all(reading);
	const isOnlyTheirs = failures.every((error) => concernsRecord(error, attempts));
	if (failures.length > 0 && (records.size === 0 || !isOnlyTheirs)) {
		kept.set(delivery, { attempts: attempts + 1, records });
		throw failures[0];
	}
	if (known) kept.delete(delivery);
	return readings;
}

/** Names the record that an event is about. */
function recordKey({ subject, id }: Subject): string {
	return `${subject}:${uuidOf(id)}`;
}

/** The events of each record, by `recordKey`. */
export function eventsByRecord(events: SelectedEvent[]): Map<string, SelectedEvent[]> {
	const records = new Map<string, SelectedEvent[]>();
	for (const event of events) {
		const about = records.get(recordKey(event));
		if (about) about.push(event);
		else records.set(recordKey(event), [event]);
	}
	return records;
}

/** Whether the failure is one of this record: an answer that is no record, or a fault again and again. */
function concernsRecord(error: Error, attempt: number): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = statusOf(error) ?? 200;
	return (status >= 200 && status < 300) || (status >= 500 && attempt >= FAULTS_COUNT_FROM);
}

/**
 * Reads the record of these events, and again while the service seems to be behind them.
 *
 * @returns undefined when the service does not have it
 */
async function readRecord(
	connection: Connection,
	about: SelectedEvent[],
	view: ContractView,
): Promise<Contract | Counterparty | undefined> {
	const { subject, id } = about[0];
	const folder = subject === 'contract' ? 'contracts' : 'counterparties';
	const suffix = subject === 'contract' && view === 'consolidated' ? '/consolidated' : '';
	// Ids were checked to be nothing but identifiers.
	const path = `/${folder}/${encodeURIComponent(id)}${suffix}`;
	for (let attempt = 0; ; attempt++) {
		const record = (await recordAt(connection, path)) as Contract | undefined;
		const late = about.filter((event) => !record || isBehind(record, event));
		if (late.length === 0) return record;
		if (attempt >= DELAYS_MS.length) {
			const since = record
				? undefined
				: missingSince(`${connection.account}\n${recordKey(about[0])}`);
			if (!late.some((event) => isYoung(event, since))) return record;
			const message = `The service does not show the event of ${id} yet`;
			throw new NodeOperationError(connection.context.getNode(), message);
		}
		await rest(connection, DELAYS_MS[attempt]);
	}
}

/** Whether the record is as it was before the event. One that changed after the event has left that status since. */
function isBehind(record: Contract | Counterparty, told: SelectedEvent): boolean {
	if (told.subject === 'counterparty' || told.event === 'created') return false;
	if (isNewer(record, told.at)) return false;
	return told.status === undefined
		? record.status === told.previousStatus
		: record.status !== told.status;
}

// A time in whole seconds may be of any moment within that second.
function isNewer({ updatedAt }: Contract | Counterparty, at: string | undefined): boolean {
	const version = instantOf(updatedAt);
	const end = at?.replace('.000Z', '.999Z');
	return version !== undefined && end !== undefined && compareInstants(version, end) > 0;
}

/** Whether the event happened within the last minute, as far as its time, or the time since it was asked for, tells. */
function isYoung({ at }: SelectedEvent, since: number | undefined): boolean {
	const times = [at && Date.parse(at), since].filter((time) => typeof time === 'number');
	return times.length > 0 && times.every((time) => Math.abs(Date.now() - time) < YOUNG_MS);
}

function missingSince(key: string): number {
	const since = missing.get(key);
	if (since === undefined) missing.set(key, Date.now());
	return since ?? Date.now();
}
