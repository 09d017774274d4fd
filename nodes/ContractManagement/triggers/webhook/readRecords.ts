import { NodeOperationError } from 'n8n-workflow';
import type { SelectedEvent } from '../../api/deliveries/event';
import { happensOnce, isMove, subjectOf } from '../../api/events';
import { uuidOf } from '../../api/identifiers';
import { instantOf, isClearlyLater, isLater } from '../../api/instants';
import { rest } from '../../transport/canceled';
import { withSignal, type Connection } from '../../transport/connection';
import { readRecord, type ContractView, type WatchedRecord } from '../shared/records';

/** What reading the record of an event came to; undefined where it does not show the event. */
export type Reading = WatchedRecord | Error | undefined;

/** A delivery may be faster than the service's own reads: these are waited for between the attempts, in milliseconds. */
const DELAYS_MS = [0, 400, 800, 1_600];

/** For so long after an event the service may be behind it, so that sending the delivery again helps. */
const YOUNG_MS = 60_000;

/** Of the eight seconds of a delivery; what was read by then is emitted. */
const READING_MS = 6_000;

/** Reads the record of each event once, or why that cannot be read although others can. @throws when it has to be sent again */
export async function readRecords(
	connection: Connection,
	events: SelectedEvent[],
	view: ContractView,
): Promise<Reading[]> {
	const reading = withSignal(connection, AbortSignal.timeout(READING_MS));
	const keys = events.map(({ subject, id }) => `${subject}:${uuidOf(id)}`);
	const read = [...new Set(keys)].map(async (key): Promise<[string, Reading]> => {
		const about = events.filter((_event, index) => keys[index] === key);
		return [key, await recordOf(reading, about, view).catch((error: Error) => error)];
	});
	const records = new Map(await Promise.all(read));
	const told = events.map((event, i) => ({ event, record: records.get(keys[i]) }));
	const all = [...records.values()];
	const failure = all.find((record) => record instanceof Error);
	if (failure && all.every((record) => !record || record instanceof Error)) throw failure;
	const late = told.find(({ event, record }) => !(record instanceof Error) && isYet(record, event));
	if (late) {
		const { id } = late.event;
		const message = `The service does not show the event of ${id} yet${late.record ? '' : ifOther(id)}`;
		throw new NodeOperationError(connection.context.getNode(), message);
	}
	// What is told with its time and not shown by now is not so; without a time the contract may have moved on.
	return told.map(({ event, record }) =>
		event.at && !(record instanceof Error) && isBehind(record, event) ? undefined : record,
	);
}

/** Of a record that is not there: what services name may be the delivery. */
export const ifOther = (id: string) => `; if ${id} is not its ID, set Contract ID Path in Options`;

/** Whether the record may show the event in a moment, by the time that its delivery tells; an event that is not known may be of no contract. */
function isYet(record: WatchedRecord | undefined, told: SelectedEvent): boolean {
	const { at, event } = told;
	const isTheirs = Boolean(subjectOf(event)) || /contract/i.test(event);
	const isYoung = at ? Date.now() - Date.parse(at) < YOUNG_MS : !record && isTheirs;
	return isYoung && isBehind(record, told);
}

/** Reads the record of these events, and again while the service seems to be behind them. */
async function recordOf(
	connection: Connection,
	about: SelectedEvent[],
	view: ContractView,
): Promise<WatchedRecord | undefined> {
	let record: WatchedRecord | undefined;
	for (const delay of DELAYS_MS) {
		try {
			await rest(connection, delay);
			record = await readRecord(connection, about[0], view);
		} catch (error) {
			// Not every event makes a version: what is only older than the event will do where nothing better can be read.
			if (record && !about.some((one) => isBehind(record, one))) return record;
			throw error as Error;
		}
		if (!about.some((one) => isBehind(record, one) || isOlder(record, one))) return record;
	}
	return record;
}

// Whether the record is as it was before the event. One that changed after the event has left that status since.
function isBehind(record: WatchedRecord | undefined, told: SelectedEvent): boolean {
	if (!record) return true;
	const { status, updatedAt } = record;
	if (told.subject === 'counterparty' || told.event === 'created') return false;
	// An edit after the event does not show that it was signed.
	if (told.status === 'signed' && !['signed', 'canceled'].includes(status)) return true;
	const version = instantOf(updatedAt);
	// A time in whole seconds may be of any moment within that second.
	const end = told.at?.replace('.000Z', '.999Z');
	if (version && end && isLater(version, end)) return false;
	return told.status ? status !== told.status : status === told.previousStatus;
}

/** Whether the record shows a version from before the event. A status that a move has led to shows the move by itself. */
export function isOlder(record: WatchedRecord | undefined, told: SelectedEvent): boolean {
	const { event, status, at } = told;
	const showsItself = isMove(event) && status;
	return !happensOnce(event) && !showsItself && isClearlyLater(at, record?.updatedAt);
}
