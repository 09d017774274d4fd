/**
 * What a page of `GET /contracts` costs at the start and at the end of a long list. A walk collects the cursors; then
 * pages of both ends are read in turn, so that whatever else the machine does hits both alike.
 * Usage: node scripts/node24.mjs bench/sandbox-paging.mts [CONTRACTS, default 100000]
 */
import { startSandbox, type ApiAnswer, type Sandbox } from '../test/support/sandbox.mts';
import { median } from './lib/stats.mts';

const CONTRACTS = Number(process.argv[2] ?? 100_000);
const LIMIT = 100;
/** Pages of each end that are compared, and how often. */
const WINDOW = Math.max(1, Math.min(50, Math.floor(CONTRACTS / LIMIT / 4)));
const ROUNDS = 6;
/** "Costs the same per page at the end as at the start (within 20 %)". */
const MAX_CHANGE = 0.2;

const WALKS = ['', 'sort=name', 'sort=-updatedAt', 'sort=endAt', 'sort=status', 'status=signed'];

const sandbox = await startSandbox({ seed: 'empty' });
try {
	const seeded = await sandbox.control.seed({ contracts: CONTRACTS, types: 4 });
	console.log(`${CONTRACTS} contracts seeded in ${seeded.ms} ms, pages of ${LIMIT}`);
	console.log(`Median of ${WINDOW * ROUNDS} pages at each end, in milliseconds\n`);
	row('list', 'pages', 'walk', 'per page', 'start', 'end', 'change');
	for (const query of WALKS) await measure(query);
} finally {
	await sandbox.stop();
}

async function measure(query: string): Promise<void> {
	const started = performance.now();
	const cursors = await walk(sandbox, query);
	const walkMs = performance.now() - started;
	const times = { start: [] as number[], end: [] as number[] };
	for (let round = 0; round < ROUNDS; round++) {
		for (let index = 0; index < WINDOW; index++) {
			times.start.push(await timed(sandbox, query, cursors[index]!));
			// The very last page is not full.
			times.end.push(await timed(sandbox, query, cursors.at(-2 - index)!));
		}
	}
	const [start, end] = [median(times.start), median(times.end)];
	const change = end / start - 1;
	const verdict = Math.abs(change) <= MAX_CHANGE ? '' : ' MISSED';
	const pages = cursors.length;
	const cells = [walkMs.toFixed(0), (walkMs / pages).toFixed(2), start.toFixed(2), end.toFixed(2)];
	row(query || '(default)', String(pages), ...cells, `${(change * 100).toFixed(1)} %${verdict}`);
}

/** The cursor of every page, the first page's is empty. */
async function walk(target: Sandbox, query: string): Promise<string[]> {
	const cursors = [''];
	for (let cursor: string | null = ''; (cursor = await nextCursor(target, query, cursor)); ) {
		cursors.push(cursor);
	}
	return cursors;
}

async function timed(target: Sandbox, query: string, cursor: string): Promise<number> {
	const started = performance.now();
	await nextCursor(target, query, cursor);
	return performance.now() - started;
}

async function nextCursor(target: Sandbox, query: string, cursor: string): Promise<string | null> {
	const after = cursor && `&after=${cursor}`;
	const path = `/contracts?limit=${LIMIT}&${query}${after}`;
	const { status, body }: ApiAnswer = await target.api('GET', path);
	if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
	return body.pagination.next_cursor;
}

function row(name: string, ...cells: string[]): void {
	console.log(name.padEnd(18) + cells.map((cell) => cell.padStart(10)).join(''));
}
