/**
 * Checks the package as it would be published: what is in the tarball, what its code requires, that it loads, and the
 * rules of n8n's scanner for community packages on the tarball and on the sources. Prints one line per check.
 * Usage: node scripts/node24.mjs scripts/checkPackage.mts [FOLDER, where the tarball is kept]
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { run } from '../host/lib/command.mts';
import { pack, type PackedPackage } from '../host/lib/package.mts';

const TOP_LEVEL = ['LICENSE.md', 'README.md', 'index.js', 'package.json'];
/** What n8n provides to community nodes, and the only packages that its lint allows them. */
const PROVIDED = ['n8n-workflow', 'luxon', 'lodash', 'p-limit', 'zod', 'crypto', 'node:crypto'];
/** Unpacked, in KB of 1,024 bytes. It only goes down from here, with the lines (test/unit/structure.test.mts): to 310. */
const MOST_KB = 504;
const ASSETS = /\.(js|svg|json)$/;

type Findings = string[];

const work = mkdtempSync(path.join(tmpdir(), 'package-check-'));
try {
	const packed = await pack(process.argv[2] ?? work);
	const folder = await unpack(packed);
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	report(
		'the tarball holds dist, package.json, README, LICENSE and index.js only',
		strangers(packed),
	);
	report(`it unpacks to at most ${MOST_KB} KB`, excess(folder, packed));
	report('there are no dependencies at run time', dependencies(manifest));
	report('what the "n8n" block names is in the tarball', missing(manifest, packed));
	report('the code requires only what n8n provides', foreignRequires(folder, packed));
	report('index.js loads every node and the credential', failedLoads(folder));
	report('npm would publish it', await publishing(packed));
	report('publint finds nothing to improve', await improvements(folder, manifest));
	report(
		'the scanner finds nothing in the tarball',
		await scan(folder, ['**/*.js', 'package.json']),
	);
	report('the scanner finds nothing in the sources', await scan('.', SOURCE_FILE_PATTERNS));
} finally {
	rmSync(work, { recursive: true, force: true });
}

function report(check: string, findings: Findings): void {
	console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${check}`);
	for (const finding of findings) console.log(`       ${finding}`);
	if (findings.length > 0) process.exitCode = 1;
}

async function unpack({ file }: PackedPackage): Promise<string> {
	const folder = path.join(work, 'package');
	mkdirSync(folder);
	await run('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
	return folder;
}

function strangers({ contents }: PackedPackage): Findings {
	const belongs = (file: string) =>
		TOP_LEVEL.includes(file) || (file.startsWith('dist/') && ASSETS.test(file));
	const absent = TOP_LEVEL.filter((file) => !contents.includes(file));
	return [
		...contents.filter((file) => !belongs(file)),
		...absent.map((file) => `${file} is not there`),
	];
}

function excess(folder: string, { contents }: PackedPackage): Findings {
	const sizes = contents.map((file) => statSync(path.join(folder, file)).size);
	const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024;
	return kilobytes > MOST_KB ? [`${kilobytes.toFixed(0)} KB`] : [];
}

function dependencies(manifest: Record<string, unknown>): Findings {
	return [
		'dependencies',
		'optionalDependencies',
		'bundledDependencies',
		'bundleDependencies',
	].filter((kind) => Object.keys((manifest[kind] as object | undefined) ?? {}).length > 0);
}

function missing(
	manifest: { n8n: Record<string, unknown> },
	{ contents }: PackedPackage,
): Findings {
	const named = [manifest.n8n.nodes, manifest.n8n.credentials].flat() as string[];
	return named.filter((file) => !contents.includes(file));
}

function foreignRequires(folder: string, { contents }: PackedPackage): Findings {
	return contents
		.filter((file) => file.endsWith('.js'))
		.flatMap((file) => requiresOf(path.join(folder, file)).map((name) => ({ file, name })))
		.filter(({ name }) => !name.startsWith('.') && !PROVIDED.includes(name))
		.map(({ file, name }) => `${file} requires ${name}`);
}

function requiresOf(file: string): string[] {
	const code = readFileSync(file, 'utf8');
	return [...code.matchAll(/\brequire\((['"])(.+?)\1\)/g)].map(([, , name]) => name!);
}

/** Loads the unpacked files where this repository's packages are found, as n8n's are in n8n. */
function failedLoads(folder: string): Findings {
	process.env.NODE_PATH = path.resolve('node_modules');
	const load = createRequire(path.join(folder, 'index.js'));
	(load('node:module') as { _initPaths(): void })._initPaths();
	const entry = load('./index.js') as Record<
		string,
		new () => { description?: unknown; name?: string }
	>;
	return Object.keys(entry).flatMap((name) => {
		try {
			const instance = new entry[name]!();
			return (instance.description ?? instance.name) ? [] : [`${name} describes nothing`];
		} catch (error) {
			return [`${name}: ${(error as Error).message}`];
		}
	});
}

/** A dry run without the registry: whether this version is published already is not the question. */
async function publishing({ file }: PackedPackage): Promise<Findings> {
	try {
		await run('npm', ['publish', '--dry-run', '--offline', '--ignore-scripts', file]);
		return [];
	} catch (error) {
		return [(error as Error).message];
	}
}

async function improvements(folder: string, manifest: Record<string, unknown>): Promise<Findings> {
	const { messages } = await publint({ pkgDir: folder, pack: false, strict: true });
	return messages.map((message) => formatMessage(message, manifest) ?? message.code);
}

async function scan(folder: string, patterns: string[]): Promise<Findings> {
	const { passed, message, details } = await analyzePackage(path.resolve(folder), patterns);
	return passed ? [] : [message ?? 'not passed', ...(details ?? '').split('\n')];
}
