import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { OnSpawn, Stoppable } from './stoppable.mts';

/** A PostgreSQL that needs nothing installed, on loopback. It takes any password. */
export interface EmbeddedPostgres extends Stoppable {
	host: '127.0.0.1';
	port: number;
	user: string;
	password: string;
	database: string;
}

/** The exit code of a server that cannot read its data. */
export const DAMAGED = 3;

const SERVER = path.join('host', 'lib', 'embeddedPostgresServer.mts');

/**
 * Starts it in a process of its own, with its data in a folder or in memory. It ends with this process, however that
 * ends. Clients must send whole queries ("simple queries"), as n8n's Postgres node does: with parameters of the
 * protocol's own, those of several connections would get mixed up.
 */
export async function startEmbeddedPostgres(
	port: number,
	folder?: string,
	onSpawn: OnSpawn = () => undefined,
): Promise<EmbeddedPostgres> {
	if (folder) mkdirSync(folder, { recursive: true });
	const args = [SERVER, String(port), ...(folder ? [folder] : [])];
	const child = spawn(process.execPath, args, {
		stdio: ['pipe', 'pipe', 'inherit'],
		detached: true,
	});
	const ended = once(child, 'exit').then(() => undefined);
	const stop = async () => {
		child.stdin.end();
		await ended;
	};
	onSpawn({ ended, stop });
	const isListening = await Promise.race([
		once(child.stdout, 'data').then(() => true),
		ended.then(() => false),
	]);
	if (!isListening) {
		const hint = `Its data are damaged: delete the folder ${folder} to begin with a new one.`;
		const reason = `it ended with code ${child.exitCode}, for the reason above`;
		throw new Error(child.exitCode === DAMAGED ? `${reason}\n${hint}` : reason);
	}
	return {
		host: '127.0.0.1',
		port,
		user: 'postgres',
		password: 'trusted',
		database: 'postgres',
		ended,
		stop,
	};
}
