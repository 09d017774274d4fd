import { spawn } from 'node:child_process';

/** Works without a pause until its parent is gone. */
const WORK = `process.stdin.on('close', () => process.exit()).resume();
const work = () => { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(work); };
work();`;

/** Keeps the machine busy with so many processes beside the benchmarks; resolves to what ends them. */
export function keepBusy(processes: number): () => void {
	const children = Array.from({ length: processes }, () =>
		spawn(process.execPath, ['-e', WORK], { stdio: ['pipe', 'ignore', 'ignore'] }),
	);
	return () => children.forEach((child) => child.stdin.end());
}
