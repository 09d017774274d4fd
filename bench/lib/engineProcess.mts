/**
 * n8n's engine with this package in a process of its own, as a worker of queue mode is one. Reads runs as lines of JSON
 * from its input, and prints a line of JSON for each: when it began and ended, and how many items came out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
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
	/** Whether it is one poll of the polling trigger, which goes on where the one before with the same key ended. */
	isPoll?: boolean;
	/** When it begins, in milliseconds since the epoch: all processes at the same moment. */
	at: number;
}

export interface EngineResult {
	tookMs: number;
	cpuMs: number;
	/** Resident memory above what it was before, in MB. */
	peakMb: number;
	items: number;
	error?: string;
}

compileTypeScript();
const load = createRequire(import.meta.url);
load('reflect-metadata');
const { runNode } = load('../../test/support/engine.mts');
const { pollHost } = load('../../test/support/pollHost.mts');
const { credentialData } = load('../../test/support/credentials.mts');

/** Polling triggers by API key. */
const hosts = new Map<string, { tick(): Promise<unknown[]> }>();

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
	console.log(JSON.stringify(await run(JSON.parse(line) as EngineRun)));
}

async function run(asked: EngineRun): Promise<EngineResult> {
	await sleep(Math.max(0, asked.at - Date.now()));
	// 5 sets the high-water mark of the resident memory back to what is resident now.
	writeFileSync('/proc/self/clear_refs', '5');
	const [cpu, idleMb] = [process.cpuUsage(), memoryMb('VmRSS')];
	const result = asked.isPoll ? await polled(asked) : await executed(asked);
	const { user, system } = process.cpuUsage(cpu);
	return {
		...result,
		tookMs: Date.now() - asked.at,
		cpuMs: (user + system) / 1000,
		peakMb: memoryMb('VmHWM') - idleMb,
	};
}

function memoryMb(field: string): number {
	const lines = readFileSync('/proc/self/status', 'utf8').split('\n');
	return Number(lines.find((line) => line.startsWith(field))!.replace(/\D/g, '')) / 1024;
}

async function executed({ baseUrl, apiKey, parameters, items, at }: EngineRun) {
	const result = await runNode({
		credential: credentialData(baseUrl, apiKey),
		executionId: `${process.pid} ${at}`,
		parameters,
		items: Array.from({ length: items }, (_, i) => ({ json: { i } })),
	});
	return {
		items: result.items.length,
		...(result.error && { error: result.error.message }),
	};
}

async function polled({ baseUrl, apiKey, parameters }: EngineRun) {
	const credential = credentialData(baseUrl, apiKey);
	const host = hosts.get(apiKey) ?? pollHost({ parameters, credential });
	hosts.set(apiKey, host);
	return { items: (await host.tick()).length };
}
