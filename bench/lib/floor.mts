import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FloorJob } from './floorProcess.mts';
import type { Contender } from './types.mts';

const SCRIPT = path.join('bench', 'lib', 'floorProcess.mts');

type Options = Omit<Contender, 'name' | 'run'>;

/** The bare Node client as a contender. */
export function floor(name: string, job: Omit<FloorJob, 'key'>, options: Options = {}): Contender {
	return {
		...options,
		name,
		isBare: true,
		run: async () => {
			// The job may be longer than an argument can be.
			const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
			child.stdin.end(JSON.stringify({ ...job, key: 'sandbox-admin-key' }));
			const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
			if (code !== 0) throw new Error(`The bare client ended with code ${code}`);
			return JSON.parse(output);
		},
	};
}
