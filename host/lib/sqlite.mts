import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { node24Folder } from '../../scripts/node24.mjs';
import { run } from './command.mts';

const CACHE = path.join('.cache', 'sqlite');
/** Comes after the flags of the driver's own build, and takes the place of its -O3. */
const QUICKLY = '-O1';
const BINARY = path.join('build', 'Release', 'node_sqlite3.node');

/**
 * Builds the SQLite driver of the n8n in the folder, or takes the one that was built for another n8n: it is N-API, so a
 * binary of the same version fits every Node.
 */
export async function provideSqlite(folder: string): Promise<void> {
	const driver = path.join(folder, 'node_modules', 'sqlite3');
	const { version } = JSON.parse(readFileSync(path.join(driver, 'package.json'), 'utf8'));
	const kept = path.join(CACHE, `${version}-${process.platform}-${process.arch}.node`);
	const binary = path.join(driver, BINARY);
	if (existsSync(kept)) return copy(kept, binary);
	await rebuild(folder);
	if (existsSync(binary)) copy(binary, kept);
}

/** Nobody sees half a copy, also where this process is killed; a hard link of the file that was there keeps its content. */
function copy(from: string, to: string): void {
	const beside = `${to}.${process.pid}`;
	mkdirSync(path.dirname(to), { recursive: true });
	copyFileSync(from, beside);
	renameSync(beside, to);
}

async function rebuild(folder: string): Promise<void> {
	const env = { npm_config_nodedir: await headers(), CFLAGS: QUICKLY, CXXFLAGS: QUICKLY };
	// The folder's .npmrc switches install scripts off for everything else.
	await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], { cwd: folder, env });
}

/** A Node installation with header files: the running one, or the one that the launcher keeps. */
async function headers(): Promise<string> {
	const running = path.dirname(path.dirname(process.execPath));
	const hasHeaders = existsSync(path.join(running, 'include', 'node', 'node.h'));
	return hasHeaders ? running : await node24Folder();
}
