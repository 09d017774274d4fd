/** `npm run probe`: compares a real service with the assumptions, from a fresh clone. Options: npm run probe -- --help */
import { runTool } from './lib/tool.mjs';

await runTool('probe/main.mts', { help: 'script' });
