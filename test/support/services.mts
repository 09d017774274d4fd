import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../host/lib/embeddedPostgres.mts';
import { freePort, isAnswered } from '../../host/lib/ports.mts';
import { rows } from './database.mts';

/** A server of the test's own, on a free loopback port, with its data in a temporary folder. */
export interface Service {
	host: '127.0.0.1';
	port: number;
	stop(): Promise<void>;
}

/** A PostgreSQL with one database. `kind` says whether it is the real server or the embedded one. */
export interface Postgres extends Service {
	kind: 'embedded' | 'server';
	user: string;
	database: string;
	/** Anything: connections from this machine are trusted. */
	password: string;
}

const HOST = '127.0.0.1';
const READY_WITHIN_MS = 240_000;

/** Where the server is that the test files of this run share. */
const SHARED_POSTGRES = 'SHARED_POSTGRES';

/**
 * Once per run: starts the real PostgreSQL where its programs are installed, for all that call `startPostgres` later on.
 * To make a server takes a second of a core, and a database in it next to nothing. Resolves to what stops it.
 */
export async function sharePostgres(): Promise<() => Promise<void>> {
	const programs = postgresPrograms();
	if (!programs) return async () => undefined;
	const { stop, ...server } = await startServer(programs);
	process.env[SHARED_POSTGRES] = JSON.stringify(server);
	return stop;
}

/** For a set-up that fails after that: jest does not call its teardown then, and the server would run on. */
export function stopping(stop: () => Promise<void>) {
	return async (error: Error): Promise<never> => {
		await stop();
		throw error;
	};
}

/**
 * A database of one's own in the server that the run shares, or else a server: the real one where its programs are
 * installed, or the embedded one, so that tests need nothing installed.
 */
export async function startPostgres(): Promise<Postgres> {
	const shared = process.env[SHARED_POSTGRES];
	if (shared) return await databaseIn(JSON.parse(shared) as Omit<Postgres, 'stop'>);
	const programs = postgresPrograms();
	return programs ? await startServer(programs) : await startEmbedded();
}

/** The environment of an n8n that keeps its data there. */
export function databaseOf({ host, port, database, user, password }: Postgres) {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: host,
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: database,
		DB_POSTGRESDB_USER: user,
		DB_POSTGRESDB_PASSWORD: password,
	};
}

/** Whether PostgreSQL's own programs are on this machine, which queue mode needs. */
export function hasPostgresServer(): boolean {
	return postgresPrograms() !== undefined;
}

/** Whether Redis is on this machine. */
export function hasRedis(): boolean {
	return whereIs('redis-server') !== undefined;
}

/** Redis without persistence. */
export async function startRedis(): Promise<Service> {
	const port = await freePort();
	const folder = mkdtempSync(path.join(tmpdir(), 'redis-'));
	const child = spawn(
		'redis-server',
		['--port', String(port), '--bind', HOST, '--save', '', '--appendonly', 'no', '--dir', folder],
		{ stdio: 'ignore' },
	);
	await accepting(port, child);
	return { host: HOST, port, stop: async () => await end(child, folder) };
}

async function databaseIn(server: Omit<Postgres, 'stop'>): Promise<Postgres> {
	const database = `own_${randomUUID().replaceAll('-', '')}`;
	await rows(server, `CREATE DATABASE ${database}`);
	// As when a server stops, whoever is connected is not waited for.
	const stop = async () => void (await rows(server, `DROP DATABASE ${database} WITH (FORCE)`));
	return { ...server, database, stop };
}

async function startServer(programs: string): Promise<Postgres> {
	const port = await freePort();
	const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
	const as = otherUser(folder);
	const data = path.join(folder, 'data');
	const run = (program: string, args: string[]) => [...as, path.join(programs, program), ...args];
	const [initdb, ...initArguments] = run('initdb', [
		'-D',
		data,
		'-A',
		'trust',
		'-U',
		'n8n',
		'-E',
		'UTF8',
		'--no-sync',
	]);
	execFileSync(initdb, initArguments, { stdio: 'ignore' });
	const [server, ...serverArguments] = run('postgres', [
		...['-D', data, '-p', String(port)],
		...['-c', `listen_addresses=${HOST}`, '-c', `unix_socket_directories=${folder}`],
		...['-c', 'fsync=off', '-c', 'max_connections=200'],
	]);
	const child = spawn(server, serverArguments, { stdio: 'ignore' });
	await accepting(port, child);
	await answering(port);
	return {
		kind: 'server',
		host: HOST,
		port,
		user: 'n8n',
		password: 'trusted',
		database: 'postgres',
		// Fast shutdown: PostgreSQL takes SIGINT for it, and would wait for clients after SIGTERM.
		stop: async () => await end(child, folder, 'SIGINT'),
	};
}

async function startEmbedded(): Promise<Postgres> {
	return { kind: 'embedded', ...(await startEmbeddedPostgres(await freePort())) };
}

function postgresPrograms(): string | undefined {
	const onPath = whereIs('initdb');
	if (onPath) return path.dirname(onPath);
	const debian = '/usr/lib/postgresql';
	if (!existsSync(debian)) return undefined;
	const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
	return versions
		.map((version) => path.join(debian, version, 'bin'))
		.find((folder) => existsSync(path.join(folder, 'initdb')));
}

function whereIs(program: string): string | undefined {
	return (process.env.PATH ?? '')
		.split(path.delimiter)
		.map((folder) => path.join(folder, program))
		.find((file) => existsSync(file));
}

/** PostgreSQL refuses to run as root, so root lends it to the user that its package made. */
function otherUser(folder: string): string[] {
	if (userInfo().uid !== 0) return [];
	const id = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
	chownSync(folder, id('-u'), id('-g'));
	return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
}

async function accepting(port: number, child: ChildProcess): Promise<void> {
	const deadline = Date.now() + READY_WITHIN_MS;
	while (Date.now() < deadline) {
		if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
		if (await isAnswered(HOST, port)) return;
		await sleep(50);
	}
	throw new Error(`${child.spawnfile} does not accept connections`);
}

/** PostgreSQL accepts connections a moment before it answers queries. */
async function answering(port: number): Promise<void> {
	const { Client } = await import('pg');
	const deadline = Date.now() + READY_WITHIN_MS;
	for (;;) {
		const client = new Client({ host: HOST, port, user: 'n8n', database: 'postgres' });
		try {
			await client.connect();
			return await client.end();
		} catch (error) {
			if (Date.now() > deadline) throw error;
			await sleep(100);
		}
	}
}

async function end(
	child: ChildProcess,
	folder: string,
	signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) {
		const gone = once(child, 'exit');
		child.kill(signal);
		await gone;
	}
	rmSync(folder, { recursive: true, force: true });
}
