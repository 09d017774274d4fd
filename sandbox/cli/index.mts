import { CommandError, PROGRAM, type Command } from './command.mts';
import { Control } from './control.mts';
import { clock, scenario } from './settings.mts';
import { deliveries, requests } from './inspect.mts';
import { faults } from './faults.mts';
import { listen } from './listen.mts';
import { mcp } from './mcp.mts';
import { reset, seed } from './data.mts';
import { start } from './start.mts';
import { heading, name as colored } from './print.mts';
import { trigger } from './trigger.mts';
import { VERSION } from '../version.mts';

const COMMANDS: readonly Command[] = [
	start,
	trigger,
	listen,
	scenario,
	clock,
	faults,
	seed,
	reset,
	requests,
	deliveries,
	mcp,
];

/** Runs one command; without a name it starts a sandbox. Sets the exit code: 2 for a wrong command line, 1 for a failure. */
export async function run(args: readonly string[]): Promise<void> {
	const [first, ...rest] = args;
	if (first === 'help' && rest.length === 0) return console.log(overview());
	if (first === '--version' || first === '-v') return console.log(VERSION);
	const asked = first === 'help' ? [...rest, '--help'] : args;
	const isStart = asked.length === 0 || asked[0]!.startsWith('-');
	const command = COMMANDS.find(({ name }) => name === (isStart ? 'start' : asked[0]));
	try {
		if (!command) throw new CommandError(`There is no command '${asked[0]}'.`, overview());
		const own = isStart ? asked : asked.slice(1);
		if (own.includes('--help') || own.includes('-h')) {
			return console.log(isStart ? `${overview()}\n\n${command.usage}` : command.usage);
		}
		await command.run([...own]);
	} catch (error) {
		await fail(error as NodeJS.ErrnoException, command);
	}
}

function overview(): string {
	const width = Math.max(...COMMANDS.map(({ name }) => name.length));
	const lines = COMMANDS.map(({ name, summary }) => `  ${colored(name.padEnd(width))}  ${summary}`);
	return [
		'A contract-management service on this machine, to build and try workflows against.',
		'',
		heading(`Usage: ${PROGRAM} [COMMAND] [OPTIONS]`),
		...lines,
		'',
		`Help of one command: ${PROGRAM} help COMMAND, or COMMAND --help`,
	].join('\n');
}

async function fail(error: NodeJS.ErrnoException, command: Command | undefined): Promise<void> {
	const isUsage =
		error instanceof CommandError ||
		error.code?.startsWith('ERR_PARSE_ARGS') ||
		error.message.startsWith('--');
	console.error(await explained(error, command));
	if (isUsage) console.error(`\n${(error as CommandError).usage ?? command?.usage ?? ''}`);
	process.exitCode = isUsage ? 2 : 1;
}

async function explained(
	error: NodeJS.ErrnoException & { port?: number },
	command: Command | undefined,
): Promise<string> {
	if (error.code !== 'EADDRINUSE') return error.message;
	const isSandbox = await new Control(`http://127.0.0.1:${error.port}`).isThere();
	const holder = isSandbox ? 'A sandbox has this port already.' : 'Another program has this port.';
	const option = command === mcp ? '--http or --url' : '--port';
	return `${error.message}\n${holder} Choose another one with ${option}.`;
}
