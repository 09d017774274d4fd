import { spawnSync } from 'node:child_process';
import { documents } from '../support/documents.mts';

/** What runs behind a command, so that it can be asked for its help. */
const SCRIPTS: Record<string, string> = {
	'npm start': 'host/lib/start.mts',
	'npm run sandbox': 'sandbox/main.mts',
	'npm run probe': 'probe/main.mts',
	'npm run bench': 'bench/run.mts',
	'npm run versions': 'host/lib/versions/main.mts',
	'npm run pin': 'host/lib/pin/main.mts',
};

/** Every command with options that a page shows, `npm start -- --port 5680`, with its page. */
const COMMANDS = documents().flatMap(({ file, text }) =>
	[...text.matchAll(/(npm (?:start|run [\w:-]+)) -- ([^`\n#]+)/g)].map(
		([, command, options]) => [file, command!, options!.trim()] as const,
	),
);

test('pages show how to use npm start, the sandbox and the probe with options', () => {
	const commands = ['npm start', 'npm run sandbox', 'npm run probe'];
	expect(COMMANDS.map(([, command]) => command)).toEqual(expect.arrayContaining(commands));
});

test.each(COMMANDS)(
	'%s: %s -- %s has options that the command knows',
	(_file, command, options) => {
		const help = helpOf(command);
		const named = [...options.matchAll(/--[\w-]+/g)].map(([option]) => option);
		const isVersion = /^2\.\d+/.test(options) && help.includes('VERSION');
		expect(named.length > 0 || isVersion).toBe(true);
		expect(named.filter((option) => !help.includes(option))).toEqual([]);
	},
);

const helps = new Map<string, string>();

/** What the command prints with --help; each is asked once. */
function helpOf(command: string): string {
	if (!helps.has(command)) {
		const { stdout, status } = spawnSync(process.execPath, [SCRIPTS[command]!, '--help'], {
			encoding: 'utf8',
		});
		expect(status).toBe(0);
		helps.set(command, stdout);
	}
	return helps.get(command)!;
}
