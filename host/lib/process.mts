import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { environment, type N8nSettings } from './environment.mts';
import { HOST } from './hosts.mts';
import type { OnSpawn, Stoppable } from './stoppable.mts';

export interface N8nProcess extends Stoppable {
	/** `http://127.0.0.1:PORT` */
	url: string;
	/** What n8n printed. */
	logFile: string;
	/** Ends it in order, its task runner included; kills it when it does not within 20 seconds. */
	stop(): Promise<void>;
	/** Ends it at once with SIGKILL, its task runner included: it has no chance to finish or to write anything. */
	kill(): Promise<void>;
}

export interface StartOptions extends N8nSettings {
	/** The folder whose n8n is started. Default: the one that `npm start` runs. */
	host?: string;
	/** Arguments of the n8n command. Default `['start']`. */
	args?: string[];
	/** Milliseconds until it has to be ready. Default 400,000. */
	timeout?: number;
	onSpawn?: OnSpawn;
}

const N8N = path.join('node_modules', 'n8n', 'bin', 'n8n');
const GUARD = path.resolve('host', 'lib', 'guard.mjs');
const HOST_GUARD = pathToFileURL(path.resolve('host', 'lib', 'hostGuard.mts')).href;
const PROBE_EVERY_MS = 100;

/**
 * Starts n8n and resolves when it answers requests, those to names of this machine only. It ends with this process, however
 * that ends. Fails with the end of its log when it ends early or is not ready in time.
 */
export async function startProcess(options: StartOptions): Promise<N8nProcess> {
	const { folder, files, port, host = HOST, args = ['start'] } = options;
	const { timeout = 400_000, onSpawn = () => undefined } = options;
	for (const needed of [folder, files]) mkdirSync(needed, { recursive: true });
	const logFile = path.join(folder, `n8n-${args[0]}-${port}.log`);
	const n8n = path.resolve(host, N8N);
	const command = [process.execPath, '--import', HOST_GUARD, n8n, ...args];
	const child = spawnGuarded(command, logFile, options);
	const ended = once(child, 'exit').then(() => undefined);
	const url = `http://127.0.0.1:${port}`;
	const stop = async () => {
		child.stdin?.end();
		await ended;
	};
	onSpawn({ ended, stop });
	const kill = async () => {
		// The guard leads a group of its own, and n8n and its task runner are in it.
		if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
		await ended;
	};
	try {
		await ready(child, `${url}/healthz/readiness`, timeout);
	} catch (error) {
		await stop();
		throw new Error(`${(error as Error).message}\n${tail(logFile)}`);
	}
	return { url, logFile, ended, stop, kill };
}

function spawnGuarded(command: string[], logFile: string, settings: N8nSettings): ChildProcess {
	const log = openSync(logFile, 'w');
	try {
		// A group of its own: Ctrl-C in the terminal reaches only the starter, which then ends everything in order.
		return spawn(process.execPath, [GUARD, ...command], {
			cwd: settings.files,
			env: environment(settings),
			stdio: ['pipe', log, log],
			detached: true,
		});
	} finally {
		closeSync(log);
	}
}

/** n8n answers `/healthz` before its REST routes exist, so its readiness is what counts. */
async function ready(child: ChildProcess, url: string, timeout: number): Promise<void> {
	const deadline = Date.now() + timeout;
	while (Date.now() < deadline) {
		if (child.exitCode !== null) throw new Error(`n8n ended with code ${child.exitCode}:`);
		const response = await fetch(url).catch(() => undefined);
		await response?.body?.cancel();
		if (response?.status === 200) return;
		await sleep(PROBE_EVERY_MS);
	}
	throw new Error(`n8n was not ready after ${timeout / 1000} seconds:`);
}

function tail(file: string): string {
	return readFileSync(file, 'utf8').split('\n').slice(-25).join('\n');
}
