import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineResult, EngineRun } from './engineProcess.mts';

const SCRIPT = path.join('bench', 'lib', 'engineProcess.mts');

interface EngineProcess {
	child: ChildProcess;
	lines: AsyncIterator<string>;
}

/** Several processes with n8n's engine, which share nothing but the service. */
export class EngineProcesses {
	private readonly folder: string;
	private readonly processes: EngineProcess[];

	private constructor(folder: string, processes: EngineProcess[]) {
		this.folder = folder;
		this.processes = processes;
	}

	/** Starts them; they are ready when it resolves. */
	static async start(count: number): Promise<EngineProcesses> {
		const folder = mkdtempSync(path.join(tmpdir(), 'bench-engine-'));
		const processes: EngineProcess[] = [];
		const all = new EngineProcesses(folder, processes);
		// One after the other: together they would take the machine's memory by storm.
		for (let i = 0; i < count; i++) {
			const one = startProcess(path.join(folder, String(i)));
			processes.push(one);
			await nextLine(one);
		}
		return all;
	}

	/** Runs the same in the first `count` of them, from one moment on. */
	async run(count: number, asked: EngineRun): Promise<EngineResult[]> {
		const running = this.processes.slice(0, count).map(async (one) => {
			one.child.stdin!.write(`${JSON.stringify(asked)}\n`);
			return JSON.parse(await nextLine(one)) as EngineResult;
		});
		return await Promise.all(running);
	}

	/** Ends them. */
	stop(): void {
		for (const { child } of this.processes) child.kill();
		rmSync(this.folder, { recursive: true, force: true });
	}
}

function startProcess(userFolder: string): EngineProcess {
	const child = spawn(process.execPath, [SCRIPT], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: {
			...process.env,
			N8N_USER_FOLDER: userFolder,
			N8N_ENCRYPTION_KEY: 'bench-encryption-key',
			N8N_LOG_LEVEL: 'silent',
		},
	});
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	return { child, lines };
}

async function nextLine({ child, lines }: EngineProcess): Promise<string> {
	const { value, done } = await lines.next();
	if (done) throw new Error(`A process with the engine ended with ${await exitOf(child)}`);
	return value;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
	if (child.exitCode !== null) return child.exitCode;
	return await new Promise((resolve) => child.once('exit', resolve));
}
