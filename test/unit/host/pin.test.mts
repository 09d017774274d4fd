import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inFiles } from '../../../host/lib/pin/files.mts';
import { differences } from '../../../host/lib/pin/interfaces.mts';

const folder = mkdtempSync(path.join(tmpdir(), 'pin-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('what differs in the interfaces of n8n', () => {
	function version(name: string, declarations: string): string {
		const types = path.join(folder, name, 'dist', 'cjs');
		mkdirSync(types, { recursive: true });
		writeFileSync(path.join(types, 'interfaces.d.ts'), declarations);
		return path.join(folder, name);
	}
	const before = version(
		'before',
		`export interface IPollFunctions extends Base { getMode(): string; helpers: Helpers; }
		export interface Helpers { sign(key: string): void; }
		export interface INotOurs { one: string; }`,
	);

	test('nothing, where they are the same', () => {
		expect(differences(before, before)).toEqual([]);
	});

	test('members of what the nodes use, and of what that refers to; nothing else', () => {
		const after = version(
			'after',
			`export interface IPollFunctions extends Base { getMode(): string; helpers: Helpers; budget?(): number; }
			export interface Helpers { sign(key: Buffer): void; }
			export interface INotOurs { other: string; }`,
		);
		expect(differences(before, after)).toEqual([
			'Helpers - sign(key: string): void;',
			'Helpers + sign(key: Buffer): void;',
			'IPollFunctions + budget?(): number;',
		]);
	});
});

describe('changes to files', () => {
	const file = path.join(folder, 'package.json');
	const lockfile = path.join(folder, 'package-lock.json');
	const change = { file, from: '"n8n": "2.41.1"', to: '"n8n": "2.42.0"' };
	const texts = () => [file, lockfile].map((each) => readFileSync(each, 'utf8'));

	beforeEach(() => {
		writeFileSync(file, '{ "n8n": "2.41.1" }');
		writeFileSync(lockfile, 'old');
	});

	test('are made before what they are for', async () => {
		await inFiles([change], async () => {
			expect(texts()[0]).toBe('{ "n8n": "2.42.0" }');
			writeFileSync(lockfile, 'new');
		});
		expect(texts()).toEqual(['{ "n8n": "2.42.0" }', 'new']);
	});

	test('are taken back, lockfiles as well, where that fails', async () => {
		const failing = async () => {
			writeFileSync(lockfile, 'half');
			throw new Error('no matching version');
		};
		await expect(inFiles([change], failing)).rejects.toThrow('no matching version');
		expect(texts()).toEqual(['{ "n8n": "2.41.1" }', 'old']);
	});

	test('none is made where one cannot be', async () => {
		const impossible = { file, from: '"n8n": "2.40.0"', to: '' };
		await expect(inFiles([change, impossible], async () => undefined)).rejects.toThrow(
			'does not say "n8n": "2.40.0"',
		);
		expect(texts()[0]).toBe('{ "n8n": "2.41.1" }');
	});
});
