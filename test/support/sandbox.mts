import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { SandboxOptions as Options } from '../../sandbox/options.mts';
import { exchange, KEYS, type ApiAnswer, type ApiOptions } from './exchange.mts';
import { controlOf, type Control } from './sandboxControl.mts';

export { KEYS } from './exchange.mts';
export type { ApiAnswer, ApiOptions } from './exchange.mts';
export type { Control } from './sandboxControl.mts';
export type * from './sandboxTypes.mts';

/**
 * Starts the sandbox as a child process and speaks to it over HTTP. Runs in jest (as CommonJS) and in plain Node 24
 * scripts, so the repository root is `process.cwd()`. Bodies of the control plane are described in docs/sandbox.md.
 */
export interface SandboxOptions extends Omit<Options, 'host' | 'latencyMs' | 'profile'> {
	/** Milliseconds that every API answer waits. */
	latency?: number;
}

export interface Sandbox {
	/** `http://127.0.0.1:PORT/v2` */
	baseUrl: string;
	/** `http://127.0.0.1:PORT` */
	origin: string;
	/** Process id of the sandbox itself. */
	pid: number;
	keys: typeof KEYS;
	control: Control;
	/** One API request. `path` is relative to the base URL; an object `body` is sent as JSON, a string as it is. */
	api<T = any>(
		method: string,
		path: string,
		body?: unknown,
		options?: ApiOptions,
	): Promise<ApiAnswer<T>>;
	/** Ends the process in order. */
	stop(): Promise<void>;
	/** Ends the process with SIGKILL. */
	kill(): Promise<void>;
}

/** Starts a sandbox and resolves when it listens. It ends with this process, however that ends. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const child = spawn(process.execPath, command(options), {
		cwd: process.cwd(),
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const sandbox = await reached(await listening(child));
	return {
		...sandbox,
		stop: () => ended(child, () => child.kill('SIGTERM')),
		kill: () => ended(child, () => process.kill(sandbox.pid, 'SIGKILL')),
	};
}

/** Speaks to a sandbox that runs. */
export async function reached(baseUrl: string): Promise<Omit<Sandbox, 'kill' | 'stop'>> {
	const origin = baseUrl.slice(0, -'/v2'.length);
	const control = controlOf(origin);
	const { pid } = await control.health();
	return {
		baseUrl,
		origin,
		pid,
		keys: KEYS,
		control,
		api: (method, resource, body, apiOptions) =>
			exchange(method, baseUrl + resource, body, apiOptions),
	};
}

function command(options: SandboxOptions): string[] {
	const recentEnough = Number(process.versions.node.split('.')[0]) >= 24;
	const entry = path.join('sandbox', 'main.mts');
	const args = recentEnough ? [entry] : [path.join('scripts', 'node24.mjs'), entry];
	args.push('--port', String(options.port ?? 0), '--until-stdin-closes');
	if (options.seed !== undefined) args.push('--seed', String(options.seed));
	if (options.variants?.length) args.push('--variant', options.variants.join(','));
	if (options.scenario !== undefined) args.push('--scenario', options.scenario);
	if (options.db !== undefined) args.push('--db', options.db);
	if (options.latency !== undefined) args.push('--latency', String(options.latency));
	if (options.maxUploadBytes !== undefined) {
		args.push('--max-upload-bytes', String(options.maxUploadBytes));
	}
	if (options.webhook) {
		args.push('--webhook', options.webhook.url, '--webhook-secret', options.webhook.secret);
	}
	return args;
}

/** The base URL that a sandbox prints. Fails when it ends before. */
export async function listening(child: ChildProcess): Promise<string> {
	const lines = createInterface({ input: child.stdout! });
	try {
		for await (const line of lines) {
			const address = /^Sandbox listening on (http:\S+)$/.exec(line)?.[1];
			if (address) return address;
		}
		throw new Error(`The sandbox ended before it listened (exit code ${child.exitCode})`);
	} finally {
		child.stdout!.resume();
	}
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, 'exit');
	end();
	await exit;
}
