import { eventOfStatus, type TriggerEvent } from '../../api/events';
import { compareInstants, instantOf } from '../../api/instants';
import type { EventItem } from '../shared/eventItem';
import { concernsMove, type TriggerFilters } from '../shared/filters';
import type { PolledRecord } from './rows';
import type { Version } from './state';

/** A change and what it amounts to. */
export interface Change<T> {
	/** Its newest version that was seen. */
	record: T;
	events: TriggerEvent[];
	/** The status before, where it is known and another. */
	previousStatus: string | null;
	/** Why the record could not be read by itself. */
	failure?: Error;
	/** What was read by itself where that failed or was older than what the list shows. */
	older?: T;
}

/** What a contract tells beyond other records. */
interface MaybeSigned extends PolledRecord {
	signatureDate?: string | null;
}

/** Statuses that a contract is in because it moved there; it may be created in the others. */
const REACHED = ['signing', 'signed', 'canceled'];

/**
 * The events of a contract that is not as it was, or was never met.
 *
 * @param since what happened up to then and is not remembered is no news
 */
export function contractEvents(
	record: MaybeSigned,
	before: Version | undefined,
	since: string | undefined,
): TriggerEvent[] {
	if (before?.status) return [...moveTo(record, record.status !== before.status), 'updated'];
	if (before || !isAfter(record.createdAt, since)) {
		// A move too many is better than one that is lost, but old signatures stay old.
		const mayHaveMoved = record.status !== 'signed' || isAfter(record.signatureDate, since);
		return [...moveTo(record, mayHaveMoved), 'updated'];
	}
	if (isUntouched(record)) return ['created', ...named(record)];
	return ['created', ...moveTo(record, REACHED.includes(record.status)), 'updated'];
}

/** The events of a counterparty that is not as it was, or was never met. */
export function counterpartyEvents(
	record: PolledRecord,
	before: Version | undefined,
	since: string | undefined,
): TriggerEvent[] {
	if (before || !isAfter(record.createdAt, since)) return ['counterpartyUpdated'];
	return isUntouched(record)
		? ['counterpartyCreated']
		: ['counterpartyCreated', 'counterpartyUpdated'];
}

/** The items of a change: one for each of its events that the workflow waits for. */
export function itemsOf<T extends PolledRecord>(
	item: (event: string, record: T, previousStatus: string | null) => EventItem,
	selected: string[],
	filters: TriggerFilters,
	{ record, events, previousStatus, failure, older }: Change<T>,
): EventItem[] {
	const isMoveWanted = concernsMove(filters, previousStatus, record.status);
	const unread = failure && { contract: older ?? null, contractError: failure.message };
	return events
		.filter((event) => selected.includes(event) && (event !== 'statusChanged' || isMoveWanted))
		.map((event) => ({ ...item(event, record, previousStatus), ...unread }) as EventItem);
}

function moveTo(record: MaybeSigned, hasMoved: boolean): TriggerEvent[] {
	return hasMoved ? ['statusChanged', ...named(record)] : [];
}

function named({ status }: MaybeSigned): TriggerEvent[] {
	return [eventOfStatus(status) ?? []].flat();
}

function isUntouched({ createdAt, updatedAt }: PolledRecord): boolean {
	return instantOf(createdAt) === instantOf(updatedAt);
}

/** Whether the time is after the instant; a time that is not shown may be. */
function isAfter(time: string | null | undefined, instant: string | undefined): boolean {
	const moment = instantOf(time);
	return moment === undefined || instant === undefined || compareInstants(moment, instant) > 0;
}
