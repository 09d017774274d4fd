import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { node24Folder } from '../../scripts/node24.mjs';
import { run } from './command.mts';
import { fingerprint } from './fingerprint.mts';
import { withProgress } from './progress.mts';

const HOST = path.resolve('host');
const MODULES = path.join(HOST, 'node_modules');
const RECORD = path.join(MODULES, '.installed');
const LOCKFILE = path.join(HOST, 'package-lock.json');

/** Where n8n's SQLite driver has a prebuilt binary, no compiler is needed. */
const PREBUILT_SQLITE = 'https://github.com/TryGhost/node-sqlite3/releases';
const COMPILER: Array<{ command: string; package: string }> = [
	{ command: 'python3', package: 'python3' },
	{ command: 'make', package: 'make' },
	{ command: 'g++', package: 'g++' },
];

/**
 * Installs the n8n that host/package-lock.json pins (about 2 GB, some minutes) unless it is there already. Fails before
 * the download where its SQLite driver would have to be compiled and a program for that is missing.
 */
export async function installN8n(): Promise<void> {
	if (existsSync(RECORD) && readFileSync(RECORD, 'utf8') === wanted()) return;
	await checkCompiler();
	await withProgress(
		'Installing n8n (once, about 2 GB)',
		run('npm', ['ci', '--no-audit', '--no-fund', '--no-update-notifier'], { cwd: HOST }),
	);
	await withProgress('Building its SQLite driver', rebuildSqlite());
	await run(process.execPath, ['-e', "require('sqlite3')"], { cwd: HOST });
	writeFileSync(RECORD, wanted());
}

/** What has to be the same for an installation to be used again; the Node version is not, as SQLite's driver is N-API. */
function wanted(): string {
	return `${process.platform}-${process.arch} ${fingerprint([path.relative('.', LOCKFILE)])}`;
}

async function checkCompiler(): Promise<void> {
	const missing = COMPILER.filter(({ command }) => !works(command));
	if (missing.length === 0 || (await isReachable(PREBUILT_SQLITE))) return;
	const names = missing.map((tool) => tool.package).join(' ');
	throw new Error(
		`n8n's SQLite driver has to be compiled here, and this is missing: ${names}\n` +
			`Install it and run the command again. Debian and Ubuntu: sudo apt-get install -y ${names}\n` +
			'macOS: xcode-select --install',
	);
}

function works(command: string): boolean {
	return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

async function isReachable(url: string): Promise<boolean> {
	try {
		const signal = AbortSignal.timeout(5000);
		const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
		return status < 400;
	} catch {
		return false;
	}
}

async function rebuildSqlite(): Promise<void> {
	const env = { npm_config_nodedir: await headers() };
	// The folder's .npmrc switches install scripts off for everything else.
	await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], { cwd: HOST, env });
}

/** A Node installation with header files: the running one, or the one that the launcher keeps. */
async function headers(): Promise<string> {
	const running = path.dirname(path.dirname(process.execPath));
	const hasHeaders = existsSync(path.join(running, 'include', 'node', 'node.h'));
	return hasHeaders ? running : await node24Folder();
}
