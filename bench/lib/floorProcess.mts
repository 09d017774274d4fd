/**
 * A bare Node client: the floor that every job is compared with. A process of its own, so that its memory and time are
 * its own. Reads one job as JSON from its input and prints one line of JSON: `{ms, cpuMs, peakMb, items}`.
 */
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

export interface FloorJob {
	kind: 'list' | 'put' | 'download' | 'get' | 'bulk';
	baseUrl: string;
	key: string;
	keepAlive: boolean;
	/** Records per page of a list; default 100. */
	pageSize?: number;
	/** Query of each list; by default one list of everything. */
	queries?: string[];
	concurrency?: number;
	path?: string;
	body?: { records: unknown[] };
	file?: string;
	count?: number;
	perSecond?: number;
	/** Requests that the service takes at once after a rest. */
	burst?: number;
	/** Query of a list of contracts that is read to its end before the work. */
	list?: string;
	/** Requests of each item, one after the other. */
	work?: BareRequest[][];
}

export interface BareRequest {
	method: string;
	path: string;
	body?: unknown;
}

const job = JSON.parse(await text(process.stdin)) as FloorJob;
const { Agent, request } = job.baseUrl.startsWith('https:') ? https : http;
const maxSockets = job.concurrency ?? 64;
// A new connection each time is a new handshake as well: no session is resumed, as n8n resumes none.
const agent = new Agent({ keepAlive: job.keepAlive, maxSockets, maxCachedSessions: 0 });

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
async function list(query: string, path = '/contracts'): Promise<Array<{ json: unknown }>> {
	const items: Array<{ json: unknown }> = [];
	let cursor: string | null = null;
	do {
		const after: string = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
		const answer = await call('GET', `${path}?limit=${job.pageSize ?? 100}${query}${after}`);
		const page = JSON.parse(answer.text) as {
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
			const found = await list(query, job.path);
			items += found.length;
		}
	};
	await Promise.all(Array.from({ length: job.concurrency ?? 1 }, worker));
	return items;
}

/** A token or two stay in the bucket, as clocks differ. */
const SPARE = 2;

/** On a busy machine requests bunch up, and some are rejected all the same. */
async function getUntilAccepted(): Promise<{ status: number }> {
	for (;;) {
		const answer = await call('GET', job.path!);
		if (answer.status !== 429) return answer;
		await new Promise((resolve) => setTimeout(resolve, 1000));
	}
}

/** Requests started as the service's bucket fills: the ideal under a rate limit. Counts those that were answered 200. */
async function paced(): Promise<number> {
	const { count, perSecond, burst } = job as Required<FloorJob>;
	const started = performance.now();
	const all: Array<Promise<{ status: number }>> = [];
	for (let i = 0; i < count; i++) {
		const due = started + (Math.max(0, i + 1 - burst + SPARE) * 1000) / perSecond;
		const wait = due - performance.now();
		if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
		all.push(getUntilAccepted());
	}
	return (await Promise.all(all)).filter(({ status }) => status === 200).length;
}

/** Reads what is there, and writes. */
async function put(): Promise<number> {
	await call('GET', job.path!);
	const { status } = await call('PUT', job.path!, JSON.stringify(job.body));
	return status === 200 ? job.body!.records.length : 0;
}

async function download(): Promise<number> {
	const answer = await call('GET', job.path!);
	const [file] = JSON.parse(answer.text) as Array<{ url: string }>;
	await new Promise<void>((resolve, reject) => {
		request(file!.url, { agent }, (response) => {
			pipeline(response, createWriteStream(job.file!)).then(resolve, reject);
		})
			.on('error', reject)
			.end();
	});
	return 1;
}

/** Items that were done: all their requests answered with success. */
async function bulk(): Promise<number> {
	if (job.list) await list(job.list);
	const work = job.work!;
	let [next, done] = [0, 0];
	const worker = async () => {
		for (let i = next++; i < work.length; i = next++) {
			for (const { method, path, body } of work[i]!) {
				const answer = await call(
					method,
					path,
					body === undefined ? undefined : JSON.stringify(body),
				);
				if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
				JSON.parse(answer.text);
			}
			done += 1;
		}
	};
	await Promise.all(Array.from({ length: job.concurrency! }, worker));
	return done;
}

const KINDS = { list: lists, put, download, get: paced, bulk };

writeFileSync('/proc/self/clear_refs', '5');
const idleMb = memory('VmRSS');
const cpu = process.cpuUsage();
const startedAt = performance.now();
const items = await KINDS[job.kind]();
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
agent.destroy();
console.log(
	JSON.stringify({ ms, cpuMs: (user + system) / 1000, peakMb: memory('VmHWM') - idleMb, items }),
);
