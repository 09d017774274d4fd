import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../../../host/lib/client/until.mts';

/** A fresh clone, as far as installing goes, with an npm that notes that it ran and takes its time. */
let clone: string;
beforeEach(() => {
	clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
	mkdirSync(path.join(clone, 'npm'));
	cpSync(path.join('scripts', 'lib'), path.join(clone, 'lib'), { recursive: true });
	writeFileSync(path.join(clone, 'package-lock.json'), '{"packages":{"":{}}}');
	const npm = `#!/bin/sh
echo $$ >> runs
echo "$@" > arguments
while [ ! -e go ]; do sleep 0.05; done
mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json\n`;
	writeFileSync(path.join(clone, 'npm', 'npm'), npm, { mode: 0o755 });
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

test('of four commands at once in a fresh clone one installs, and the others wait for it', async () => {
	const commands = [1, 2, 3, 4].map(installing);
	await until(
		async () => waiting(commands),
		(count) => count === 3,
		'three that wait',
	);
	expect(runs()).toHaveLength(1);
	writeFileSync(path.join(clone, 'go'), '');
	expect(await Promise.all(commands.map(({ code }) => code))).toEqual([0, 0, 0, 0]);
	expect(runs()).toHaveLength(1);
	expect(leftBehind()).toEqual([]);
});

test('the lock of a command that was killed is taken over, by one of those that wait', async () => {
	const first = installing();
	await until(
		async () => runs().length,
		(count) => count === 1,
		'npm',
	);
	const others = [installing(), installing(), installing()];
	await until(
		async () => waiting(others),
		(count) => count === 3,
		'three that wait',
	);
	first.child.kill('SIGKILL');
	await until(
		async () => runs().length,
		(count) => count === 2,
		'npm of another one',
	);
	writeFileSync(path.join(clone, 'go'), '');
	expect(await Promise.all(others.map(({ code }) => code))).toEqual([0, 0, 0]);
	expect(runs()).toHaveLength(2);
	expect(leftBehind()).toEqual([]);
});

test('an installation that fails ends the command, and the next one installs', async () => {
	const npm = path.join(clone, 'npm', 'npm');
	const good = readFileSync(npm, 'utf8');
	writeFileSync(npm, '#!/bin/sh\nexit 1\n');
	const failed = installing();
	expect(await failed.code).toBe(1);
	expect(failed.said()).toContain('`npm ci --ignore-scripts` did not succeed');
	writeFileSync(npm, good);
	writeFileSync(path.join(clone, 'go'), '');
	expect(await installing().code).toBe(0);
});

test('what the commands are run with is installed where npm leaves it out, as in production', async () => {
	writeFileSync(path.join(clone, 'go'), '');
	expect(await installing().code).toBe(0);
	const given = readFileSync(path.join(clone, 'arguments'), 'utf8');
	expect(given).toMatch(/^ci --include=dev --ignore-scripts /);
});

test('what fails under a lock gives it back', () => {
	const lock = pathToFileURL(path.resolve('scripts', 'lib', 'lock.mjs')).href;
	const code = `
		import { withLock } from '${lock}';
		const fails = withLock('.cache/x.lock', async () => { throw new Error('no'); });
		console.log(await fails.catch(({ message }) => message), await withLock('.cache/x.lock', async () => 7));`;
	const args = ['--input-type=module', '--eval', code];
	const { stdout } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' });
	expect(stdout).toBe('no 7\n');
	expect(leftBehind()).toEqual([]);
});

function installing() {
	const root = pathToFileURL(path.join(clone, 'lib', 'root.mjs')).href;
	const code = `import { installRoot } from '${root}'; await installRoot();`;
	const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
		cwd: clone,
		env: { ...process.env, PATH: `${path.join(clone, 'npm')}${path.delimiter}${process.env.PATH}` },
	});
	let said = '';
	child.stderr.on('data', (chunk) => (said += chunk));
	return { child, said: () => said, code: once(child, 'close').then(([code]) => code) };
}

function waiting(commands: Array<{ said(): string }>): number {
	return commands.filter(({ said }) => said().includes('waiting for it')).length;
}

function runs(): string[] {
	const file = path.join(clone, 'runs');
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function leftBehind(): string[] {
	return readdirSync(path.join(clone, '.cache'));
}
