import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { HOST, manifest, OLDEST, pinnedVersion } from '../hosts.mts';
import { installN8n } from '../install.mts';
import { ascending } from './releases.mts';

export interface InstalledVersion {
	/** Whose node_modules has it. */
	folder: string;
	/** Takes it off the disk, unless a folder of the repository pins it. The next one may be installed meanwhile. */
	remove(): Promise<void>;
}

const CACHE = path.join('.cache', 'n8n');

/** From here on it needs what the newer one of the pinned versions needs. */
const NEWER = '2.28';

/** Between the pinned versions: the newest @langchain/langgraph that fits the @langchain/core of these versions. */
const IN_BETWEEN = { langchain: { '@langchain/langgraph': '1.2.0' } };

/** n8n publishes no lockfile; what the pinned versions need in place of what npm would take, its neighbors need as well. */
function overridesFor(version: string): object {
	const isNewer = ascending(version, NEWER) >= 0;
	const folders = isNewer ? [OLDEST, HOST] : [OLDEST];
	const pinned = folders.map((folder) => manifest(folder).overrides);
	return Object.assign(isNewer ? {} : { ...IN_BETWEEN }, ...pinned);
}

const NPMRC = ['ignore-scripts=true', 'package-lock=false', 'loglevel=error', ''].join('\n');

/** Installs a version of n8n: in the folder of the repository that pins it, else in the cache. */
export async function installVersion(version: string): Promise<InstalledVersion> {
	const pinned = [HOST, OLDEST].find((folder) => pinnedVersion(folder) === version);
	const folder = pinned ?? path.join(CACHE, version);
	const remove = async () => {
		if (pinned) return;
		// What is only half removed is not taken for an installed one.
		rmSync(path.join(folder, 'node_modules', '.installed'), { force: true });
		await rm(folder, { recursive: true, force: true });
	};
	try {
		if (!pinned) describe(folder, version);
		await installN8n(folder);
		return { folder, remove };
	} catch (error) {
		await remove();
		throw error;
	}
}

function describe(folder: string, version: string): void {
	mkdirSync(folder, { recursive: true });
	const overrides = overridesFor(version);
	const content = { name: 'n8n-version', private: true, dependencies: { n8n: version }, overrides };
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(content, null, '\t'));
	writeFileSync(path.join(folder, '.npmrc'), NPMRC);
}
