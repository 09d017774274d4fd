import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runWithNode24 } from './node24Process.mjs';

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');

const AVAILABLE = path.join('test', 'support', 'available.mts');
const INSTALL_N8N = path.join('host', 'lib', 'prepare.mts');

/**
 * The suites, from the fastest feedback to the slowest. `coverage` is held to the thresholds of jest.config.js; `optional` ones need
 * a program that the machine may lack; `n8n` names the folder whose pinned n8n a suite needs. `inBand` suites start n8n,
 * so their files run one after the other. `project` is jest's name of the suite, where it is another one. Those that are
 * `longer` are left to `npm run test:all`, every night and before a release.
 */
export const SUITES = {
	unit: { coverage: true },
	engine: {},
	sandbox: {},
	e2e: { n8n: 'host', inBand: true },
	browser: { n8n: 'host', inBand: true, optional: true },
	recipes: { n8n: 'host', inBand: true, optional: true, longer: true },
	killed: { n8n: 'host', inBand: true, longer: true },
	oldest: { project: 'versions', n8n: 'host/oldest', inBand: true, longer: true },
	queue: { n8n: 'host', inBand: true, optional: true, longer: true },
};

/**
 * The order that keeps all workers busy to the end: what takes long first, and not only what keeps a core busy at the same
 * time. The suite of the oldest n8n installs it, which takes as long as its tests. `1/2` is one half of a suite's files.
 */
const ORDER = [
	...['recipes', 'killed', 'e2e 2/2', 'e2e 1/2', 'engine 1/2', 'queue'],
	...['browser', 'oldest', 'engine 2/2', 'sandbox', 'unit'],
];

/** What to run of these suites, and in which order, where several run side by side. */
export function sideBySide(names) {
	return ORDER.filter((part) => names.includes(part.split(' ')[0]));
}

const FAILED = { passed: 0, failed: 1, skipped: 0 };
const SKIPPED = { passed: 0, failed: 0, skipped: 1 };

/**
 * Runs one suite or half of one; resolves to its counts and to what it printed, which is '' unless `isQuiet`. A suite
 * that did not start, or found no tests, counts as one failure.
 */
export async function runSuite(part, jestArguments, isQuiet) {
	if (!isQuiet) return { counts: await countsOf(part, jestArguments), printed: '' };
	const log = path.join('.cache', `suite-${fileNameOf(part)}.log`);
	const output = openSync(log, 'w');
	try {
		return {
			counts: await countsOf(part, jestArguments, output),
			printed: readFileSync(log, 'utf8'),
		};
	} finally {
		closeSync(output);
	}
}

async function countsOf(part, jestArguments, output) {
	const [name, shard] = part.split(' ');
	const { project = name, n8n, inBand, optional, coverage } = SUITES[name];
	if (optional && (await runWithNode24(AVAILABLE, [name], output)) !== 0) {
		console.log(`The suite ${name} is skipped for the reason that it prints.`);
		return SKIPPED;
	}
	if (n8n && (await runWithNode24(INSTALL_N8N, [n8n], output)) !== 0) return FAILED;

	// Of this process: a test of `npm test` runs the unit suite while another process does.
	const report = path.join('.cache', `jest-${fileNameOf(part)}-${process.pid}.json`);
	rmSync(report, { force: true });
	const options = ['--selectProjects', project, '--json', '--outputFile', report];
	if (inBand) options.push('--runInBand');
	// What a failed test left open would keep the run from ever ending.
	if (process.env.CI === 'true') options.push('--forceExit');
	if (shard) options.push('--shard', shard);
	// A part of the suite covers a part of the code only.
	if (coverage && jestArguments.length === 0) options.push('--coverage');
	const code = await runWithNode24(JEST, [...options, ...jestArguments], output);
	return counts(report, code);
}

function fileNameOf(part) {
	return part.replaceAll(/\W+/g, '-');
}

/** The tests that CI ran again: see `retries` in jest.config.js. */
function passedOnRetry({ testResults }) {
	return testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ status, invocations }) => status === 'passed' && invocations > 1)
		.map(({ fullName }) => fullName);
}

function counts(report, code) {
	if (!existsSync(report)) return FAILED;
	const result = JSON.parse(readFileSync(report, 'utf8'));
	rmSync(report);
	for (const name of passedOnRetry(result)) console.log(`Passed only the second time: ${name}`);
	// A file that cannot be loaded has no tests in it; it is one failure all the same.
	const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
	return {
		passed: result.numPassedTests,
		failed: failed === 0 && code !== 0 ? 1 : failed,
		skipped: result.numPendingTests + result.numTodoTests,
	};
}
