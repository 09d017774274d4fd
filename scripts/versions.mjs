/** `npm run versions`: the tests of test/versions/ in several versions of n8n. Options: npm run versions -- --help */
import { runTool } from './lib/tool.mjs';

await runTool('host/lib/versions/main.mts', { help: 'script', runsN8n: true });
