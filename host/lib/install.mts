import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { node24Folder } from '../../scripts/node24.mjs';
import { run } from './command.mts';
import { checkCompiler } from './compiler.mts';
import { fingerprint } from './fingerprint.mts';
import { HOST, pinnedVersion } from './hosts.mts';
import { withProgress } from './progress.mts';

/**
 * Installs the n8n that the folder's package-lock.json pins (up to 2 GB, some minutes) unless it is there already. Fails
 * before the download where its SQLite driver would have to be compiled and a program for that is missing.
 */
export async function installN8n(folder = HOST): Promise<void> {
	const record = path.join(folder, 'node_modules', '.installed');
	const wanted = installationOf(folder);
	if (existsSync(record) && readFileSync(record, 'utf8') === wanted) return;
	await checkCompiler();
	await withProgress(
		`Installing n8n ${pinnedVersion(folder)} (once, up to 2 GB)`,
		run('npm', ['ci', '--no-audit', '--no-fund', '--no-update-notifier'], { cwd: folder }),
	);
	await withProgress('Building its SQLite driver', rebuildSqlite(folder));
	await run(process.execPath, ['-e', "require('sqlite3')"], { cwd: folder });
	writeFileSync(record, wanted);
}

/** What has to be the same for an installation to be used again; the Node version is not, as SQLite's driver is N-API. */
function installationOf(folder: string): string {
	const lockfile = path.posix.join(folder, 'package-lock.json');
	return `${process.platform}-${process.arch} ${fingerprint([lockfile])}`;
}

async function rebuildSqlite(folder: string): Promise<void> {
	const env = { npm_config_nodedir: await headers() };
	// The folder's .npmrc switches install scripts off for everything else.
	await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], { cwd: folder, env });
}

/** A Node installation with header files: the running one, or the one that the launcher keeps. */
async function headers(): Promise<string> {
	const running = path.dirname(path.dirname(process.execPath));
	const hasHeaders = existsSync(path.join(running, 'include', 'node', 'node.h'));
	return hasHeaders ? running : await node24Folder();
}
