import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithNode24 } from './node24Process.mjs';
import { checkNode, installRoot } from './root.mjs';

/** Runs a script of this repository with Node 24 and the arguments of the command line, from a fresh clone as well. */
export async function runTool(script) {
	checkNode();
	process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..'));
	installRoot();
	process.exitCode = await runWithNode24(script, process.argv.slice(2));
}
