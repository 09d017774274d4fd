import axios from 'axios';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { SECRET_HEADER } from '../../sandbox/webhooks/signature.mts';
import { withoutProxyToLoopback } from './loopback.mts';
import type { OnSpawn, Stoppable } from './stoppable.mts';

export interface SandboxProcess extends Stoppable {
	/** `http://127.0.0.1:PORT/v2` */
	baseUrl: string;
	/** `http://127.0.0.1:PORT` */
	origin: string;
	/** With `--profile`: what it plays. */
	profile: string;
	/** Sends every event to this address, and to no other address of the same path. */
	subscribe(url: string, secret: string): Promise<void>;
}

/** Starts the sandbox with its data in a file; `profile` is the file of one. It ends with this process, however that ends. */
export async function startSandbox(
	port: number,
	db: string,
	{ profile, onSpawn = () => undefined }: { profile?: string; onSpawn?: OnSpawn } = {},
): Promise<SandboxProcess> {
	mkdirSync(path.dirname(db), { recursive: true });
	const args = ['--port', String(port), '--db', db, '--until-stdin-closes'];
	if (profile !== undefined) args.push('--profile', profile);
	const child = spawn(process.execPath, [path.join('sandbox', 'main.mts'), ...args], {
		env: withoutProxyToLoopback(process.env),
		stdio: ['pipe', 'pipe', 'inherit'],
		detached: true,
	});
	const ended = once(child, 'exit').then(() => undefined);
	const stop = async () => {
		child.stdin?.end();
		await ended;
	};
	onSpawn({ ended, stop });
	const baseUrl = await listening(child);
	const { origin } = new URL(baseUrl);
	return {
		baseUrl,
		origin,
		profile: profile === undefined ? '' : readFileSync(profile, 'utf8'),
		ended,
		stop,
		subscribe: async (url, secret) => await subscribe(origin, url, secret),
	};
}

async function listening(child: ChildProcess): Promise<string> {
	const lines = createInterface({ input: child.stdout! });
	for await (const line of lines) {
		const address = /^Sandbox listening on (http:\S+)$/.exec(line)?.[1];
		if (!address) continue;
		child.stdout!.resume();
		return address;
	}
	throw new Error('The sandbox ended before it listened; its reason is above.');
}

async function subscribe(origin: string, url: string, secret: string): Promise<void> {
	const http = axios.create({ baseURL: `${origin}/_sandbox/webhooks`, proxy: false });
	const { data: existing } = await http.get<Array<{ id: string; url: string }>>('');
	const isSamePath = (other: string) => new URL(other).pathname === new URL(url).pathname;
	for (const { id } of existing.filter((other) => isSamePath(other.url))) await http.delete(id);
	await http.post('', { url, secret, sendSecretHeader: SECRET_HEADER });
}
