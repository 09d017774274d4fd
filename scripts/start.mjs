/**
 * `npm start`: the sandbox and a real n8n with the nodes installed and the recipes imported, from a fresh clone.
 * Needs Node 20 and npm only; fetches Node 24, installs and builds what is missing. Options: npm start -- --help
 */
import { runTool } from './lib/tool.mjs';

await runTool('host/lib/start.mts', { help: 'host/lib/start.txt', runsN8n: true });
