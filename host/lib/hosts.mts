import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder that pins the n8n of `npm start` and of most tests. */
export const HOST = 'host';

/** The folder that pins the oldest n8n that docs/compatibility.md claims. */
export const OLDEST = 'host/oldest';

interface Manifest {
	dependencies: { n8n: string };
	devDependencies?: Record<string, string>;
	/** What is installed in place of what n8n asks for. */
	overrides?: Record<string, string>;
}

/** The package.json of a folder. */
export function manifest(folder: string): Manifest {
	return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

/** The version of n8n that a folder's package.json pins. */
export function pinnedVersion(folder: string): string {
	return manifest(folder).dependencies.n8n;
}
