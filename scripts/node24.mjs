/**
 * Runs a script with Node 24 or later: the running Node when it is new enough, else a Node 24 that is fetched once from
 * the npm registry into the user's cache folder. Usage: node scripts/node24.mjs SCRIPT [ARGUMENTS]
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSION = '24.21.0';
const onWindows = process.platform === 'win32';

/**
 * The folder of a Node 24 installation: `bin/node` (or `bin/node.exe`) and, for compiling addons, `include/node`.
 * Downloads it when it is not in the cache yet; two processes may do so at once, the first rename wins.
 */
export async function node24Folder() {
	const cached = path.join(cacheFolder(), `node-${VERSION}-${process.platform}-${process.arch}`);
	if (existsSync(binaryIn(cached))) return cached;

	const name = `node-${onWindows ? 'win' : process.platform}-${process.arch}`;
	process.stderr.write(`Fetching Node ${VERSION} (${name}) from the npm registry, once …\n`);
	mkdirSync(cacheFolder(), { recursive: true });
	const work = mkdtempSync(path.join(cacheFolder(), 'download-'));
	const progress = setInterval(() => process.stderr.write('.'), 1000);
	try {
		const npm = onWindows ? 'npm.cmd' : 'npm';
		const { stdout } = await run(npm, ['pack', `${name}@${VERSION}`, '--silent'], {
			cwd: work,
			shell: onWindows,
		});
		await run('tar', ['-xzf', stdout.trim().split('\n').pop()], { cwd: work });
		if (!existsSync(binaryIn(cached))) renameSync(path.join(work, 'package'), cached);
	} catch (error) {
		if (!existsSync(binaryIn(cached))) {
			throw new Error(
				`Node ${VERSION} could not be fetched (${name}): ${error.message}\nInstall Node 24 or later yourself and run the command again.`,
			);
		}
	} finally {
		clearInterval(progress);
		rmSync(work, { recursive: true, force: true });
		process.stderr.write('\n');
	}
	return cached;
}

/** The path of a Node binary of version 24 or later. */
export async function node24() {
	const major = Number(process.versions.node.split('.')[0]);
	return major >= 24 ? process.execPath : binaryIn(await node24Folder());
}

function binaryIn(folder) {
	return path.join(folder, 'bin', onWindows ? 'node.exe' : 'node');
}

function cacheFolder() {
	const base = process.env.XDG_CACHE_HOME ?? path.join(homedir() || tmpdir(), '.cache');
	return path.join(base, 'n8n-nodes-contract-management');
}

async function main([script, ...args]) {
	const node = await node24();
	const folder = path.dirname(node);
	const child = spawn(node, [script, ...args], {
		stdio: 'inherit',
		env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` },
	});
	for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
	child.on('exit', (code, signal) => {
		process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
	});
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	if (process.argv.length < 3) {
		console.error(
			`Usage: node ${path.relative('.', fileURLToPath(import.meta.url))} SCRIPT [ARGUMENTS]`,
		);
		process.exitCode = 2;
	} else {
		await main(process.argv.slice(2));
	}
}
