import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const ENGINE_FOLDERS = 'ENGINE_FOLDERS';

/** Once per run: where each test file gets a folder for its n8n-core. */
export default function setup(): void {
	process.env[ENGINE_FOLDERS] = mkdtempSync(path.join(tmpdir(), 'n8n-engine-'));
}
