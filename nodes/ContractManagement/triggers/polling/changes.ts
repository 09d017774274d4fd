import type { TriggerEvent } from '../../api/events';
import { compareInstants, instantOf } from '../../api/instants';
import { uuidOf } from '../../api/identifiers';
import type { PolledRecord } from './scan';
import type { Horizon, PollState } from './state';
import { handledVersion, type Prints, type Version, type Versions } from './version';

/** A change and what it amounts to. */
export interface Change<T> {
	record: T;
	events: TriggerEvent[];
	/** The status before, where it is known and another. */
	previousStatus: string | null;
}

/** What a contract tells beyond other records. */
interface MaybeSigned extends PolledRecord {
	signatureDate?: string | null;
}

/** What the changes amount to, oldest first. */
export function changesIn<T extends PolledRecord>(
	records: Iterable<T>,
	versions: Versions,
	describe: (record: T, before: Version | undefined) => TriggerEvent[],
): Array<Change<T>> {
	return [...records].sort(byTime).map((record) => {
		const before = versions.get(uuidOf(record.id));
		return {
			record,
			events: describe(record, before),
			previousStatus: before?.status && before.status !== record.status ? before.status : null,
		};
	});
}

/** The events of a contract that is not as it was, or was never met. */
export function contractEvents(
	record: MaybeSigned,
	before: Version | undefined,
	horizon: Horizon,
): TriggerEvent[] {
	if (before?.status) return [...moveTo(record, record.status !== before.status), 'updated'];
	if (before) return [...moveTo(record, mayHaveMoved(record, horizon)), 'updated'];
	const isUntouched = instantOf(record.createdAt) === instantOf(record.updatedAt);
	if (isAfter(record.createdAt, horizon.created)) {
		if (isUntouched) return record.status === 'signed' ? ['created', 'signed'] : ['created'];
		return ['created', ...moveTo(record, record.status !== 'draft'), 'updated'];
	}
	return [...moveTo(record, mayHaveMoved(record, horizon)), 'updated'];
}

/** The events of a counterparty that is not as it was, or was never met. */
export function counterpartyEvents(
	record: PolledRecord,
	before: Version | undefined,
	{ created }: Horizon,
): TriggerEvent[] {
	if (before || !isAfter(record.createdAt, created)) return ['counterpartyUpdated'];
	const isUntouched = instantOf(record.createdAt) === instantOf(record.updatedAt);
	return isUntouched ? ['counterpartyCreated'] : ['counterpartyCreated', 'counterpartyUpdated'];
}

/** The state with the changes handled. */
export function withHandled<T extends PolledRecord>(
	state: PollState,
	changes: Array<Change<T>>,
	prints: Prints,
): PollState {
	if (changes.length === 0) return state;
	const versions = new Map(state.versions);
	for (const { record } of changes) {
		const id = uuidOf(record.id);
		versions.set(id, handledVersion(id, record, prints));
	}
	return { ...state, versions };
}

function moveTo({ status }: MaybeSigned, hasMoved: boolean): TriggerEvent[] {
	if (!hasMoved) return [];
	return status === 'signed' ? ['statusChanged', 'signed'] : ['statusChanged'];
}

// Of a contract whose status nobody remembers: a move too many is better than one that is lost, but old signatures stay old.
function mayHaveMoved({ status, signatureDate }: MaybeSigned, { signed }: Horizon): boolean {
	return status !== 'signed' || isAfter(signatureDate, signed);
}

/** Whether the time is after the instant; a time that is not shown may be. */
function isAfter(time: string | null | undefined, instant: string | undefined): boolean {
	const moment = instantOf(time);
	return moment === undefined || instant === undefined || compareInstants(moment, instant) > 0;
}

/** Oldest change first. */
export function byTime(a: PolledRecord, b: PolledRecord): number {
	const [left, right] = [instantOf(a.updatedAt) ?? '', instantOf(b.updatedAt) ?? ''];
	return compareInstants(left, right) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
