/** Checks a real service against what this package takes for granted, and prints a report. Docs: docs/assumptions.md. */
import { writeFile } from 'node:fs/promises';
import { withoutProxyToLoopback } from '../host/lib/loopback.mts';
import { apiKey } from './key.mts';
import { optionsOf, USAGE, UsageError, type Options } from './options.mts';
import { redacted } from './redact.mts';

/** 0: nothing to change. 1: something to change. 2: the service could not be looked at. */
type ExitCode = 0 | 1 | 2;

async function main(args: readonly string[]): Promise<ExitCode> {
	if (args.includes('--help') || args.includes('-h')) {
		console.log(USAGE);
		return 0;
	}
	const options = optionsOf(args);
	// The proxy of a company is about other machines: a sandbox's key stays here.
	Object.assign(process.env, withoutProxyToLoopback(process.env));
	// The help is shown without the packages that the rest needs.
	const { Refused } = await import('./run.mts');
	const key = await apiKey(process.env, { input: process.stdin, output: process.stderr });
	try {
		return await probe(options, key);
	} catch (error) {
		const { message } = error as Error;
		const said = error instanceof Refused ? message : `The probe stopped: ${message}`;
		console.error(redacted(said, [key]));
		return 2;
	}
}

async function probe(options: Options, key: string): Promise<ExitCode> {
	const { baseUrl, version, mayWrite, save } = options;
	const onProgress = (id: string) => void process.stderr.write(`${id} …\n`);
	const { probed } = await import('./run.mts');
	const { reportOf } = await import('./report.mts');
	const { findings, profile, ...run } = await probed(options, key, onProgress);
	const about = { ...run, baseUrl, mayWrite, version: describe(version) };
	// First, as the file may not be writable: what was looked at cost time, and with --write records.
	console.log(redacted(reportOf(about, findings), [key, new URL(baseUrl).hostname]));
	if (save !== undefined) {
		await writeFile(save, `${JSON.stringify(profile, null, '\t')}\n`);
		process.stderr.write(`Saved ${save}: npm run sandbox -- --profile ${save}\n`);
	}
	return findings.some(({ outcome }) => outcome === 'differs') ? 1 : 0;
}

function describe({ name, value }: Options['version']): string {
	if (value === null) return 'no version header';
	return `version ${value}${name === 'service-version' ? '' : ' in a header of another name'}`;
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	if (!(error instanceof UsageError)) throw error;
	console.error(`${error.message}\n\n${USAGE}`);
	process.exitCode = 2;
}
