import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Owner } from './client/session.mts';

/** Neither I and 1 nor O and 0, which look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
/** Four groups such as `KWM7`, with the capital and the digit that n8n asks for: 67 bits. */
const PATTERN = [LETTERS, LETTERS, LETTERS, DIGITS];
const GROUPS = 4;

/** Of data folders from before the password was made at the first start. */
const FORMER_PASSWORD = 'Contracts-2026';

/** The file that keeps the password of the demo's owner. */
export function passwordFile(data: string): string {
	return path.join(data, 'owner-password.txt');
}

/**
 * Who signs in to the n8n of `npm start`. The password is made when the data folder has none yet, and kept there, readable for
 * its user only.
 */
export function demoOwner(data: string): Owner {
	const file = passwordFile(data);
	if (!existsSync(file)) {
		const isKnown = existsSync(path.join(data, 'n8n', '.n8n', 'database.sqlite'));
		mkdirSync(data, { recursive: true });
		writeFileSync(file, `${isKnown ? FORMER_PASSWORD : newPassword()}\n`, { mode: 0o600 });
	}
	return {
		email: 'owner@example.com',
		firstName: 'Demo',
		lastName: 'Owner',
		password: readFileSync(file, 'utf8').trim(),
	};
}

function newPassword(): string {
	const group = () => PATTERN.map((from) => from[randomInt(from.length)]).join('');
	return Array.from({ length: GROUPS }, group).join('-');
}
