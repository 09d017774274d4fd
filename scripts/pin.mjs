/** `npm run pin`: moves the n8n that is run for people and in most tests to another version. npm run pin -- 2.42.0 */
import { runTool } from './lib/tool.mjs';

await runTool('host/lib/pin/main.mts', { help: 'script', runsN8n: true });
