import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../command.mts';
import { HOST, manifest, pinnedVersion } from '../hosts.mts';
import { installN8n } from '../install.mts';
import { build } from '../package.mts';
import { withProgress } from '../progress.mts';
import { runSuite } from '../versions/suite.mts';
import { PAGE, writeRows } from '../versions/table.mts';
import { inFiles, type Change } from './files.mts';

const USAGE = `npm run pin -- VERSION

  VERSION  the n8n that \`npm start\` and most tests run from now on: 2.42.0

Writes it into ${HOST}/, package.json, their lockfiles and ${PAGE}, says what differs in the parts of n8n's interface that
the nodes use, installs it and runs test/versions/ in it. Nothing is changed where it does not resolve.`;

/** What the tests in n8n's own engine need in the versions that this n8n has. */
const LIBRARIES = ['n8n-core', 'n8n-workflow'] as const;

const LOCK = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];

async function main(words: string[]): Promise<void> {
	const [version] = words;
	const isHelp = words.some((word) => ['--help', '-h', 'help'].includes(word));
	if (isHelp || !version || !/^2\.\d+\.\d+$/.test(version)) {
		console.log(USAGE);
		process.exitCode = isHelp ? 0 : 2;
		return;
	}
	const { engines, dependencies } = JSON.parse(
		await run('npm', ['view', `n8n@${version}`, 'engines', 'dependencies', '--json']),
	);
	const lines = await interfaceChanges(dependencies['n8n-workflow']);
	console.log(`In the parts of n8n's interface that the nodes use, ${lines.length} lines differ:`);
	for (const line of lines) console.log(`  ${line}`);

	await inFiles(changes(version, engines.node, dependencies), async () => {
		await withProgress('Resolving the packages of n8n', run('npm', LOCK, { cwd: HOST }));
		await withProgress('Resolving the packages of the repository', run('npm', LOCK));
	});
	await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
	await installN8n(HOST);
	await build();
	const { columns, failed } = await runSuite(HOST, version);
	writeRows([
		{ version, date: new Date().toISOString().slice(0, 10), columns, note: failed.join('; ') },
	]);
	console.log(
		failed.length > 0
			? `Pinned n8n ${version}; these tests fail: ${failed.join('; ')}`
			: `Pinned n8n ${version}. Now run everything: npm test`,
	);
	if (failed.length > 0) process.exitCode = 1;
}

/** Compares with the version that the repository's tests use, without installing anything. */
async function interfaceChanges(wanted: string): Promise<string[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-workflow-'));
	try {
		await run('npm', ['pack', `n8n-workflow@${wanted}`, '--silent'], { cwd: folder });
		await run('tar', ['-xzf', `n8n-workflow-${wanted}.tgz`], { cwd: folder });
		// The help is shown without the packages that this needs.
		const { differences } = await import('./interfaces.mts');
		return differences(path.join('node_modules', 'n8n-workflow'), path.join(folder, 'package'));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function changes(version: string, node: string, dependencies: Record<string, string>): Change[] {
	const old = pinnedVersion(HOST);
	const root = manifest('.').devDependencies ?? {};
	const minor = (each: string) => each.split('.').slice(0, 2).join('.');
	const oldestNode = /\d+/.exec(node)?.[0];
	return [
		{ file: path.join(HOST, 'package.json'), from: `"n8n": "${old}"`, to: `"n8n": "${version}"` },
		...LIBRARIES.map((name) => ({
			file: 'package.json',
			from: `"${name}": "${root[name]}"`,
			to: `"${name}": "${dependencies[name]}"`,
		})),
		{ file: PAGE, from: `| ${old} | The whole suite`, to: `| ${version} | The whole suite` },
		{ file: PAGE, from: `${minor(old)} needs `, to: `${minor(version)} needs ` },
		{ file: PAGE, from: / needs \d+ \|/, to: ` needs ${oldestNode} |` },
	];
}

try {
	await main(process.argv.slice(2));
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
