import type { IDataObject } from 'n8n-workflow';
import { eventKeyOf, isShown, type Subject } from '../../api/events';
import { uuidOf } from '../../api/identifiers';
import { instantOf } from '../../api/instants';
import type { Contract, Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { presentContracts, type ContractOutput } from '../../transport/contractOutput';
import { counterpartyPath } from '../../transport/counterparty';
import { recordIfThere } from '../../transport/records';

/** `GET /contracts/{id}`, or `/consolidated` with the values of its amendments. */
export type ContractView = 'asSigned' | 'consolidated';

/** A contract or a counterparty, as far as triggers look at it; its status is empty where it is not known. */
export type WatchedRecord = Pick<Counterparty, 'id' | 'status'> &
	Partial<Pick<Contract, 'createdAt' | 'signatureDate' | 'updatedAt'>>;

/** What contracts are filtered by: the filter, the property that it looks at, and what of that. */
export const OF_CONTRACTS = [
	['contractTypeIds', 'contractType', 'id'],
	['counterpartyId', 'counterparty', 'id'],
	['authorEmail', 'author', 'email'],
	['signatoryEmail', 'signatories', 'email'],
] as const;

/** Names of the filters. In this order they name the list that polling has stored its state of. */
export const FILTERS = [...OF_CONTRACTS.map(([name]) => name), 'statusFrom', 'statusTo'] as const;

/** Which events start the workflow. An empty list lets everything through. */
export type TriggerFilters = Record<(typeof FILTERS)[number], string[]>;

/** One event as both triggers emit it. */
export interface EventItem extends IDataObject {
	event: string;
	/** The same for the same event, whichever trigger saw it and however often. */
	eventKey: string;
	/** Null where they are not known. */
	status: string | null;
	previousStatus: string | null;
	occurredAt: string | null;
}

/** Reads the record; undefined when the service says that it does not have it. @throws NodeApiError when it cannot be read */
export async function readRecord(
	connection: Connection,
	{ subject, id }: Subject,
	view: ContractView,
): Promise<WatchedRecord | undefined> {
	const suffix = view === 'consolidated' ? '/consolidated' : '';
	const ofContract = `/contracts/${encodeURIComponent(id)}${suffix}`;
	const path = subject === 'contract' ? ofContract : counterpartyPath(id);
	return await recordIfThere<WatchedRecord>(connection, path);
}

// Without regard to case, and ids without their prefix.
function isAmong(wanted: string[], values: unknown[]): boolean {
	const plain = (value: unknown) => typeof value === 'string' && uuidOf(value.trim()).toLowerCase();
	return wanted.length === 0 || wanted.some((one) => values.map(plain).includes(plain(one)));
}

/** Whether the record is one that the workflow is about. What a list does not show of it may fit. */
export function concerns(
	filters: TriggerFilters,
	subject: Subject['subject'],
	record: WatchedRecord,
	isListed = false,
): boolean {
	if (subject === 'counterparty') return isAmong(filters.counterpartyId, [record.id]);
	return OF_CONTRACTS.every(([filter, property, key]) => {
		if (isListed && !(property in record)) return true;
		const { [property]: shown = null } = record as unknown as IDataObject;
		const values = ([shown].flat() as Array<IDataObject | null>).map((one) => one?.[key]);
		return isAmong(filters[filter], values);
	});
}

/** What may be emitted of a record. */
export interface EventOfRecord extends Pick<Subject, 'subject'> {
	event: string;
	record: WatchedRecord | undefined;
	previousStatus: string | null;
	/** As somebody says who can be believed: the status that it has left since, the one before, the time of another event. */
	left?: string;
	leftFrom?: string;
	at?: string;
	/** Whether the contract had been signed before, at another date. */
	signedAgain?: boolean;
	/** Why the record could not be read by itself, and what was read instead. */
	failure?: Error;
	older?: object;
}

/** The items of events, in the form that the person wants; undefined where the workflow does not wait for it, or it is not so. */
export async function eventItems(
	connection: Connection,
	{ filters, output }: { filters: TriggerFilters; output: ContractOutput },
	events: EventOfRecord[],
): Promise<Array<EventItem | undefined>> {
	const items = events.map((event) => itemOf(event, filters));
	const contracts = items.flatMap((item) => (item?.contract ?? []) as Partial<Contract>);
	const shown = await presentContracts(connection, contracts, output);
	return items.map((item) =>
		item?.contract ? { ...item, contract: shown.shift() as IDataObject } : item,
	);
}

function itemOf(about: EventOfRecord, filters: TriggerFilters): EventItem | undefined {
	const { subject, event, record, previousStatus, at, left, leftFrom = '', failure } = about;
	if (!record || (!failure && !concerns(filters, subject, record))) return undefined;
	const { id, status, createdAt, signatureDate } = record;
	const isNow = !failure || status ? isPossible(filters, event, status, previousStatus) : !left;
	if (!isNow && (!left || !isPossible(filters, event, left, leftFrom))) return undefined;
	// Its status of now came with a later move than the one that is dated.
	const isOlder = event === 'statusChanged' && isNow && left && left !== status;
	const updatedAt = (isOlder ? undefined : at) ?? record.updatedAt;
	const again = about.signedAgain && event === 'signed' ? instantOf(signatureDate) : undefined;
	const times: IDataObject = { created: createdAt, signed: signatureDate };
	return {
		event,
		eventKey: eventKeyOf(event, { id, updatedAt, status: isNow ? status : left, again }),
		[`${subject}Id`]: id,
		status: status || null,
		previousStatus,
		...(!isNow && { deliveredStatus: left }),
		occurredAt: instantOf(times[event]) ?? instantOf(updatedAt) ?? null,
		[subject]: (failure ? (about.older ?? null) : record) as IDataObject | null,
		...(failure && { [`${subject}Error`]: failure.message }),
	};
}

/** Whether a record in the status can be what the event says. A status before that is not known may be the one. */
export function isPossible(
	{ statusFrom, statusTo }: TriggerFilters,
	event: string,
	status: string,
	previousStatus: string | null,
): boolean {
	if (event !== 'statusChanged') return isShown(event, status);
	return (!previousStatus || isAmong(statusFrom, [previousStatus])) && isAmong(statusTo, [status]);
}
