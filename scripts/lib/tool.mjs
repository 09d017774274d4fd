import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithNode24 } from './node24Process.mjs';
import { checkFolder, checkNode, checkSystem, installRoot } from './root.mjs';

/**
 * Runs a script of this repository with Node 24 and the arguments of the command line, from a fresh clone as well.
 * Help comes at once: out of the text file `help`, or of a script whose help needs no packages (`'script'`). `runsN8n`
 * says whether it needs a system and a folder in which n8n runs.
 */
export async function runTool(script, { help, runsN8n = false } = {}) {
	checkNode();
	process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..'));
	const args = process.argv.slice(2);
	const isHelp = args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help';
	if (isHelp && help !== undefined && help !== 'script') {
		process.stdout.write(readFileSync(help, 'utf8'));
		return;
	}
	if (runsN8n && !isHelp) {
		checkSystem();
		checkFolder();
	}
	if (!isHelp || help === undefined) await installRoot();
	process.exitCode = await runWithNode24(script, args);
}
