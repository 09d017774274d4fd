import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../../scripts/lib/lock.mjs';
import { run } from './command.mts';
import { checkCompiler } from './compiler.mts';
import { fingerprint } from './fingerprint.mts';
import { HOST, pinnedVersion } from './hosts.mts';
import { withProgress } from './progress.mts';
import { provideSqlite } from './sqlite.mts';

/**
 * Installs the n8n that the folder's package-lock.json pins, or its package.json where there is no lockfile (up to 2 GB,
 * some minutes), unless it is there already. Fails before the download where its SQLite driver would have to be compiled
 * and a program for that is missing.
 */
export async function installN8n(folder = HOST): Promise<void> {
	if (isInstalled(folder)) return;
	await checkCompiler();
	const lock = path.join('.cache', `install-${folder.replaceAll(/\W+/g, '-')}.lock`);
	await withLock(
		lock,
		async () => await install(folder),
		(pid) => console.error(`Process ${pid} installs n8n; waiting for it …`),
	);
}

async function install(folder: string): Promise<void> {
	if (isInstalled(folder)) return;
	const command = existsSync(path.join(folder, 'package-lock.json')) ? 'ci' : 'install';
	await withProgress(
		`Installing n8n ${pinnedVersion(folder)} (once, up to 2 GB)`,
		run('npm', [command, '--no-audit', '--no-fund', '--no-update-notifier'], { cwd: folder }),
	);
	await withProgress('Building its SQLite driver', provideSqlite(folder));
	await run(process.execPath, ['-e', "require('sqlite3')"], { cwd: folder });
	writeFileSync(recordIn(folder), installationOf(folder));
}

function isInstalled(folder: string): boolean {
	const record = recordIn(folder);
	return existsSync(record) && readFileSync(record, 'utf8') === installationOf(folder);
}

function recordIn(folder: string): string {
	return path.join(folder, 'node_modules', '.installed');
}

/** What has to be the same for an installation to be used again; the Node version is not, as SQLite's driver is N-API. */
function installationOf(folder: string): string {
	const lockfile = path.posix.join(folder, 'package-lock.json');
	return `${process.platform}-${process.arch} ${fingerprint([lockfile])}`;
}
