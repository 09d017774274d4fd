import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const OLDEST_NODE = 20;

/** Ends the process with a sentence where the running Node is too old for anything here. */
export function checkNode() {
	if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return;
	console.error(`Node ${OLDEST_NODE} or later is needed; this is ${process.versions.node}.`);
	process.exit(1);
}

/** Installs what the repository's lockfile says, unless exactly that is installed. Runs in the repository's root. */
export function installRoot() {
	if (isInstalled()) return;
	console.error('Installing the packages of this repository (once, about a minute) …');
	// npm's warnings are about the Node that runs npm; everything here is run by Node 24.
	const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const { status } = spawnSync('npm', ['ci', ...options], { stdio: ['ignore', 2, 2] });
	if (status !== 0) {
		console.error('`npm ci --ignore-scripts` did not succeed; see its output above.');
		process.exit(1);
	}
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
