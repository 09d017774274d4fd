import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../../scripts/lib/lock.mjs';
import { run } from './command.mts';
import { fingerprint } from './fingerprint.mts';

/** Our package as `npm pack` made it. */
export interface PackedPackage {
	name: string;
	version: string;
	/** Path of the tarball. */
	file: string;
	/** Differs when any byte of the content differs. */
	integrity: string;
	/** Paths inside the tarball. */
	contents: string[];
}

const SOURCES = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const RECORD = path.join('.cache', 'build.json');

/** Builds dist/ unless it already is what the sources as they are now give. Suites begin with it at the same time. */
export async function build(): Promise<void> {
	await withLock(path.join('.cache', 'build.lock'), async () => {
		if (recorded() === state()) return;
		await run('npm', ['run', 'build']);
		writeFileSync(RECORD, state());
	});
}

/** Packs what is in dist/ into a tarball in the folder. */
export async function pack(folder: string): Promise<PackedPackage> {
	mkdirSync(folder, { recursive: true });
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
	const [packed] = JSON.parse(await run('npm', args));
	return {
		name: packed.name,
		version: packed.version,
		file: path.resolve(folder, packed.filename),
		integrity: packed.integrity,
		contents: packed.files.map((file: { path: string }) => file.path).sort(),
	};
}

function state(): string {
	return JSON.stringify({ sources: fingerprint(SOURCES), dist: fingerprint(['dist']) });
}

function recorded(): string | undefined {
	try {
		return readFileSync(RECORD, 'utf8');
	} catch {
		return undefined;
	}
}
