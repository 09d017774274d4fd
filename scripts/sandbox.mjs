/** `npm run sandbox`: the sandbox and its commands, from a fresh clone. Options: npm run sandbox -- --help */
import { runTool } from './lib/tool.mjs';

await runTool('sandbox/main.mts', { help: 'script' });
