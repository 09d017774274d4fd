import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A fresh clone: sources, and nothing installed. */
let clone: string;
beforeAll(() => {
	clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
	for (const one of [
		'scripts',
		'host/lib',
		'sandbox',
		'probe',
		'package.json',
		'package-lock.json',
	]) {
		cpSync(one, path.join(clone, one), { recursive: true });
	}
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test.each([
	['start', ['--help'], 'npm start -- [--port 5678]'],
	['start', ['-h'], '--profile FILE'],
	['sandbox', ['--help'], 'Usage: npm run sandbox -- [start] [OPTIONS]'],
	['sandbox', ['help', 'faults'], 'wrongPageShape'],
	['sandbox', ['trigger', '--help'], 'contract.signed'],
	['probe', ['--help'], 'Usage: npm run probe -- --base-url URL'],
	['versions', ['--help'], 'npm run versions -- [VERSION …] [--keep]'],
	['pin', ['-h'], 'npm run pin -- VERSION'],
])(
	'npm run %s: %j is answered in a fresh clone, and nothing is installed',
	(script, args, said) => {
		const file = path.join('scripts', `${script}.mjs`);
		const { stdout, status } = spawnSync(process.execPath, [file, ...args], {
			cwd: clone,
			encoding: 'utf8',
		});
		expect(stdout).toContain(said);
		expect(status).toBe(0);
		expect(existsSync(path.join(clone, 'node_modules'))).toBe(false);
	},
);

test.each(['start', 'test', 'versions', 'pin'])(
	'npm run %s says that n8n cannot run in a folder with an apostrophe, and installs nothing',
	(script) => {
		const folder = `${clone}'s`;
		renameSync(clone, folder);
		const file = path.join('scripts', `${script}.mjs`);
		const { stderr, status } = spawnSync(process.execPath, [file], {
			cwd: folder,
			encoding: 'utf8',
		});
		const isInstalled = existsSync(path.join(folder, 'node_modules'));
		renameSync(folder, clone);
		expect(stderr).toBe(
			`n8n cannot run in a folder with an apostrophe in its path: ${folder}\nMove or rename the folder and run the command again.\n`,
		);
		expect(status).toBe(1);
		expect(isInstalled).toBe(false);
	},
);

test.each(['start', 'versions', 'pin'])(
	'npm run %s says on Windows itself that it takes WSL, and installs nothing',
	(script) => {
		const fake = `Object.defineProperty(process, 'platform', { value: 'win32' })`;
		const file = path.join('scripts', `${script}.mjs`);
		const args = ['--import', `data:text/javascript,${fake}`, file];
		// Without npm: whatever went on here would install n8n.
		const { stderr, status } = spawnSync(process.execPath, args, {
			cwd: clone,
			encoding: 'utf8',
			env: { ...process.env, PATH: '' },
		});
		expect(stderr).toBe(
			'n8n cannot be started from here on Windows itself. Install WSL, clone this repository in it, and run the command there.\n',
		);
		expect(status).toBe(1);
		expect(existsSync(path.join(clone, 'node_modules'))).toBe(false);
	},
);
