import { eventOfStatus, type TriggerEvent } from '../../api/events';
import { instantOf, isLater, millisOf } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { Version } from './state';

/** No client changes so soon what it has created: the service has taken the two times one after the other. */
const CREATING_MS = 10;

/** The events of a contract that is not as it was, or was never met. @param since up to then is old what is not remembered; `signed`: signatures */
export function contractEvents(
	record: WatchedRecord,
	before: Version | undefined,
	since: string,
	signed = since,
): TriggerEvent[] {
	const { status, signatureDate } = record;
	const { isNew, isEdited } = ageOf(record, before, since);
	// A contract is in such a status because it moved there; it may be created in the others.
	const named = eventOfStatus(status);
	const isReached = isEdited && named !== undefined;
	// A move too many is better than one that is lost, but old signatures stay old.
	const mayBeNews = status !== 'signed' || isAfter(signatureDate, signed);
	const hasMoved = before?.status ? status !== before.status : isNew ? isReached : mayBeNews;
	return which([
		isNew && 'created',
		hasMoved && 'statusChanged',
		(isNew || hasMoved) && named,
		isEdited && 'updated',
	]);
}

/** The same of a counterparty. */
export function counterpartyEvents(...about: Parameters<typeof ageOf>): TriggerEvent[] {
	const { isNew, isEdited } = ageOf(...about);
	return which([isNew && 'counterpartyCreated', isEdited && 'counterpartyUpdated']);
}

function ageOf(
	{ createdAt, updatedAt }: WatchedRecord,
	before: Version | undefined,
	since: string,
) {
	const isNew = before === undefined && isAfter(createdAt, since);
	// Also where it does not show one of the two.
	const isEdited = !isNew || !(millisOf(updatedAt) - millisOf(createdAt) < CREATING_MS);
	return { isNew, isEdited };
}

// A time that is not shown may be after the instant.
function isAfter(time: string | null | undefined, instant: string): boolean {
	const moment = instantOf(time);
	return moment === undefined || isLater(moment, instant);
}

function which(events: Array<TriggerEvent | false | undefined>): TriggerEvent[] {
	return events.filter((event) => !!event);
}
