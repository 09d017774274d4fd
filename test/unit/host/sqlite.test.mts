import { spawnSync } from 'node:child_process';
import {
	linkSync,
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

const SCRIPT = pathToFileURL(path.resolve('host', 'lib', 'sqlite.mts')).href;
const DRIVER = path.join('n8n', 'node_modules', 'sqlite3');
const RELEASE = path.join(DRIVER, 'build', 'Release');
const BINARY = path.join(RELEASE, 'node_sqlite3.node');
const HEADERS = path.join('node', 'include', 'node');
const CACHE = path.join('.cache', 'sqlite');
const KEPT = path.join(CACHE, `5.0.0-${process.platform}-${process.arch}.node`);

/** A folder with an n8n whose driver npm has built, and without one that is kept for others. */
let root: string;
const at = (name: string) => path.join(root, name);

beforeEach(() => {
	root = mkdtempSync(path.join(tmpdir(), 'sqlite-'));
	for (const folder of [RELEASE, CACHE, HEADERS, 'npm']) mkdirSync(at(folder), { recursive: true });
	writeFileSync(at(path.join(HEADERS, 'node.h')), '');
	writeFileSync(at(path.join(DRIVER, 'package.json')), '{"version":"5.0.0"}');
	writeFileSync(at(BINARY), 'built');
	writeFileSync(at(path.join('npm', 'npm')), '#!/bin/sh\n', { mode: 0o755 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a driver that is built is kept for the next n8n', () => {
	expect(provide()).toBe(0);
	rmSync(at(BINARY));
	expect(provide()).toBe(0);
	expect(readFileSync(at(BINARY), 'utf8')).toBe('built');
	expect(readdirSync(at(RELEASE))).toEqual([path.basename(BINARY)]);
	expect(readdirSync(at(CACHE))).toEqual([path.basename(KEPT)]);
});

test('half a copy, of a process that was killed, is not taken for a driver', () => {
	const killedHalfway = `
		fs.copyFileSync = (from, to) => {
			fs.writeFileSync(to, 'bu');
			process.kill(process.pid, 'SIGKILL');
		};
		syncBuiltinESMExports();`;
	expect(provide(killedHalfway)).toBe(null);
	expect(provide()).toBe(0);
	expect(readFileSync(at(BINARY), 'utf8')).toBe('built');
	expect(readFileSync(at(KEPT), 'utf8')).toBe('built');
});

test('a driver in two folders, by a hard link, is replaced in one of them', () => {
	writeFileSync(at(KEPT), 'new');
	linkSync(at(BINARY), at('other'));
	expect(provide()).toBe(0);
	expect(readFileSync(at(BINARY), 'utf8')).toBe('new');
	expect(readFileSync(at('other'), 'utf8')).toBe('built');
});

/** Provides it in a process of its own, after the code; answers its exit code. */
function provide(before = ''): number | null {
	const code = `
		import fs from 'node:fs';
		import { syncBuiltinESMExports } from 'node:module';
		${before}
		// A Node without headers would have one with them fetched.
		process.execPath = '${at(path.join('node', 'bin', 'node'))}';
		const { provideSqlite } = await import('${SCRIPT}');
		await provideSqlite('n8n');`;
	const env = { ...process.env, PATH: `${at('npm')}${path.delimiter}${process.env.PATH}` };
	const args = ['--input-type=module', '--eval', code];
	return spawnSync(process.execPath, args, { cwd: root, env }).status;
}
