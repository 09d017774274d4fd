import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Nothing is fetched or reported by the browser itself, and it runs as root and without a GPU. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** How long the browser may take for anything: a busy machine needs a minute for what an idle one does in seconds. */
export const PATIENCE_MS = 180_000;

const WINDOWS_PROGRAMS = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
	.filter((folder) => folder !== undefined)
	.flatMap((folder) => [
		path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
		path.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
	]);

const CANDIDATES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/snap/bin/chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	...WINDOWS_PROGRAMS,
];

/** Starts a headless browser: `CHROMIUM_PATH`, Debian's Chromium or the Chrome of the person. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
	return await chromium.launch({
		executablePath: findBrowser(),
		headless: true,
		args: FLAGS,
		timeout: PATIENCE_MS,
	});
}

/** The path of a Chromium or Chrome. Throws with what to do when there is none. */
export function findBrowser(): string {
	const { CHROMIUM_PATH } = process.env;
	if (CHROMIUM_PATH) return CHROMIUM_PATH;
	const found = CANDIDATES.find((candidate) => existsSync(candidate));
	if (found) return found;
	throw new Error(
		'No browser was found. Install Chromium (Debian: apt-get install chromium) or Chrome, or set CHROMIUM_PATH.',
	);
}
