import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder that pins the n8n of `npm start` and of most tests. */
export const HOST = 'host';

/** The version of n8n that a folder's package.json pins. */
export function pinnedVersion(folder: string): string {
	const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	return dependencies.n8n;
}
