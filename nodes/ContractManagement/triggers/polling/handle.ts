import { instantOf, isLater, isWholeSecond } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { Reader } from './reader';
import type { Row } from './rows';
import type { PollState } from './state';
import { versionOf, type Version } from './versions';

/** A row that tells of a change. */
export type FoundRow = Row & { record: WatchedRecord };

/** A row that was handled: its record as far as it was seen, what to remember, and whether the workflow is about it. */
export interface Handled {
	row: Row;
	record: WatchedRecord;
	version: Version;
	isOurs: boolean;
	/** Why it could not be read by itself. */
	failure?: Error;
	/** What was read by itself where that failed or was older than what the list shows. */
	older?: WatchedRecord;
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
	state: PollState,
	options: Handling,
): Promise<Handled[]> {
	const handled: Handled[] = [];
	const room = () => options.maxChanges - handled.filter(({ isOurs }) => isOurs).length;
	while (handled.length < found.length && room() > 0) {
		if (handled.length > 0 && !reader.mayGoOn()) break;
		const size = Math.min(CONCURRENT_READS, room());
		const rows = found.slice(handled.length, handled.length + size);
		const reading = rows.map(async (row) => await read(reader, row, state, options));
		for (const result of await Promise.allSettled(reading)) {
			if (result.status === 'fulfilled') handled.push(result.value);
			else if (handled.length === 0) throw result.reason;
			else return handled;
		}
	}
	return handled;
}

/** Reads the record of a row. @throws an error where it has to be waited for */
async function read(
	reader: Reader,
	row: FoundRow,
	{ versions }: PollState,
	{ failureOf }: Handling,
): Promise<Handled> {
	const { record: listed, instant } = row;
	const as = (record: WatchedRecord, isOurs: boolean) => {
		return { row, record, version: versionOf(row, record, versions.get(row.id)), isOurs };
	};
	if (!reader.concerns(listed, true)) return as(listed, false);
	const read = await reader.whole(listed).catch((error: Error) => error);
	const [whole, error] = read instanceof Error ? [undefined, read] : [read];
	if (whole && isUpTo(whole, row)) {
		const record = { ...whole, updatedAt: whole.updatedAt ?? instant };
		return reader.concerns(whole) ? as(record, true) : as(listed, false);
	}
	return { ...as({ ...whole, ...listed }, true), older: whole, failure: failureOf(listed, error) };
}

// Of a record whose times are all cut to whole seconds, and only by itself, each may be of any moment within its second.
function isUpTo({ createdAt, updatedAt }: WatchedRecord, { record, instant }: FoundRow): boolean {
	const shown = instantOf(updatedAt) ?? instant;
	const isAlike = createdAt === record.createdAt || !isWholeSecond(instantOf(createdAt) ?? '');
	const isCut = isWholeSecond(shown) && !isAlike;
	// It may be the same time in fewer digits.
	if (instant.startsWith(shown.slice(0, -1))) return true;
	return !isLater(instant, isCut ? shown.replace('.000Z', '.999Z') : shown);
}
