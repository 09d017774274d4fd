/** Builds the package `contract-management-sandbox` into sandbox/dist: JavaScript for Node 22 and later, and the page. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const sandbox = path.join(root, 'sandbox');
const dist = path.join(sandbox, 'dist');
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(dist, { recursive: true, force: true });
const { status } = spawnSync(
	process.execPath,
	[compiler, '-p', path.join(sandbox, 'tsconfig.build.json')],
	{ stdio: ['ignore', 2, 2] },
);
if (status === 0) {
	cpSync(path.join(sandbox, 'page', 'client'), path.join(dist, 'page', 'client'), {
		recursive: true,
	});
	chmodSync(path.join(dist, 'main.mjs'), 0o755);
}
process.exitCode = status ?? 1;
