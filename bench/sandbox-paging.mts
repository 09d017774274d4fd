/**
 * What a page of `GET /contracts` costs at the start and at the end of a long list.
 * Run: node scripts/node24.mjs bench/sandbox-paging.mts [CONTRACTS, default 100000]
 */
import { startSandbox, type ApiAnswer, type Sandbox } from '../test/support/sandbox.mts';

const CONTRACTS = Number(process.argv[2] ?? 100_000);
const LIMIT = 100;
/** Pages at each end whose median is compared. */
const WINDOW = Math.max(1, Math.min(100, Math.floor(CONTRACTS / LIMIT / 4)));

const WALKS = ['', 'sort=name', 'sort=-updatedAt', 'sort=endAt', 'sort=status', 'status=signed'];

interface Walk {
	pages: number;
	rows: number;
	totalMs: number;
	firstMs: number;
	lastMs: number;
}

const sandbox = await startSandbox({ seed: 'empty' });
try {
	const seeded = await sandbox.control.seed({ contracts: CONTRACTS, types: 4 });
	console.log(`${CONTRACTS} contracts seeded in ${seeded.ms} ms, pages of ${LIMIT}\n`);
	// The first walk warms the process up and is not shown.
	await walk(sandbox, WALKS[0]!);
	console.log(
		columns('walk', 'pages', 'rows', 'total ms', `first ${WINDOW}`, `last ${WINDOW}`, 'change'),
	);
	for (const query of WALKS) {
		const { pages, rows, totalMs, firstMs, lastMs } = await walk(sandbox, query);
		const change = `${((lastMs / firstMs - 1) * 100).toFixed(1)} %`;
		console.log(
			columns(
				query || '(default)',
				pages,
				rows,
				totalMs.toFixed(0),
				firstMs.toFixed(3),
				lastMs.toFixed(3),
				change,
			),
		);
	}
} finally {
	await sandbox.stop();
}

/** Reads the list to its end, one page after the other. Medians in milliseconds per page. */
async function walk(target: Sandbox, query: string): Promise<Walk> {
	const times: number[] = [];
	let rows = 0;
	let cursor: string | null = '';
	while (cursor !== null) {
		const after: string = cursor && `&after=${encodeURIComponent(cursor)}`;
		const started = performance.now();
		const { status, body }: ApiAnswer = await target.api(
			'GET',
			`/contracts?limit=${LIMIT}&${query}${after}`,
		);
		times.push(performance.now() - started);
		if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
		rows += body.data.length;
		cursor = body.pagination.next_cursor;
	}
	return {
		pages: times.length,
		rows,
		totalMs: times.reduce((sum, time) => sum + time, 0),
		firstMs: median(times.slice(0, WINDOW)),
		// The very last page is not full.
		lastMs: median(times.slice(-WINDOW - 1, -1)),
	};
}

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)]!;
}

function columns(...cells: Array<string | number>): string {
	return cells
		.map((cell, index) => String(cell)[index ? 'padStart' : 'padEnd'](index ? 11 : 18))
		.join('');
}
