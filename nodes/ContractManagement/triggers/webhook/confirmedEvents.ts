import type { SelectedEvent } from '../../api/deliveries/event';
import { isMove, isShown, subjectOf } from '../../api/events';
import { uuidOf } from '../../api/identifiers';
import { instantOf, isClearlyLater, isLater, isWholeSecond } from '../../api/instants';
import { digestOf } from '../../api/print';
import type { Connection } from '../../transport/connection';
import { Memory } from '../../transport/memory';
import {
	eventItems,
	type EventItem,
	type EventOfRecord,
	type WatchedRecord,
} from '../shared/records';
import { isOlder, readRecords, type Reading } from './readRecords';
import type { WebhookSettings } from './properties';

const FILTERED_OUT = 'The Filters of the node leave it out';
const NOT_TRUE = 'The service does not confirm the event';

/** Of moves, by what deliveries say of them. */
const moves = new Memory<string>(24 * 60 * 60 * 1000, 10_000);

/**
 * What remains of the events when the service was asked: those that are true and concern the workflow, as items, each by
 * what tells it from those before; or why there is none.
 *
 * @throws NodeApiError or NodeOperationError when the delivery has to be sent again
 */
export async function confirmedEvents(
	connection: Connection,
	events: SelectedEvent[],
	settings: WebhookSettings,
	rawBody: Buffer = Buffer.alloc(0),
): Promise<{ items: Map<string, EventItem>; ifNone: string }> {
	const { isVerified } = settings;
	const body = digestOf(rawBody);
	const { readings, forget } = await readRecords(connection, events, settings.view, body);
	const about = events.map((told, i) => aboutOf(told, readings[i], isVerified));
	const shown = await eventItems(connection, settings, about);
	forget();
	const records = readings.map((reading) => (reading instanceof Error ? undefined : reading));
	const items = new Map<string, EventItem>();
	for (const [i, plain] of shown.entries()) {
		if (!plain) continue;
		const eventKey = isVerified ? firstKey(plain, events[i], records[i]) : plain.eventKey;
		const item = { ...plain, eventKey };
		const claim = isVerified ? claimOf(item, events[i], records[i], body) : eventKey;
		// Of several moves that have become one, one knows where it came from.
		if (item.previousStatus !== null || !items.get(claim)?.previousStatus) items.set(claim, item);
	}
	const isTrue = records.some((record, i) => record && isShown(events[i].event, record.status));
	return { items, ifNone: isTrue ? FILTERED_OUT : NOT_TRUE };
}

/** The key that the move was first shown with: after an edit, a delivery that comes again still tells of the same one. */
function firstKey({ eventKey, ...item }: EventItem, told: SelectedEvent, record?: WatchedRecord) {
	const { id, event, status, at } = told;
	// Of several moves within a second only the status tells.
	const isTold = status
		? [item.status, item.deliveredStatus].includes(status)
		: at && !isWholeSecond(at) && record && !isOlder(record, told);
	if (!isMove(event) || !isTold || !isOwnTime(at, record)) return eventKey;
	const move = [uuidOf(id), event, status, at].join(' ');
	const first = moves.get(move) ?? eventKey;
	moves.set(move, first);
	return first;
}

/** Its key, and where the version of the record does not tell events apart its time, or without one all that the delivery says. */
function claimOf(
	{ event, eventKey, occurredAt }: EventItem,
	told: SelectedEvent,
	record: WatchedRecord | undefined,
	body: string,
) {
	const { at, nth } = told;
	if (!subjectOf(event)) {
		// The time of the version may be there because the record is.
		const isTold = isOwnTime(at, record) && at !== instantOf(record?.updatedAt);
		return isTold ? eventKey : `${eventKey} ${body} ${nth}`;
	}
	// Edits within a second may show one version where that is in whole seconds.
	const isEdit = event === 'updated' || event === 'counterpartyUpdated';
	const isCoarse = isEdit && isWholeSecond(occurredAt ?? '');
	const counts = isOwnTime(at, record) && (isCoarse || isOlder(record, told));
	return counts ? `${eventKey} ${at}` : eventKey;
}

/** Whether the time is of the event: where its body is the record, it may be of its creation. */
function isOwnTime(at: string | undefined, record: WatchedRecord | undefined): boolean {
	return at !== undefined && isLater(at, instantOf(record?.createdAt) ?? '');
}

/** What the delivery says counts only from a sender who proves who he is. */
function aboutOf(told: SelectedEvent, reading: Reading, isVerified: boolean): EventOfRecord {
	const { subject, id, event, status, previousStatus, at } = told;
	const record = reading instanceof Error ? undefined : reading;
	const seen = { subject, event, record, previousStatus: null };
	if (!isVerified || !reading) return seen;
	// It may happen again without a change of the record.
	const about = { ...seen, ...(!subjectOf(event) && isOwnTime(at, record) && { at }) };
	const moved = { left: status, leftFrom: previousStatus };
	if (reading instanceof Error)
		return { ...about, ...moved, record: { id, status: '', updatedAt: at }, failure: reading };
	if (subject === 'counterparty') return about;
	// Once the contract has moved on, what the delivery calls "before" belongs to another move.
	const isEdited = !status && isOwnTime(at, reading) && isClearlyLater(reading.updatedAt, at);
	const isThere = !isEdited && (status ?? reading.status) === reading.status;
	const from = isThere && previousStatus !== reading.status && previousStatus;
	return { ...about, ...(event !== 'signed' && moved), previousStatus: from || null };
}
