import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, pack } from '../../host/lib/package.mts';
import type { Server } from '../../host/lib/server.mts';
import { startN8n, SHARED_STATE, type SharedState } from './n8n.mts';

export const SHARED_SERVER = Symbol.for('e2e.shared.n8n');

/** Once per run: packs the package and starts the n8n that the test files share, with the tarball installed. */
export default async function setup(): Promise<void> {
	await build();
	const packed = await pack(mkdtempSync(path.join(tmpdir(), 'n8n-e2e-pack-')));
	const server = await startN8n({ packed });
	(globalThis as { [SHARED_SERVER]?: Server })[SHARED_SERVER] = server;
	const state: SharedState = { url: server.url, files: server.files, packed };
	process.env[SHARED_STATE] = JSON.stringify(state);
}
