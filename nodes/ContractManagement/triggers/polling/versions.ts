import { eventOfStatus, type TriggerEvent } from '../../api/events';
import { uuidOf } from '../../api/identifiers';
import {
	compareInstants,
	instantOf,
	isLater,
	isWholeSecond,
	later,
	millisOf,
} from '../../api/instants';
import { printOf } from '../../api/print';
import type { WatchedRecord } from '../shared/records';

/** The version of a record that was handled last. */
export interface Version {
	/** In the form of `instantOf`. */
	updatedAt: string;
	/** Empty where it was not shown. */
	status: string;
	/** Of what the list showed, unless a later version was read by itself. */
	print?: string;
	/** The date of its signature, also of one that it had before. */
	signed?: string;
}

/** A record as the list shows it, by the UUID part of its id. */
export interface Row extends Version {
	id: string;
	/** Made as its page is read: of all of them at once it would hold n8n up. */
	print: string;
	/** Whether it tells of a change; its record only then, and of the oldest: the others may be ten thousand whole contracts. */
	isNews?: boolean;
	record?: WatchedRecord;
}

/** What is known of the past, beside the version of a record that was met last. */
export interface Past {
	/** Up to then is old what is not remembered; `signed`: signatures, where they differ. */
	since: string;
	signed?: string;
	/** Whether all records were met: one that was not came into view, and made no move. */
	isWhole?: boolean;
}

/** No client changes so soon what it has created: the service has taken the two times one after the other. */
const CREATING_MS = 10;

/** Undefined for a record without a time. */
export function rowOf(record: WatchedRecord): Row | undefined {
	const { id, status = '', signatureDate } = record;
	const updatedAt = instantOf(record.updatedAt);
	if (updatedAt === undefined) return undefined;
	// A time in milliseconds tells by itself of everything but a move.
	const print = isWholeSecond(updatedAt) ? printOf(record) : status;
	return { id: uuidOf(id), updatedAt, status, print, signed: instantOf(signatureDate) };
}

/** The version to remember of a row, or of its record as it was emitted. */
export function versionOf(row: Row, record?: WatchedRecord, before?: Version): Version {
	const { print } = row;
	const updatedAt = later(row.updatedAt, instantOf(record?.updatedAt) ?? '');
	const signed = instantOf(record?.signatureDate) ?? row.signed ?? before?.signed;
	const isListed = updatedAt === row.updatedAt;
	const status = record?.status ?? row.status;
	return { updatedAt, status, ...(isListed && { print }), ...(signed && { signed }) };
}

/** Whether the row is of another version than the one that is known, whichever of the two is later. */
export function isAnother(
	known: Version,
	{ updatedAt, status, print }: Row,
	record: object,
	{ target, mayBeBehind }: { target: string; mayBeBehind: boolean },
): boolean {
	const hasMoved = known.status !== '' && status !== '' && status !== known.status;
	const order = compareInstants(updatedAt, known.updatedAt);
	if (order === 0) {
		// The time may be too coarse to show a change. But a list that is behind the record shows again what was handled.
		const isAlike = known.print?.slice(0, 3) === print.slice(0, 3);
		const isEdited = isWholeSecond(updatedAt) && isAlike && isLater(updatedAt, target);
		return (hasMoved || isEdited) && known.print !== print;
	}
	if (order < 0) return !mayBeBehind && (hasMoved || !isCutOf(updatedAt, known.updatedAt));
	// A service may begin to show finer times.
	const isEdited = isWholeSecond(known.updatedAt) && known.print !== printOf(record);
	return hasMoved || isEdited || !isCutOf(known.updatedAt, updatedAt);
}

/** Whether one instant is the other in fewer digits. */
function isCutOf(instant: string, finer: string): boolean {
	return finer.startsWith(instant.slice(0, isWholeSecond(instant) ? 19 : -1));
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
	const known = before?.signed;
	return !!(signedAt && known && !isCutOf(known, signedAt) && !isCutOf(signedAt, known));
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
