import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { SelectedEvent } from '../../api/deliveries/event';
import { happensOnce, isMove } from '../../api/events';
import { uuidOf } from '../../api/identifiers';
import { instantOf, isClearlyLater, isLater } from '../../api/instants';
import { digestOf } from '../../api/print';
import { rest } from '../../transport/canceled';
import { withSignal, type Connection } from '../../transport/connection';
import { statusOf } from '../../transport/errors/requestError';
import { Memory } from '../../transport/memory';
import { readRecord, type ContractView, type WatchedRecord } from '../shared/records';

/** What reading a record came to. */
export type Reading = WatchedRecord | Error | undefined;

/** A delivery may be faster than the service's own reads: these are waited for between the attempts, in milliseconds. */
const DELAYS_MS = [400, 800, 1_600];

/** For so long after an event the service may be behind it, so that sending the delivery again helps. */
const YOUNG_MS = 60_000;

/** From this attempt on a fault with one record does not hold the others of its delivery. */
const FAULTS_COUNT_FROM = 3;

/** Senders wait longer and longer, for hours in the end. */
const SENDING_MS = 24 * 60 * YOUNG_MS;

/** What was read for events that were not taken yet, and when, so that a delivery gets further when it is sent again. */
const kept = new Memory<{ record: WatchedRecord; readAt: number }>(SENDING_MS, 5_000);

/** What was read is read again after a minute, behind all else, and for no longer than that: half of a delivery's time. */
const REFRESHING_MS = 4_000;

/** For how many deliveries a record could not be read, and since when, in milliseconds, the service is behind what is told. */
const attempted = new Memory<number>(SENDING_MS, 10_000);
const behind = new Memory<number>(SENDING_MS, 10_000);

/**
 * Reads the record of each event once: what is emitted is what the service says, never what the delivery says.
 *
 * @returns for each event its record, why that cannot be read although others can, or undefined; `forget` for when all is taken
 * @throws when the delivery has to be sent again
 */
export async function readRecords(
	connection: Connection,
	events: SelectedEvent[],
	view: ContractView,
	body: string,
): Promise<{ readings: Reading[]; forget: () => void }> {
	const { account, context } = connection;
	const trigger = [context.getWorkflow().id, context.getNode().id, account, view].join('\n');
	const refreshing = withSignal(connection, AbortSignal.timeout(REFRESHING_MS));
	const keys = events.map(({ subject, id }) => `${trigger}\n${subject}:${uuidOf(id)}`);
	const records = [...new Set(keys)].map((key) => {
		const about = events.filter((_event, index) => keys[index] === key);
		const told = about.map(({ event, status, at }) => [event, status, at ?? body]);
		const sign = `${key} ${digestOf(told.join())}`;
		return { key, about, sign, known: kept.get(sign) };
	});
	records.sort((a, b) => Number(!!a.known) - Number(!!b.known));
	const reading = records.map(async ({ key, about, sign, known }): Promise<[string, Reading]> => {
		const readAt = performance.now();
		if (known && known.readAt > readAt - YOUNG_MS) return [key, known.record];
		const fresh = recordOf(known ? refreshing : connection, key, about, view);
		const read = await fresh.catch((error: Error) => error);
		if (read instanceof Error) return [key, known?.record ?? read];
		if (read) kept.set(sign, { record: read, readAt });
		return [key, read];
	});
	const readings = new Map(await Promise.all(reading));
	const failures = [...readings].flatMap(([key, error]) =>
		error instanceof Error ? [{ key, error, attempt: (attempted.get(key) ?? 0) + 1 }] : [],
	);
	const isAnyRead = [...readings.values()].some((read) => read && !(read instanceof Error));
	if (failures.length > 0 && !(isAnyRead && failures.every(concernsRecord))) {
		for (const { key, attempt } of failures) attempted.set(key, attempt);
		throw failures[0].error;
	}
	const forget = () => {
		for (const { key } of records) attempted.delete(key);
		for (const { sign } of records) kept.delete(sign);
	};
	return { readings: keys.map((key) => readings.get(key)), forget };
}

// An answer that is no record, or again and again none, or one that is not about the key.
function concernsRecord({ error, attempt }: { error: Error; attempt: number }): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = statusOf(error) ?? 200;
	if (status >= 200 && status < 300) return true;
	const isItsOwn = status > 0 ? ![401, 429].includes(status) : error.context.failure === 'lost';
	return attempt >= FAULTS_COUNT_FROM && isItsOwn;
}

/** Reads the record of these events, and again while the service seems to be behind them. */
async function recordOf(
	connection: Connection,
	key: string,
	about: SelectedEvent[],
	view: ContractView,
): Promise<WatchedRecord | undefined> {
	const asked = [key, ...new Set(about.map(({ status }) => status))].join(' ');
	let record: WatchedRecord | undefined;
	let [late, asking] = [about, connection];
	for (const delay of [0, ...DELAYS_MS]) {
		const reading = rest(asking, delay).then(async () => await readRecord(asking, about[0], view));
		const again = await reading.catch((error: Error) => error);
		const lateNow = about.filter((one) => !again || again instanceof Error || isBehind(again, one));
		// Not every event makes a version: what is only older than the event is emitted where nothing better can be read.
		if (late.length === 0 && lateNow.length > 0) return record;
		if (again instanceof Error) throw again;
		[record, late] = [again, lateNow];
		if (late.length > 0) continue;
		behind.delete(asked);
		if (!about.some((event) => isOlder(again, event))) return record;
		asking = withSignal(asking, AbortSignal.timeout(REFRESHING_MS));
	}
	const since = behind.get(asked) ?? performance.now();
	// What is there is behind by the service's own times, where they are told. Of what is not there n8n's clock tells the age.
	const isOld = ({ at = '' }: SelectedEvent) => Date.now() - Date.parse(at) >= YOUNG_MS;
	const isExpected = late.some((event) => (record ? event.at : !isOld(event)));
	// The time may be that of the attempt.
	const isWaited = isExpected && performance.now() - since < YOUNG_MS;
	if (isWaited || !record) behind.set(asked, since);
	else behind.delete(asked);
	if (!isWaited) return record;
	const message = `The service does not show the event of ${about[0].id} yet`;
	throw new NodeOperationError(connection.context.getNode(), message);
}

// Whether the record is as it was before the event. One that changed after the event has left that status since.
function isBehind({ status, updatedAt }: WatchedRecord, told: SelectedEvent): boolean {
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
