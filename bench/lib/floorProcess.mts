/**
 * A bare Node client: the floor that every job is compared with. A process of its own, so that its memory and time are
 * its own. Reads one job as JSON from argv and prints one line of JSON: `{ms, cpuMs, peakMb, items}`.
 */
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { pipeline } from 'node:stream/promises';

export interface FloorJob {
	kind: 'list' | 'lists' | 'put' | 'download' | 'get';
	baseUrl: string;
	key: string;
	keepAlive: boolean;
	/** Query of each list. */
	queries?: string[];
	concurrency?: number;
	path?: string;
	body?: unknown;
	file?: string;
	count?: number;
	perSecond?: number;
}

const job = JSON.parse(process.argv[2]!) as FloorJob;
const agent = new Agent({ keepAlive: job.keepAlive, maxSockets: 64 });

function memory(field: string): number {
	const line = readFileSync('/proc/self/status', 'utf8')
		.split('\n')
		.find((each) => each.startsWith(field));
	return Number(line!.replace(/\D/g, '')) / 1024;
}

function call(
	method: string,
	path: string,
	body?: string,
): Promise<{ status: number; text: string }> {
	return new Promise((resolve, reject) => {
		const options = {
			method,
			agent,
			headers: { 'x-api-key': job.key, 'content-type': 'application/json' },
		};
		const sent = request(job.baseUrl + path, options, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () =>
				resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }),
			);
			response.on('error', reject);
		});
		sent.on('error', reject);
		sent.end(body);
	});
}

/** Builds the same items as a node does, as a client that only counts would do less. */
async function list(query: string): Promise<Array<{ json: unknown }>> {
	const items: Array<{ json: unknown }> = [];
	let cursor: string | null = null;
	do {
		const after: string = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
		const { text } = await call('GET', `/contracts?limit=100${query}${after}`);
		const page = JSON.parse(text) as {
			data: unknown[];
			pagination: { next_cursor: string | null };
		};
		for (const json of page.data) items.push({ json });
		cursor = page.pagination.next_cursor;
	} while (cursor !== null);
	return items;
}

async function lists(): Promise<number> {
	const queries = [...(job.queries ?? [''])];
	let items = 0;
	const worker = async () => {
		for (let query = queries.shift(); query !== undefined; query = queries.shift()) {
			const found = await list(query);
			items += found.length;
		}
	};
	await Promise.all(Array.from({ length: job.concurrency ?? 1 }, worker));
	return items;
}

/** Requests started at the service's own rate: the ideal under a rate limit. */
async function paced(): Promise<number> {
	const started = performance.now();
	const all: Array<Promise<unknown>> = [];
	for (let i = 0; i < job.count!; i++) {
		const due = started + (i * 1000) / job.perSecond!;
		const wait = due - performance.now();
		if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
		all.push(call('GET', job.path!));
	}
	await Promise.all(all);
	return all.length;
}

async function download(): Promise<number> {
	const { text } = await call('GET', job.path!);
	const [file] = JSON.parse(text) as Array<{ url: string }>;
	await new Promise<void>((resolve, reject) => {
		request(file!.url, { agent }, (response) => {
			pipeline(response, createWriteStream(job.file!)).then(resolve, reject);
		})
			.on('error', reject)
			.end();
	});
	return 1;
}

async function run(): Promise<number> {
	if (job.kind === 'put')
		return Number((await call('PUT', job.path!, JSON.stringify(job.body))).status === 200);
	if (job.kind === 'download') return await download();
	if (job.kind === 'get') return await paced();
	return await lists();
}

writeFileSync('/proc/self/clear_refs', '5');
const idleMb = memory('VmRSS');
const cpu = process.cpuUsage();
const startedAt = performance.now();
const items = await run();
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
agent.destroy();
console.log(
	JSON.stringify({ ms, cpuMs: (user + system) / 1000, peakMb: memory('VmHWM') - idleMb, items }),
);
