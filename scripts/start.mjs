/**
 * `npm start`: the sandbox and a real n8n with the nodes installed and the recipes imported, from a fresh clone.
 * Needs Node 20 and npm only; fetches Node 24, installs and builds what is missing. Options: npm start -- --help
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installRoot } from './lib/root.mjs';
import { runWithNode24 } from './lib/node24Process.mjs';

checkNode();
process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
installRoot();
process.exitCode = await runWithNode24('host/lib/start.mts', process.argv.slice(2));
