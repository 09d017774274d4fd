import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FloorJob } from './floorProcess.mts';
import type { Contender } from './types.mts';

const run = promisify(execFile);
const SCRIPT = path.join('bench', 'lib', 'floorProcess.mts');

/** The bare Node client as a contender. */
export function floor(name: string, job: Omit<FloorJob, 'key'>): Contender {
	return {
		name,
		run: async () => {
			const argument = JSON.stringify({ ...job, key: 'sandbox-admin-key' });
			const { stdout } = await run(process.execPath, [SCRIPT, argument]);
			return JSON.parse(stdout);
		},
	};
}
