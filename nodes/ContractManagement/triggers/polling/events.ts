import { eventOfStatus, type TriggerEvent } from '../../api/events';
import { instantOf, isLater, millisOf } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { Version } from './versions';

/** No client changes so soon what it has created: the service has taken the two times one after the other. */
const CREATING_MS = 10;

/** What is known of the past, beside the version of a record that was met last. */
export interface Past {
	/** Up to then is old what is not remembered; `signed`: signatures, where they differ. */
	since: string;
	signed?: string;
	/** Whether all records were met: one that was not came into view, and made no move. */
	isWhole?: boolean;
}

/** The events of a contract that is not as it was, or was never met. */
export function contractEvents(
	record: WatchedRecord,
	before: Version | undefined,
	past: Past,
): TriggerEvent[] {
	const { status, signatureDate } = record;
	const { since, signed = since, isWhole = false } = past;
	const { isNew, isEdited } = ageOf(record, before, past);
	// A contract is in such a status because it moved there; it may be created in the others.
	const named = eventOfStatus(status);
	const isReached = isEdited && named !== undefined;
	// A move too many is better than one that is lost, but old signatures stay old.
	const mayBeNews = (before || !isWhole) && (status !== 'signed' || isAfter(signatureDate, signed));
	const isMet = before?.status ? status !== before.status : mayBeNews;
	const hasMoved = isNew ? isReached : isMet || isSignedAgain(record, before);
	return which([
		isNew && 'created',
		hasMoved && 'statusChanged',
		(isNew || hasMoved) && named,
		isEdited && 'updated',
	]);
}

/** Whether a contract that was signed before was signed once more, at another date. */
export function isSignedAgain(record: WatchedRecord, before: Version | undefined): boolean {
	const signedAt = record.status === 'signed' && instantOf(record.signatureDate);
	return !!(signedAt && before?.signed && before.signed !== signedAt);
}

/** The same of a counterparty. */
export function counterpartyEvents(...about: Parameters<typeof ageOf>): TriggerEvent[] {
	const { isNew, isEdited } = ageOf(...about);
	return which([isNew && 'counterpartyCreated', isEdited && 'counterpartyUpdated']);
}

function ageOf(record: WatchedRecord, before: Version | undefined, { since }: Past) {
	const isNew = before === undefined && isAfter(record.createdAt, since);
	// Also where it does not show one of the two.
	const isOne = millisOf(record.updatedAt) - millisOf(record.createdAt) < CREATING_MS;
	return { isNew, isEdited: !isNew || !isOne };
}

// A time that is not shown may be after the instant.
function isAfter(time: string | null | undefined, instant: string): boolean {
	const moment = instantOf(time);
	return moment === undefined || isLater(moment, instant);
}

function which(events: Array<TriggerEvent | false | undefined>): TriggerEvent[] {
	return events.filter((event) => !!event);
}
