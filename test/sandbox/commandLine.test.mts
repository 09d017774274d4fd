import { spawnSync } from 'node:child_process';

/**
 * Every option of every command, as the commands declare them, with what can be wrong about it. Run by Node itself, in one
 * process: the sandbox is an ES module, and a test is not.
 */
const CASES = `
	import { COMMANDS } from './sandbox/cli/commands.mts';
	import { run } from './sandbox/cli/index.mts';
	const NEEDED = ['--to', 'http://127.0.0.1:9/'];
	const WRONG = ['', '-1', '1.5', '1e3', 'nonsense', '99999999999', 'https://service.example', ' '];
	const results = [];
	const say = async (command, option, given, expected) => {
		const lines = [];
		console.error = (line) => lines.push(line);
		process.exitCode = 0;
		const needed = command.name === 'listen' && option !== 'to' ? NEEDED : [];
		await run([command.name, ...needed, ...given]);
		results.push({ case: [command.name, ...given].join(' '), said: lines[0], code: process.exitCode, expected });
	};
	for (const command of COMMANDS) {
		const shown = Object.entries(command.options).filter(([, { isHidden }]) => !isHidden);
		const list = shown.map(([name]) => '--' + name).join(', ');
		const unknown = 'is no option of ' + command.name + ', which has ' + list;
		await say(command, '', ['--nonsense'], '--nonsense ' + unknown);
		await say(command, '', ['--nonsense=5'], '--nonsense ' + unknown);
		await say(command, '', ['-5'], '-5 ' + unknown);
		for (const [name, option] of Object.entries(command.options)) {
			const { value, possible, read } = option;
			const shownAs = '--' + name;
			if (value === '') {
				await say(command, name, [shownAs + '=x'], shownAs + ' takes no value, got "x"');
				continue;
			}
			await say(command, name, [shownAs], shownAs + ' needs a value: ' + possible);
			const other = shownAs + ' needs a value: ' + possible + '. Got "--help-me"; if that is the value, write ' + shownAs + '=--help-me';
			await say(command, name, [shownAs, '--help-me'], other);
			for (const text of WRONG) {
				if (read(text) !== undefined) continue;
				const expected = shownAs + ' must be ' + possible + ', got "' + text + '"';
				await say(command, name, [shownAs + '=' + text], expected);
				if (text !== '') await say(command, name, [shownAs, text], expected);
			}
		}
	}
	process.exitCode = 0;
	console.log(JSON.stringify(results));
`;

interface Result {
	case: string;
	said: string;
	code: number;
	expected: string;
}

let results: Result[];
beforeAll(() => {
	const args = ['--input-type=module', '--eval', CASES];
	const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
	if (stdout === '') throw new Error(stderr);
	results = JSON.parse(stdout);
});

test('whatever is wrong about an option, a sentence names it, what was given, and what is possible', () => {
	expect(results.length).toBeGreaterThan(200);
	expect(results.map(({ case: line, said }) => [line, said])).toEqual(
		results.map(({ case: line, expected }) => [line, expected]),
	);
});

test('all of it is a wrong command line', () => {
	expect(results.filter(({ code }) => code !== 2)).toEqual([]);
});

test('every option but texts has values that are refused', () => {
	const refused = new Set(
		results.flatMap(({ said }) => /^--([\w-]+) must be/.exec(said)?.[1] ?? []),
	);
	expect([...refused]).toEqual(
		expect.arrayContaining([
			...[
				'port',
				'host',
				'db',
				'seed',
				'variant',
				'profile',
				'scenario',
				'latency',
				'max-upload-bytes',
			],
			...[
				'webhook',
				'webhook-secret',
				'write-openapi',
				'contract',
				'to',
				'secret',
				'events',
				'url',
			],
			...['forward', 'at', 'route', 'times', 'status', 'retry-after', 'ms', 'contracts', 'types'],
			...['counterparties', 'last', 'http'],
		]),
	);
});
