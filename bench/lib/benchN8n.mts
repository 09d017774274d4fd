import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chain } from '../../host/lib/client/workflow.mts';
import type { NodeInput } from '../../host/lib/client/types.mts';
import type { PackedPackage } from '../../host/lib/package.mts';
import { startServer, type Server } from '../../host/lib/server.mts';
import type { Contender } from './types.mts';

/** One line of bench/lib/n8nHooks.js. */
interface Measurement {
	workflowId: string;
	status: string;
	error?: string;
	nodes: Array<{ name: string; ms: number; items: number }>;
	ms: number;
	cpuMs: number;
	peakMb: number;
}

export interface BenchN8n extends Server {
	account: Record<string, { id: string; name: string }>;
	/** Executions so far, of all workflows. */
	measurements(): Measurement[];
	/** A contender that sends `items` through the nodes; what is measured is every node whose name begins with Job. */
	contender(name: string, nodes: NodeInput[], items?: Items): Promise<Contender>;
	/** Publishes a workflow that starts with a trigger of its own; resolves to its production URL. */
	publishTrigger(trigger: NodeInput): Promise<{ url: string; workflowId: string }>;
}

/** What goes through the nodes: the same in every run, or made anew before each. */
export type Items = unknown[] | (() => Promise<unknown[]>);

/** Nothing of an execution is saved: the database's work would be measured with it. */
export const UNSAVED = {
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
	saveExecutionProgress: false,
};

const OWNER = {
	email: 'bench@example.com',
	firstName: 'Bench',
	lastName: 'Mark',
	password: 'Bench-mark-1',
};
const TIMEOUT_MS = 600_000;

/** A real n8n with the packed package, the plain nodes of the comparison, and measurement in its own process. */
export async function startBenchN8n(packed: PackedPackage, baseUrl: string): Promise<BenchN8n> {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-bench-'));
	const log = path.join(folder, 'bench.jsonl');
	const server = await startServer({
		folder,
		owner: OWNER,
		env: {
			BENCH_LOG: log,
			EXTERNAL_HOOK_FILES: path.resolve('bench', 'lib', 'n8nHooks.js'),
			N8N_CUSTOM_EXTENSIONS: path.resolve('bench', 'plain'),
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			NODE_OPTIONS: '--expose-gc',
		},
	});
	await server.installPackage(packed);
	const credential = await server.createCredential('Bench', 'contractManagementApi', {
		baseUrl,
		apiKey: 'sandbox-admin-key',
		webhookSecret: 'bench-secret',
	});
	const account = { contractManagementApi: { id: credential.id, name: 'Bench' } };
	const measurements = () =>
		existsSync(log)
			? readFileSync(log, 'utf8')
					.split('\n')
					.filter(Boolean)
					.map((line) => JSON.parse(line) as Measurement)
			: [];
	const publishTrigger = async (trigger: NodeInput) => {
		const { id, nodes } = await server.createWorkflow({ nodes: [trigger], settings: UNSAVED });
		const { status } = await server.publish(id);
		if (status !== 'published') throw new Error(`${trigger.name} was not published: ${status}`);
		return { url: `${server.url}/webhook/${nodes[0]!.webhookId}/webhook`, workflowId: id };
	};
	return {
		...server,
		account,
		measurements,
		publishTrigger,
		contender: async (name, nodes, items = [{}]) => ({
			name,
			run: await published(server, measurements, nodes, items),
		}),
		stop: async () => {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function published(
	server: Server,
	measurements: () => Measurement[],
	nodes: NodeInput[],
	items: Items,
): Promise<Contender['run']> {
	const hook = `bench-${randomUUID()}`;
	const all: NodeInput[] = [
		{
			name: 'Start',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: hook,
			parameters: { httpMethod: 'POST', path: hook, responseMode: 'onReceived' },
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'body.items', options: {} },
		},
		...nodes,
	];
	const { id } = await server.createWorkflow({
		nodes: all,
		connections: chain(all.map((node) => node.name)),
		settings: UNSAVED,
	});
	const { status } = await server.publish(id);
	if (status !== 'published') throw new Error(`A benchmark workflow was not published: ${status}`);
	return async () => {
		const input = typeof items === 'function' ? await items() : items;
		const before = measurements().length;
		const response = await fetch(`${server.url}/webhook/${hook}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items: input }),
		});
		if (!response.ok) throw new Error(`n8n answered ${response.status} to the start of a run`);
		return sampleOf(await measured(measurements, before, id));
	};
}

async function measured(measurements: () => Measurement[], before: number, workflowId: string) {
	const deadline = Date.now() + TIMEOUT_MS;
	while (Date.now() < deadline) {
		const line = measurements()
			.slice(before)
			.find((each) => each.workflowId === workflowId);
		if (line) return line;
		await sleep(50);
	}
	throw new Error('A run did not end');
}

function sampleOf({ nodes, cpuMs, peakMb, status, error }: Measurement) {
	const job = nodes.filter(({ name }) => name.startsWith('Job'));
	if (status !== 'success') console.log(`    ${status}: ${error}`);
	return {
		ms: job.reduce((sum, { ms }) => sum + ms, 0),
		cpuMs,
		peakMb,
		items: status === 'success' ? (job.at(-1)?.items ?? 0) : 0,
	};
}
