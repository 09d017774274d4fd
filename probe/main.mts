/** Checks a real service against what this package takes for granted, and prints a report. Docs: docs/assumptions.md. */
import { findingsOf } from './check.mts';
import { CHECKS } from './checks/index.mts';
import { Client } from './client.mts';
import { apiKey } from './key.mts';
import { optionsOf, USAGE, UsageError, type Options } from './options.mts';
import { redacted } from './redact.mts';
import { reportOf } from './report.mts';
import { Service } from './service.mts';

/** 0: nothing to change. 1: something to change. 2: the service could not be looked at. */
type ExitCode = 0 | 1 | 2;

async function main(args: readonly string[]): Promise<ExitCode> {
	if (args.includes('--help')) {
		console.log(USAGE);
		return 0;
	}
	const options = optionsOf(args);
	const key = await apiKey(process.env, { input: process.stdin, output: process.stderr });
	try {
		return await probe(options, key);
	} catch (error) {
		console.error(redacted(`The probe stopped: ${(error as Error).message}`, [key]));
		return 2;
	}
}

async function probe(options: Options, key: string): Promise<ExitCode> {
	const { baseUrl, version, perSecond, given, mayWrite } = options;
	const startedAt = new Date();
	const client = new Client({ baseUrl, apiKey: key, version, perSecond });
	const service = new Service(client, given, mayWrite);
	const refusal = await refusalOf(service);
	if (refusal) {
		console.error(redacted(refusal, [key]));
		return 2;
	}
	const findings = await findingsOf(CHECKS, service, (id) => process.stderr.write(`${id} …\n`));
	const run = {
		baseUrl,
		version: describe(version),
		mayWrite,
		requests: client.seen.requests,
		startedAt,
	};
	console.log(redacted(reportOf(run, findings), [key, new URL(baseUrl).hostname]));
	return findings.some(({ outcome }) => outcome === 'differs') ? 1 : 0;
}

async function refusalOf(service: Service): Promise<string | undefined> {
	const { status } = await service.read('/organization');
	if (status === 200) return undefined;
	if (status === 401) return 'The service rejected the API key.';
	if (status === 403) return 'The API key is valid, but may not read the organization.';
	if (status === 404)
		return 'There is no /organization under this base URL. Its path ends with /v2.';
	if (status >= 300 && status < 400) {
		return 'The service redirects to another address. The key is sent to the base URL only: give the final one.';
	}
	return `GET /organization answered ${status}.`;
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
