import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../host/lib/client/until.mts';
import { freePort } from '../../../host/lib/ports.mts';
import { startProcess } from '../../../host/lib/process.mts';
import type { Stoppable } from '../../../host/lib/stoppable.mts';

const root = mkdtempSync(path.join(tmpdir(), 'process-'));
const bin = path.join(root, 'node_modules', 'n8n', 'bin');
const pidFile = path.join(root, 'pid');

beforeAll(() => {
	mkdirSync(bin, { recursive: true });
	// It never answers.
	const n8n = `require('node:fs').writeFileSync('${pidFile}', String(process.pid)); setInterval(() => {}, 1000);`;
	writeFileSync(path.join(bin, 'n8n'), n8n);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('an n8n that is not ready yet can be stopped, and has ended then', async () => {
	let spawned: Stoppable | undefined;
	const starting = startProcess({
		host: root,
		folder: path.join(root, 'data'),
		files: path.join(root, 'files'),
		port: await freePort(),
		brokerPort: await freePort(),
		onSpawn: (each) => (spawned = each),
	});
	const reason = starting.then(
		() => 'it was ready',
		(error: Error) => error.message,
	);
	const read = async () => Number(readFileSync(pidFile, { encoding: 'utf8', flag: 'a+' }));
	const pid = await until(read, (number) => number > 0, 'process of n8n');
	await spawned!.stop();
	expect(() => process.kill(pid, 0)).toThrow('ESRCH');
	expect(await reason).toContain('n8n ended with code 0');
});
