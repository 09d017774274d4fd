import { instantOf, isLater, isWholeSecond } from '../../api/instants';
import type { EventOfRecord, WatchedRecord } from '../shared/records';
import type { Reader } from './reader';
import type { Row } from './rows';
import type { PollState } from './state';
import { versionOf, type Version } from './versions';

/** A row that tells of a change. */
export type FoundRow = Row & { record: WatchedRecord };

/**
 * A row that was handled: its record as far as it was seen, what to remember, and whether the workflow is about it; why it
 * could not be read by itself, and what was read where that is older than what the list shows.
 */
export interface Handled extends Pick<EventOfRecord, 'failure' | 'older'> {
	row: Row;
	record: WatchedRecord;
	version: Version;
	isOurs: boolean;
}

export interface Handling {
	/** At most so many changes that may concern the workflow are handled. */
	maxChanges: number;
	/**
	 * Why a record could not be read, where that has been waited for long enough: its change is emitted without it. Without
	 * an error it is older, read by itself, than what the list shows. @throws it where the record has to be waited for
	 */
	failureOf(record: WatchedRecord, error?: Error): Error;
}

const CONCURRENT_READS = 20;

/** The oldest of the rows, as far as number, time and failures allow. */
export async function handle(
	reader: Reader,
	found: FoundRow[],
	{ versions }: PollState,
	{ maxChanges, failureOf }: Handling,
): Promise<Handled[]> {
	const handled: Handled[] = [];
	/** @throws an error where it has to be waited for */
	const read = async (row: FoundRow): Promise<Handled> => {
		const { record: listed, instant } = row;
		const as = (record: WatchedRecord, isOurs: boolean) => {
			return { row, record, version: versionOf(row, record, versions.get(row.id)), isOurs };
		};
		if (!reader.concerns(listed, true)) return as(listed, false);
		const answer = await reader.whole(listed).catch((error: Error) => error);
		const [whole, error] = answer instanceof Error ? [undefined, answer] : [answer];
		if (!whole || !isUpTo(whole, row))
			return {
				...as({ ...whole, ...listed }, true),
				older: whole,
				failure: failureOf(listed, error),
			};
		const isOurs = reader.concerns(whole);
		return as(isOurs ? { ...whole, updatedAt: whole.updatedAt ?? instant } : listed, isOurs);
	};
	for (;;) {
		const room = maxChanges - handled.filter(({ isOurs }) => isOurs).length;
		const end = handled.length + Math.min(CONCURRENT_READS, room);
		const rows = found.slice(handled.length, end);
		if (rows.length === 0 || (handled.length > 0 && !reader.mayGoOn())) return handled;
		for (const result of await Promise.allSettled(rows.map(read))) {
			if (result.status === 'fulfilled') handled.push(result.value);
			else if (handled.length === 0) throw result.reason;
			else return handled;
		}
	}
}

// Of a record whose times are all cut to whole seconds, and only by itself, each may be of any moment within its second.
function isUpTo({ createdAt, updatedAt }: WatchedRecord, { record, instant }: FoundRow): boolean {
	const shown = instantOf(updatedAt) ?? instant;
	// It may be the same time in fewer digits.
	if (instant.startsWith(shown.slice(0, -1))) return true;
	const isOther = createdAt !== record.createdAt && isWholeSecond(instantOf(createdAt) ?? '');
	const isCut = isWholeSecond(shown) && isOther;
	return !isLater(instant, isCut ? shown.replace('.000Z', '.999Z') : shown);
}
