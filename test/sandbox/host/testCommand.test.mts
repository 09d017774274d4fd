import { spawnSync } from 'node:child_process';
import path from 'node:path';

function npmTest(args: string[], CI = '') {
	const script = path.join('scripts', 'test.mjs');
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
		encoding: 'utf8',
		env: { ...process.env, CI },
	});
	return { status, lastLine: stdout.trim().split('\n').at(-1), stderr };
}

test('npm test names the suites when it is asked for one that does not exist', () => {
	const { status, stderr } = npmTest(['units']);
	expect(status).toBe(2);
	expect(stderr).toContain('There is no suite "units". Suites: unit, engine, sandbox, e2e');
});

test('a suite in which nothing ran is a failure in the last line and in the exit code', () => {
	const { status, lastLine } = npmTest(['unit', '--', 'no-such-test-file']);
	expect(lastLine).toBe('0 passed, 1 failed, 0 skipped');
	expect(status).toBe(1);
});

test('passed and left-out tests are counted, and a left-out one fails where CI is set', () => {
	const one = ['unit', '--', 'test/unit/host/options', '-t', 'defaults are the ports'];
	expect(npmTest(one)).toMatchObject({
		status: 0,
		lastLine: expect.stringMatching(/^1 passed, 0 failed, \d+ skipped$/),
	});
	expect(npmTest(one, 'true').status).toBe(1);
});
