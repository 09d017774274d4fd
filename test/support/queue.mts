import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type N8nClient } from '../../host/lib/client/n8n.mts';
import type { PackedPackage } from '../../host/lib/package.mts';
import { freePort } from '../../host/lib/ports.mts';
import { startProcess, type N8nProcess } from '../../host/lib/process.mts';
import { startServer } from '../../host/lib/server.mts';
import { handedOver, IN_UTC, OWNER } from './n8n.mts';
import { databaseOf, startPostgres, startRedis } from './services.mts';

/** n8n on several processes over Redis and PostgreSQL, shared by all test files of a run. */
export interface QueueMode extends N8nClient, QueueAddresses {
	/** Starts a further process. Stop or kill it before the test ends. */
	startMore(kind: ProcessKind, settings?: ProcessSettings): Promise<N8nProcess>;
}

/** What the run's global setup hands to the test files. */
export interface QueueAddresses {
	/** Main's. */
	url: string;
	/** Addresses of the webhook processors; n8n shows the first one. */
	webhookProcessors: string[];
	/** The folder that workflows may read and write files in; all processes share it. */
	files: string;
	/** n8n's home, which all processes share as well. */
	folder: string;
	env: Record<string, string>;
}

export type ProcessKind = 'webhook' | 'worker';

export interface ProcessSettings {
	/** Default: a free one. */
	port?: number;
	env?: Record<string, string>;
	/** Executions that a worker runs at the same time. Default 5. */
	concurrency?: number;
}

/** How much of everything there is, and what runs in it. */
export interface QueueSize {
	packed: PackedPackage;
	workers: number;
	webhookProcessors: number;
	worker?: ProcessSettings;
}

interface Stoppable {
	stop(): Promise<void>;
}

export const SHARED_QUEUE = 'QUEUE_SHARED';

/** The queue mode of this run: main, two workers and two webhook processors. Nobody stops it. */
export async function sharedQueueMode(): Promise<QueueMode> {
	const addresses = handedOver<QueueAddresses>(SHARED_QUEUE);
	const client = await connect(addresses.url, OWNER);
	return {
		...client,
		...addresses,
		// Main takes no deliveries here.
		webhookUrl: async (node) => {
			const { pathname } = new URL(await client.webhookUrl(node));
			return new URL(pathname, addresses.webhookProcessors[0]).href;
		},
		startMore: async (kind, settings) => await start(addresses, kind, settings),
	};
}

/** Starts everything on free ports with data in a temporary folder (about half a minute). */
export async function startQueueMode(size: QueueSize): Promise<QueueAddresses & Stoppable> {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-queue-'));
	const services: Stoppable[] = [];
	const processes: Stoppable[] = [];
	const stop = async () => {
		await Promise.all(processes.map((each) => each.stop()));
		await Promise.all(services.map((each) => each.stop()));
		rmSync(folder, { recursive: true, force: true });
	};
	const keep = <T extends Stoppable>(each: T, among = processes) => {
		among.push(each);
		return each;
	};
	try {
		const postgres = keep(await startPostgres(), services);
		const redis = keep(await startRedis(), services);
		const port = await freePort();
		const ports = await Promise.all(Array.from({ length: size.webhookProcessors }, freePort));
		const env = {
			...shared(postgres, redis),
			WEBHOOK_URL: `http://127.0.0.1:${ports[0]}/`,
			// Where one address serves all processes, this is the same.
			N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`,
		};
		// Main first: it makes the tables.
		const { url, files, installPackage } = keep(
			await startServer({ folder, owner: OWNER, env, port }),
		);
		await installPackage(size.packed);
		const addresses = { url, files, folder, env };
		const processors = ports.map(async (port) => keep(await start(addresses, 'webhook', { port })));
		const webhookProcessors = (await Promise.all(processors)).map((each) => each.url);
		const workers = Array.from({ length: size.workers }, async () =>
			keep(await start(addresses, 'worker', size.worker)),
		);
		await Promise.all(workers);
		return { ...addresses, webhookProcessors, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function start(
	{ folder, files, env }: Pick<QueueAddresses, 'folder' | 'files' | 'env'>,
	kind: ProcessKind,
	settings: ProcessSettings = {},
): Promise<N8nProcess> {
	const { port = await freePort(), concurrency = 5 } = settings;
	return await startProcess({
		folder,
		files,
		args: kind === 'worker' ? ['worker', `--concurrency=${concurrency}`] : ['webhook'],
		port,
		brokerPort: await freePort(),
		env: { ...env, QUEUE_HEALTH_CHECK_PORT: String(port), ...settings.env },
	});
}

function shared(
	postgres: Awaited<ReturnType<typeof startPostgres>>,
	redis: Awaited<ReturnType<typeof startRedis>>,
): Record<string, string> {
	return {
		...IN_UTC,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_ENCRYPTION_KEY: 'queue-mode-test-key-0123456789ab',
		...databaseOf(postgres),
	};
}
