import { spawnSync } from 'node:child_process';

/** Where n8n's SQLite driver keeps its prebuilt binaries; a machine that reaches it needs no compiler. */
const PREBUILT = 'https://github.com/TryGhost/node-sqlite3/releases';
const TOOLS = ['python3', 'make', process.env.CXX ?? 'g++'];

/**
 * Makes sure that n8n's SQLite driver can be built here. Throws an Error that names the missing system packages and how
 * to install them. What it asks of the machine can be replaced in tests.
 */
export async function checkCompiler(
	isThere: (tool: string) => boolean = works,
	hasPrebuilt: () => Promise<boolean> = () => isReachable(PREBUILT),
): Promise<void> {
	const missing = TOOLS.filter((tool) => !isThere(tool));
	if (missing.length === 0 || (await hasPrebuilt())) return;
	const names = missing.join(' ');
	throw new Error(
		`n8n's SQLite driver has to be compiled here, and this is missing: ${names}\n` +
			`Install it and run the command again. Debian and Ubuntu: sudo apt-get install -y ${names}\n` +
			'macOS: xcode-select --install',
	);
}

function works(tool: string): boolean {
	return spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0;
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
