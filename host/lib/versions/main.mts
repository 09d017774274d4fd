import { parseArgs } from 'node:util';
import { build } from '../package.mts';
import { installVersion, type InstalledVersion } from './cached.mts';
import { chosen, releasesOfN8n, UnknownVersion, WORDS, type Candidates } from './releases.mts';
import { runSuite } from './suite.mts';
import { PAGE, writeRows, type Row } from './table.mts';

const USAGE = `npm run versions -- [VERSION …] [--keep]

  VERSION  2.12 (its newest release that installs), 2.12.4, or one of: ${WORDS.join(', ')}.
           None: the oldest, every second minor version after it, and the newest release
  --keep   leaves each version on the disk (2.5 GB each), for the next run

Runs test/versions/ in each of them and writes what came of it into ${PAGE}.`;

const A_LINE = 160;

/** So many releases of a minor version are tried, the newest first. */
const RELEASES = 3;

const removals: Array<Promise<void>> = [];

async function main(): Promise<void> {
	const { values, positionals } = read(process.argv.slice(2));
	if (values.help || positionals[0] === 'help') return console.log(USAGE);
	const versions = chosen(positionals, await releasesOfN8n());
	await build();
	const failures: string[] = [];
	for (const candidates of versions) {
		const row = await rowOf(candidates, values.keep);
		writeRows([row]);
		const isGreen = row.columns && Object.values(row.columns).every((each) => each === 'passed');
		console.log(`n8n ${row.version}: ${isGreen ? 'passed' : row.note}`);
		// In the matrix, a version that the registry does not have is no failure of ours.
		const isFailure = row.columns ? !isGreen : positionals.length > 0;
		if (isFailure) failures.push(row.version);
	}
	await Promise.all(removals);
	console.log(`${versions.length - failures.length} without a failure, ${failures.length} failed`);
	if (failures.length > 0) process.exitCode = 1;
}

function read(args: string[]) {
	return parseArgs({
		args,
		allowPositionals: true,
		options: {
			keep: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
}

/** Installs the first release of the minor version that installs, runs it, and takes it off the disk. */
async function rowOf({ minor, releases }: Candidates, isKept: boolean): Promise<Row> {
	const date = new Date().toISOString().slice(0, 10);
	let why = 'is not on the registry';
	for (const version of releases.slice(0, RELEASES)) {
		let installed: InstalledVersion;
		try {
			installed = await installVersion(version);
		} catch (error) {
			why = `${version} does not install: ${firstLine(error)}`;
			continue;
		}
		try {
			const { columns, failed } = await runSuite(installed.folder, version);
			return { version, date, columns, note: failed.join('; ') };
		} catch (error) {
			why = `${version}: ${firstLine(error)}`;
		} finally {
			if (!isKept) removals.push(installed.remove());
		}
	}
	return { version: minor, date, note: why };
}

function firstLine(error: unknown): string {
	const lines = (error as Error).message.split('\n');
	const said = lines.find((line) => /^npm error (?!code)/.test(line)) ?? lines[0]!;
	return said.slice(0, A_LINE);
}

try {
	await main();
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = error instanceof UnknownVersion ? 2 : 1;
}
