import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';

const OLDEST_NODE = 20;
const LOCK = path.join('.cache', 'install.lock');
const onWindows = process.platform === 'win32';

/** Ends the process with a sentence where the running Node is too old for anything here. */
export function checkNode() {
	if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return;
	console.error(`Node ${OLDEST_NODE} or later is needed; this is ${process.versions.node}.`);
	process.exit(1);
}

/**
 * Ends the process with a sentence on Windows itself, which lacks what n8n is started and given the nodes with: a POSIX
 * shell, process groups and signals.
 */
export function checkSystem() {
	if (!onWindows) return;
	console.error(
		'n8n cannot be started from here on Windows itself. Install WSL, clone this repository in it, and run the command there.',
	);
	process.exit(1);
}

/** Ends the process with a sentence where n8n could not run in the repository's folder: it breaks at an apostrophe. */
export function checkFolder() {
	if (!process.cwd().includes("'")) return;
	console.error(
		`n8n cannot run in a folder with an apostrophe in its path: ${process.cwd()}\nMove or rename the folder and run the command again.`,
	);
	process.exit(1);
}

/**
 * Installs what the repository's lockfile says, unless exactly that is installed. Runs in the repository's root; of several
 * at once one installs and the others wait for it.
 */
export async function installRoot() {
	if (isInstalled()) return;
	const wait = (pid) =>
		console.error(`Process ${pid} installs the packages of this repository; waiting for it …`);
	if (await withLock(LOCK, install, wait)) return;
	console.error('`npm ci --ignore-scripts` did not succeed; see its output above.');
	process.exit(1);
}

/** Whether it is installed then. */
async function install() {
	if (isInstalled()) return true;
	console.error('Installing the packages of this repository (once, about a minute) …');
	// npm's warnings are about the Node that runs npm; everything here is run by Node 24.
	// Where NODE_ENV is production npm would leave out what everything here is run with.
	const options = [
		'--include=dev',
		'--ignore-scripts',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	];
	// On Windows npm is a script, which only a shell runs.
	const npm = spawn('npm', ['ci', ...options], { stdio: ['ignore', 2, 2], shell: onWindows });
	const [code] = await once(npm, 'close').catch(() => [1]);
	return code === 0;
}

/** Compares npm's own record of what it installed with the lockfile; packages of other platforms may be absent. */
function isInstalled() {
	const record = path.join('node_modules', '.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = packagesOf(record);
	return Object.entries(packagesOf('package-lock.json')).every(([name, wanted]) => {
		const found = installed[name];
		return name === '' || (found ? found.version === wanted.version : isOptional(wanted));
	});
}

function packagesOf(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function isOptional({ optional, devOptional, peer }) {
	return Boolean(optional || devOptional || peer);
}
