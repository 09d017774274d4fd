/**
 * How long a delivery to the webhook trigger keeps the event loop from everything else, for bodies of every shape up to
 * the 16 MiB that n8n takes. A process of its own, on the built package (npm run build); the parsing that n8n does before
 * it calls the trigger does not count. Fails when a shape takes longer than the goal.
 * Usage: node scripts/node24.mjs bench/deliveries.mts [--write]   (writes the table of bench/deliveries.md)
 */
import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parse as parseForm } from 'node:querystring';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SHAPES, type Shape } from './lib/deliveryShapes.mts';

const GOAL_MS = 250;
/** The median counts. */
const RUNS = 5;
const SECRET = 'bench-secret';
const PAGE = path.join('bench', 'deliveries.md');
const BLOCK = /(?<=<!-- deliveries -->\n)[^]*?(?=<!-- \/deliveries -->)/;

const { ContractManagementTrigger } = createRequire(import.meta.url)(
	'../dist/nodes/ContractManagement/ContractManagementTrigger.node.js',
);
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const rows: string[][] = [];
let slowest = 0;
for (const shape of SHAPES) {
	const runs: number[] = [];
	for (let run = 0; run < RUNS; run++) runs.push(await blockedMs(shape, run));
	const ms = runs.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
	slowest = Math.max(slowest, ms);
	const row = [shape.name, sizeOf(shape.body), String(shape.status), ms.toFixed(0)];
	rows.push(row);
	console.log(
		`${row[0]!.padEnd(60)} ${row
			.slice(1)
			.map((cell) => cell.padStart(9))
			.join('')}`,
	);
}
console.log(`Slowest: ${slowest.toFixed(0)} ms; the goal is ${GOAL_MS} ms`);
if (process.argv.includes('--write')) {
	const head = ['| Body | Size | Answer | ms |', '|---|--:|--:|--:|'];
	const table = [...head, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
	const page = readFileSync(PAGE, 'utf8');
	writeFileSync(
		PAGE,
		page.replace(BLOCK, () => `\n${table}\n\n`),
	);
}
process.exitCode = slowest <= GOAL_MS ? 0 : 1;

/**
 * Delivers once, signed; resolves to the longest time that the event loop stood still: at most what the thread computed
 * altogether, as other processes take time from it on a busy machine.
 */
async function blockedMs(shape: Shape, run: number): Promise<number> {
	const context = contextFor(shape, run);
	collectGarbage();
	const monitor = monitorEventLoopDelay({ resolution: 1 });
	await pause();
	monitor.enable();
	await pause();
	const { response } = context;
	const before = process.threadCpuUsage();
	const answer = await new ContractManagementTrigger().webhook.call(context);
	const { user, system } = process.threadCpuUsage(before);
	await pause();
	monitor.disable();
	const status = answer.noWebhookResponse ? response.statusCode : 200;
	response.emit('close');
	if (status !== shape.status) throw new Error(`${shape.name} was answered with ${status}`);
	return Math.min(monitor.max / 1e6, (user + system) / 1e3);
}

async function pause(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 10));
}

/** What n8n gives the trigger. The service has every contract, and answers at once. */
function contextFor({ body, type = 'application/json', options, headers }: Shape, run: number) {
	const rawBody = Buffer.from(body);
	const parsed = parsedByN8n(body, type);
	const signature = createHmac('sha256', SECRET).update(rawBody).digest('hex');
	const parameters: Record<string, unknown> = {
		events: ['signed', 'other'],
		verification: 'hmac',
		options,
	};
	const response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		headersSent: true,
		closed: false,
		status(code: number) {
			response.statusCode = code;
			return response;
		},
		send: () => undefined,
	});
	return {
		response,
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getBodyData: () => parsed,
		getHeaderData: () => ({ ...headers, 'content-type': type, 'x-webhook-signature': signature }),
		getQueryData: () => ({}),
		getRequestObject: () => ({ rawBody, readableEnded: true }),
		getResponseObject: () => response,
		getNode: () => ({ id: 'n', name: 'Trigger', type: 'trigger', typeVersion: 1 }),
		// Each run is another workflow's: no event was handed on before.
		getWorkflow: () => ({ id: `${run}` }),
		getMode: () => 'webhook',
		getCredentials: async () => ({
			baseUrl: 'http://127.0.0.1:9/v2',
			apiKey: 'key',
			webhookSecret: SECRET,
			maxConcurrentRequests: 8,
		}),
		logger: { debug: () => undefined, info: () => undefined, warn: () => undefined },
		helpers: { httpRequestWithAuthentication: contractAt },
	};
}

function parsedByN8n(body: string, type: string): unknown {
	if (type === 'application/json') return JSON.parse(body);
	if (type === 'application/x-www-form-urlencoded') {
		return parseForm(body, undefined, undefined, { maxKeys: 1_000 });
	}
	return type === 'text/plain' ? body : {};
}

async function contractAt(_credential: string, { url }: { url: string }) {
	const [, id] = /^\/contracts\/([^/]+)$/.exec(url)!;
	const body = { id, status: 'signed', updatedAt: '2026-01-01T10:00:00.000Z' };
	return { statusCode: 200, headers: {}, body };
}

function sizeOf(body: string): string {
	const bytes = Buffer.byteLength(body);
	if (bytes < 1_024) return `${bytes} B`;
	const kilobytes = bytes / 1_024;
	return kilobytes < 1_024
		? `${kilobytes.toFixed(0)} KiB`
		: `${(kilobytes / 1_024).toFixed(1)} MiB`;
}
