import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { run } from '../../host/lib/command.mts';
import { listening, reached, type Sandbox } from './sandbox.mts';

const NAME = 'contract-management-sandbox';

/** Builds and packs the sandbox's package into the folder; suites that run side by side do so one after the other. */
export async function packSandbox(folder: string): Promise<string> {
	return (await run(process.execPath, [path.join('scripts', 'packSandbox.mjs'), folder])).trim();
}

/** A sandbox that `npx` runs from a packed tarball, in a folder with nothing in it. */
export interface NpxSandbox extends Sandbox {
	/** What has to be run in which folder for another command of it. */
	npx: { command: string; args: string[]; cwd: string };
	/** Runs one of its commands to its end; resolves to what it printed. */
	command(...args: string[]): Promise<string>;
}

/** Starts it as the package's README says, on a free port. It ends with this process, however that ends. */
export async function startNpxSandbox(): Promise<NpxSandbox> {
	const folder = mkdtempSync(path.join(tmpdir(), 'npx-sandbox-'));
	const cwd = path.join(folder, 'empty');
	mkdirSync(cwd);
	const tarball = await packSandbox(folder);
	const npx = {
		command: 'npx',
		args: ['--yes', '--prefer-offline', `--package=${tarball}`, NAME],
		cwd,
	};
	const child = spawn(npx.command, [...npx.args, '--port', '0', '--until-stdin-closes'], {
		cwd,
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const sandbox = await reached(await listening(child));
	return {
		...sandbox,
		npx,
		async command(...args) {
			const all = [...npx.args, ...args, '--url', sandbox.origin];
			return (await promisify(execFile)(npx.command, all, { cwd })).stdout;
		},
		async stop() {
			await ended(child);
			await forget(tarball);
			rmSync(folder, { recursive: true, force: true });
		},
		kill: async () => await ended(child),
	};
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	const exit = new Promise((resolve) => child.once('exit', resolve));
	child.stdin!.end();
	await exit;
}

/** Removes what npx has installed for this tarball. */
async function forget(tarball: string): Promise<void> {
	const cache = path.join((await run('npm', ['config', 'get', 'cache'])).trim(), '_npx');
	for (const name of readdirSync(cache)) {
		const wanted = path.join(cache, name, 'package.json');
		if (!existsSync(wanted)) continue;
		if (readFileSync(wanted, 'utf8').includes(path.basename(path.dirname(tarball)))) {
			rmSync(path.join(cache, name), { recursive: true, force: true });
		}
	}
}
