/**
 * n8n's engine with this package in a process of its own, as a worker of queue mode is one. Reads runs as lines of JSON
 * from its input, and prints a line of JSON for each: when it began and ended, and how many items came out.
 */
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileTypeScript } from './compileTypeScript.mts';

export interface EngineRun {
	baseUrl: string;
	apiKey: string;
	/** Of the node; each item runs it once. */
	parameters: Record<string, unknown>;
	items: number;
	/** When it begins, in milliseconds since the epoch: all processes at the same moment. */
	at: number;
}

export interface EngineResult {
	tookMs: number;
	cpuMs: number;
	items: number;
	error?: string;
}

compileTypeScript();
const load = createRequire(import.meta.url);
load('reflect-metadata');
const { runNode } = load('../../test/support/engine.mts');
const { credentialData } = load('../../test/support/credentials.mts');

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
	console.log(JSON.stringify(await run(JSON.parse(line) as EngineRun)));
}

async function run(asked: EngineRun): Promise<EngineResult> {
	const { baseUrl, apiKey, parameters, items, at } = asked;
	await sleep(Math.max(0, at - Date.now()));
	const cpu = process.cpuUsage();
	const result = await runNode({
		credential: credentialData(baseUrl, apiKey),
		executionId: `${process.pid} ${at}`,
		parameters,
		items: Array.from({ length: items }, (_, i) => ({ json: { i } })),
	});
	const { user, system } = process.cpuUsage(cpu);
	return {
		tookMs: Date.now() - at,
		cpuMs: (user + system) / 1000,
		items: result.items.length,
		...(result.error && { error: result.error.message }),
	};
}
