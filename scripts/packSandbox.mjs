/** Builds and packs `contract-management-sandbox` into a folder, one process after the other; prints the tarball. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './lib/lock.mjs';

const run = promisify(execFile);
const folder = path.resolve(process.argv[2] ?? '.');
await withLock(path.join('.cache', 'pack-sandbox.lock'), async () => {
	await run(process.execPath, [path.join('scripts', 'buildSandbox.mjs')]);
	const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
	const { stdout } = await run('npm', args, { cwd: 'sandbox' });
	console.log(path.join(folder, stdout.trim()));
});
