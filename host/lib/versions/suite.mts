import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');

interface Report {
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

/** What came of the files of test/versions/, by their names, and the tests that failed. */
export interface Outcome {
	columns: Record<string, 'passed' | 'failed'>;
	failed: string[];
}

/** Runs test/versions/ in the n8n of a folder, in this terminal. Throws where the suite did not start. */
export async function runSuite(folder: string, version: string): Promise<Outcome> {
	const report = path.join('.cache', `jest-versions-${version}.json`);
	rmSync(report, { force: true });
	const options = ['--selectProjects', 'versions', '--runInBand', '--json', '--outputFile', report];
	const child = spawn(process.execPath, [JEST, ...options], {
		env: { ...process.env, N8N_UNDER_TEST: folder },
		stdio: ['ignore', 2, 2],
	});
	const kill = () => child.kill('SIGTERM');
	process.once('exit', kill);
	await once(child, 'exit').finally(() => process.off('exit', kill));
	if (!existsSync(report)) throw new Error('this n8n did not start');
	return outcomeOf(JSON.parse(readFileSync(report, 'utf8')));
}

function outcomeOf({ testResults }: Report): Outcome {
	const columns = testResults.map(
		({ name, status }) =>
			[path.basename(name, '.test.mts'), status === 'passed' ? 'passed' : 'failed'] as const,
	);
	const failed = testResults.flatMap(({ name, status, assertionResults }) => {
		const tests = assertionResults.filter((each) => each.status === 'failed');
		const isUnread = status === 'failed' && tests.length === 0;
		return isUnread
			? [`${path.basename(name)} did not run`]
			: tests.map(({ fullName }) => fullName);
	});
	return { columns: Object.fromEntries(columns), failed };
}
