import { compareInstants, earlierBy } from '../../api/instants';
import { readTop } from './listOrder';
import type { Reader } from './reader';
import { beginScan, takePage, type PolledRecord, type Scan } from './scan';
import { MAX_VERSIONS, type PollState } from './state';
import { handledVersion, type Version } from './version';

export interface SeedOptions {
	/** Changes before the start that may still appear, in milliseconds. */
	lookbackMs: number;
	/** Whether the status of each record has to be known, as moves are waited for. */
	withStatuses: boolean;
	/** False when the time for this tick is used up. */
	mayGoOn: () => boolean;
	now: number;
}

const EMPTY: PollState = { versions: new Map(), horizon: {}, failures: 0 };

/** The state to begin with: what is there now is known, what changes from here on is news. */
export async function seed<T extends PolledRecord>(
	reader: Reader<T>,
	options: SeedOptions,
): Promise<PollState> {
	const { page, order } = await readTop(reader, undefined);
	let scan = takePage<T>(beginScan({ ...EMPTY, order }, options.now), page, EMPTY);
	while (!(scan.isAtEnd || (order === 'kept' && isEnough(scan, options))) && options.mayGoOn()) {
		scan = takePage(scan, await reader.page(scan.cursor, order), EMPTY);
	}
	const { upper: watermark } = scan;
	const floor = watermark && earlierBy(watermark, options.lookbackMs);
	return {
		...EMPTY,
		order: order === 'kept' && !scan.isOrdered ? 'ignored' : order,
		watermark,
		floor,
		met: floor,
		horizon: { created: floor, signed: floor },
		settling: watermark && floor ? { watermark, at: options.now } : undefined,
		versions: versionsIn(scan),
	};
}

function isEnough<T extends PolledRecord>(
	{ isOrdered, upper, lowest, fresh }: Scan<T>,
	{ withStatuses, lookbackMs }: SeedOptions,
): boolean {
	if (!isOrdered || upper === undefined || lowest === undefined) return false;
	const isBeyondLookback = compareInstants(lowest, earlierBy(upper, lookbackMs)) <= 0;
	return isBeyondLookback && (!withStatuses || fresh.size >= MAX_VERSIONS);
}

function versionsIn<T extends PolledRecord>({ fresh, prints }: Scan<T>): Map<string, Version> {
	return new Map([...fresh].map(([id, record]) => [id, handledVersion(id, record, prints)]));
}
