import { eventOfStatus, type TriggerEvent } from '../../api/events';
import { compareInstants, instantOf, millisOf } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { Version } from './state';

/** No client changes so soon what it has created: the service has taken the two times one after the other. */
const CREATING_MS = 10;

/**
 * The events of a contract that is not as it was, or was never met.
 *
 * @param since what happened up to then and is not remembered is no news
 * @param signed the same of signatures
 */
export function contractEvents(
	record: WatchedRecord,
	before: Version | undefined,
	since: string,
	signed = since,
): TriggerEvent[] {
	const { status, signatureDate } = record;
	// A contract is in such a status because it moved there; it may be created in the others.
	const named = eventOfStatus(status) ?? [];
	const moved = (hasMoved: boolean) => [
		...(hasMoved ? ['statusChanged' as const, named].flat() : []),
		'updated' as const,
	];
	if (before?.status) return moved(status !== before.status);
	// A move too many is better than one that is lost, but old signatures stay old.
	if (isOld(record, before, since))
		return moved(status !== 'signed' || isAfter(signatureDate, signed));
	if (isUntouched(record)) return ['created' as const, named].flat();
	return ['created', ...moved(eventOfStatus(status) !== undefined)];
}

/** The events of a counterparty that is not as it was, or was never met. */
export function counterpartyEvents(
	record: WatchedRecord,
	before: Version | undefined,
	since: string,
): TriggerEvent[] {
	if (isOld(record, before, since)) return ['counterpartyUpdated'];
	const created: TriggerEvent[] = ['counterpartyCreated'];
	return isUntouched(record) ? created : [...created, 'counterpartyUpdated'];
}

function isOld({ createdAt }: WatchedRecord, before: Version | undefined, since: string): boolean {
	return before !== undefined || !isAfter(createdAt, since);
}

function isUntouched({ createdAt, updatedAt }: WatchedRecord): boolean {
	return millisOf(updatedAt) - millisOf(createdAt) < CREATING_MS;
}

// A time that is not shown may be after the instant.
function isAfter(time: string | null | undefined, instant: string): boolean {
	const moment = instantOf(time);
	return moment === undefined || compareInstants(moment, instant) > 0;
}
