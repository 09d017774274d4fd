import type { Server } from '../../host/lib/server.mts';
import { SHARED_N8N, startN8n, type SharedN8n } from './n8n.mts';
import packageSetup, { type Run, type SuiteConfig } from './packageSetup.mts';
import { sharePostgres, stopping } from './services.mts';

export const SHARED_SERVER = Symbol.for('e2e.shared.n8n');
export const STOP_POSTGRES = Symbol.for('e2e.shared.postgres.stop');

export interface Shared {
	[SHARED_SERVER]?: Server;
	[STOP_POSTGRES]?: () => Promise<void>;
}

/**
 * Once per run: packs the package and starts the n8n that the test files share, with the tarball installed, and a PostgreSQL.
 */
export default async function setup(run: Run, suite: SuiteConfig): Promise<void> {
	await packageSetup(run, suite);
	const forAll = globalThis as Shared;
	forAll[STOP_POSTGRES] = await sharePostgres();
	const server = await startN8n({ host: suite.globals.host }).catch(
		stopping(forAll[STOP_POSTGRES]),
	);
	forAll[SHARED_SERVER] = server;
	const shared: SharedN8n = { url: server.url, files: server.files };
	process.env[SHARED_N8N] = JSON.stringify(shared);
}
