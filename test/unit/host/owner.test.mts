import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoOwner, passwordFile } from '../../../host/lib/owner.mts';

const work = mkdtempSync(path.join(tmpdir(), 'owner-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

test('each data folder gets a password of its own, as n8n wants it and easy to copy', () => {
	const passwords = Array.from(
		{ length: 200 },
		(_, n) => demoOwner(path.join(work, `${n}`)).password,
	);
	expect(new Set(passwords).size).toBe(200);
	for (const password of passwords) {
		expect(password).toMatch(/^([A-HJ-NP-Z]{3}[2-9]-){3}[A-HJ-NP-Z]{3}[2-9]$/);
	}
});

test('it is kept where only the user can read it, and the next start has the same one', () => {
	const data = path.join(work, 'kept');
	const owner = demoOwner(data);
	const file = passwordFile(data);
	expect(readFileSync(file, 'utf8')).toBe(`${owner.password}\n`);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(demoOwner(data)).toEqual(owner);
});

test('what a person writes into the file counts', () => {
	const data = path.join(work, 'changed');
	demoOwner(data);
	writeFileSync(passwordFile(data), 'Of-my-own-1\r\n');
	expect(demoOwner(data).password).toBe('Of-my-own-1');
});

test('an n8n from before passwords were made keeps the one it has', () => {
	const data = path.join(work, 'former');
	mkdirSync(path.join(data, 'n8n', '.n8n'), { recursive: true });
	writeFileSync(path.join(data, 'n8n', '.n8n', 'database.sqlite'), '');
	expect(demoOwner(data).password).toBe('Contracts-2026');
	expect(readFileSync(passwordFile(data), 'utf8')).toBe('Contracts-2026\n');
});
