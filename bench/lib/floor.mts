import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FloorJob } from './floorProcess.mts';
import type { Contender } from './types.mts';

const SCRIPT = path.join('bench', 'lib', 'floorProcess.mts');

type Options = Omit<Contender, 'name' | 'run'>;

type Job = Omit<FloorJob, 'key'>;

/** The bare Node client as a contender. Its job may depend on what was prepared. */
export function floor(name: string, job: Job | (() => Job), options: Options = {}): Contender {
	return {
		...options,
		name,
		isBare: true,
		run: async () => {
			// The job may be longer than an argument can be.
			const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
			const asked = typeof job === 'function' ? job() : job;
			child.stdin.end(JSON.stringify({ ...asked, key: 'sandbox-admin-key' }));
			const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
			if (code !== 0) throw new Error(`The bare client ended with code ${code}`);
			return JSON.parse(output);
		},
	};
}
