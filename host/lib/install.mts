import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { node24Folder } from '../../scripts/node24.mjs';
import { run } from './command.mts';
import { checkCompiler } from './compiler.mts';
import { fingerprint } from './fingerprint.mts';
import { withProgress } from './progress.mts';

const HOST = path.resolve('host');
const MODULES = path.join(HOST, 'node_modules');
const RECORD = path.join(MODULES, '.installed');
const LOCKFILE = path.join(HOST, 'package-lock.json');

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
