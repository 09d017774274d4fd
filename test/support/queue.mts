import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type N8nClient } from '../../host/lib/client/n8n.mts';
import { freePort } from '../../host/lib/ports.mts';
import { startProcess, type N8nProcess } from '../../host/lib/process.mts';
import { startServer, type Server } from '../../host/lib/server.mts';
import { OWNER, packedPackage } from './n8n.mts';
import { startPostgres, startRedis } from './services.mts';

/** n8n on several processes: main, workers and webhook processors over Redis and PostgreSQL. */
export interface QueueMode extends N8nClient {
	main: Server;
	workers: N8nProcess[];
	webhookProcessors: N8nProcess[];
	/** The folder that workflows may read and write files in; all processes share it. */
	files: string;
	stop(): Promise<void>;
}

export interface QueueOptions {
	workers?: number;
	webhookProcessors?: number;
	env?: Record<string, string>;
}

/** Starts everything on free ports with data in a temporary folder (about half a minute). Stop it in `afterAll`. */
export async function startQueueMode(options: QueueOptions = {}): Promise<QueueMode> {
	const { workers: workerCount = 2, webhookProcessors: webhookCount = 2 } = options;
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-queue-'));
	const started: Array<{ stop(): Promise<void> }> = [];
	const stop = async () => {
		for (const each of started.toReversed()) await each.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	const keep = <T extends { stop(): Promise<void> }>(each: T) => {
		started.push(each);
		return each;
	};
	try {
		const postgres = keep(await startPostgres());
		const redis = keep(await startRedis());
		const webhookPorts = await Promise.all(Array.from({ length: webhookCount }, freePort));
		const env = {
			...shared(postgres, redis),
			WEBHOOK_URL: `http://127.0.0.1:${webhookPorts[0]}/`,
			...options.env,
		};
		// Main first: it makes the tables.
		const main = keep(await startServer({ folder, owner: OWNER, env }));
		await main.installPackage(packedPackage());
		const start = async (args: string[], port: number) =>
			keep(
				await startProcess({
					folder,
					files: main.files,
					args,
					port,
					brokerPort: await freePort(),
					env: { ...env, QUEUE_HEALTH_CHECK_PORT: String(port) },
				}),
			);
		const webhookProcessors = await Promise.all(
			webhookPorts.map(async (port) => await start(['webhook'], port)),
		);
		const workers = await Promise.all(
			Array.from(
				{ length: workerCount },
				async () => await start(['worker', '--concurrency=5'], await freePort()),
			),
		);
		return {
			...(await connect(main.url, OWNER)),
			main,
			workers,
			webhookProcessors,
			files: main.files,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

function shared(
	postgres: Awaited<ReturnType<typeof startPostgres>>,
	redis: Awaited<ReturnType<typeof startRedis>>,
): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_ENCRYPTION_KEY: 'queue-mode-test-key-0123456789ab',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
	};
}
