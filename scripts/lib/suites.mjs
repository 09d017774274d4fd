import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runWithNode24 } from './node24Process.mjs';

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');

/**
 * The suites in the order in which they run. `prepare` is a script for Node 24 that installs what the suite needs;
 * `inBand` suites share one n8n and the machine's two cores, so their files run one after the other.
 */
export const SUITES = {
	unit: {},
	engine: {},
	sandbox: {},
	e2e: { prepare: 'host/lib/prepare.mts', inBand: true },
};

/** Runs one suite; resolves to its counts. A suite that did not start, or found no tests, counts as one failure. */
export async function runSuite(name, jestArguments) {
	const { prepare, inBand } = SUITES[name];
	if (prepare && (await runWithNode24(prepare, [])) !== 0)
		return { passed: 0, failed: 1, skipped: 0 };

	const report = path.join('.cache', `jest-${name}.json`);
	rmSync(report, { force: true });
	const options = ['--selectProjects', name, '--json', '--outputFile', report];
	if (inBand) options.push('--runInBand');
	const code = await runWithNode24(JEST, [...options, ...jestArguments]);
	return counts(report, code);
}

function counts(report, code) {
	if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
	const result = JSON.parse(readFileSync(report, 'utf8'));
	// A file that cannot be loaded has no tests in it; it is one failure all the same.
	const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
	return {
		passed: result.numPassedTests,
		failed: failed === 0 && code !== 0 ? 1 : failed,
		skipped: result.numPendingTests + result.numTodoTests,
	};
}
