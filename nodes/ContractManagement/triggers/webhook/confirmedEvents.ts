import type { SelectedEvent } from '../../api/deliveries/event';
import { eventKeyOf, isMove, isShown, subjectOf } from '../../api/events';
import { uuidOf } from '../../api/identifiers';
import { instantOf, isClearlyLater, isLater, isWholeSecond } from '../../api/instants';
import type { Connection } from '../../transport/connection';
import { eventItems } from '../shared/records';
import type { EventItem, EventOfRecord, WatchedRecord } from '../shared/records';
import { ifOther, isOlder, readRecords, type Reading } from './readRecords';
import type { WebhookSettings } from './properties';

const FILTERED_OUT = 'The Filters of the node leave it out';
const NOT_TRUE = 'The service does not confirm the event';

/** A creation form may fail for good: for a delivery of this age values come as stored. */
const GIVES_UP_AFTER_MS = 600_000;

/** An event that is true and concerns the workflow, by what tells it from those before: each of these is handed on once. */
export interface Confirmed {
	item: EventItem;
	claims: string[];
	signedAt?: string;
}

/** What remains of the events when the service was asked, and why others start nothing. @throws when it has to be sent again */
export async function confirmedEvents(
	connection: Connection,
	events: SelectedEvent[],
	settings: WebhookSettings,
	body: string,
): Promise<{ confirmed: Confirmed[]; left: string[] }> {
	const { isVerified } = settings;
	const readings = await readRecords(connection, events, settings.view);
	const about = events.map((told, i) => aboutOf(told, readings[i], isVerified));
	const isOld = ({ at = '' }: SelectedEvent) => Date.now() - Date.parse(at) >= GIVES_UP_AFTER_MS;
	const output = { ...settings.output, givesUp: events.every(isOld) };
	const shown = await eventItems(connection, { ...settings, output }, about);
	const records = readings.map((reading) => (reading instanceof Error ? undefined : reading));
	const byClaim = new Map<string, Confirmed>();
	// Of one event of the body several may be looked for.
	const kept = new Set<unknown>();
	for (const [i, item] of shown.entries()) {
		if (!item) continue;
		const [told, record] = [events[i], records[i]];
		kept.add(told.nth);
		const isTaken = byClaim.has(item.eventKey);
		const claim = isVerified ? claimOf(item, told, record, body, isTaken) : item.eventKey;
		// The same delivery need not be read again.
		const dated = told.event === 'signed' ? [`${eventKeyOf('signed', told)} ${body}`] : [];
		const claims = [claim, ...dated, ...(isVerified ? moveOf(told, record) : [])];
		// Of several moves that have become one, one knows where it came from.
		const before = byClaim.get(claim);
		if (item.previousStatus !== null || !before?.item.previousStatus) {
			const signedAt = instantOf(record?.signatureDate);
			byClaim.set(claim, { item, claims: [...claims, ...(before?.claims ?? [])], signedAt });
		}
	}
	const left = events.flatMap((told, i) => (kept.has(told.nth) ? [] : reasonOf(told, records[i])));
	return { confirmed: [...byClaim.values()], left: [...new Set(left)].sort() };
}

/** Why it starts nothing. Of several, what says most comes first by its letters. */
const reasonOf = ({ event, id }: SelectedEvent, record: WatchedRecord | undefined) =>
	record ? (isShown(event, record.status) ? FILTERED_OUT : NOT_TRUE) : NOT_TRUE + ifOther(id);

/** The move as its delivery tells it: after an edit, one that comes again has another version. */
function moveOf(told: SelectedEvent, record: WatchedRecord | undefined): string[] {
	const { id, event, status, at } = told;
	// Of several moves within a second only the status tells.
	const isTold = status ?? (at && !isWholeSecond(at) && record && !isOlder(record, told));
	const isIts = isMove(event) && isTold && isOwnTime(at, record);
	return isIts ? [[uuidOf(id), event, status, at].join(' ')] : [];
}

/** Its key, and where the version of the record does not tell events apart its time, or without one all that the delivery says. */
function claimOf(
	{ event, eventKey, occurredAt }: EventItem,
	told: SelectedEvent,
	record: WatchedRecord | undefined,
	body: string,
	isTaken: boolean,
) {
	const { at = '', nth } = told;
	if (!subjectOf(event)) {
		// The time of the version may be there because the record is, and several may happen within a second.
		const isOfVersion = at === instantOf(record?.updatedAt) || isWholeSecond(at) || isTaken;
		return !isOfVersion && isOwnTime(at, record) ? eventKey : `${eventKey} ${body} ${nth}`;
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
	// Without dates nobody can tell, nor by how many digits they show.
	const [now, then] = [record?.signatureDate, told.signedBefore];
	const signedAgain = isClearlyLater(now, then) || isClearlyLater(then, now);
	const seen = { subject, event, record, previousStatus: null, signedAgain };
	if (!isVerified || !reading) return seen;
	// It may happen again without a change of the record, and a later edit does not date a move.
	const isDated = !subjectOf(event) || (isMove(event) && isClearlyLater(record?.updatedAt, at));
	const about = { ...seen, ...(isDated && isOwnTime(at, record) && { at }) };
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
