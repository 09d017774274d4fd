import { Control } from './control.mts';
import { COMMANDS } from './commands.mts';
import type { Command } from './command.mts';
import { CommandError, Refusal } from './errors.mts';
import { givenTo, inWordsOf, type Given } from './given.mts';
import { helpOf, overview } from './help.mts';
import { VERSION } from '../version.mts';

/** Runs one command; without a name it starts a sandbox. Sets the exit code: 2 for a wrong command line, 1 for a failure. */
export async function run(args: readonly string[]): Promise<void> {
	const [first, ...rest] = args;
	if (first === 'help' && rest.length === 0) return console.log(overview(COMMANDS));
	if (first === '--version' || first === '-v') return console.log(VERSION);
	const asked = first === 'help' ? [...rest, '--help'] : args;
	const isStart = asked.length === 0 || asked[0]!.startsWith('-');
	const command = COMMANDS.find(({ name }) => name === (isStart ? 'start' : asked[0]));
	if (!command) {
		console.error(`There is no command '${asked[0]}'.\n\n${overview(COMMANDS)}`);
		process.exitCode = 2;
		return;
	}
	const own = isStart ? asked : asked.slice(1);
	if (own.includes('--help') || own.includes('-h')) {
		const help = helpOf(command);
		return console.log(isStart ? `${overview(COMMANDS)}\n\n${help}` : help);
	}
	let given: Given | undefined;
	try {
		given = givenTo(command, [...own]);
		await command.run(given.values, given.words);
	} catch (error) {
		await fail(error as Error, command, given);
	}
}

async function fail(error: Error, command: Command, given: Given | undefined): Promise<void> {
	const isUsage =
		error instanceof CommandError || (error instanceof Refusal && error.status === 400);
	console.error(await explained(error, command, given));
	if (isUsage) console.error(`\n${helpOf(command)}`);
	process.exitCode = isUsage ? 2 : 1;
}

async function explained(
	error: NodeJS.ErrnoException & { port?: number },
	command: Command,
	given: Given | undefined,
): Promise<string> {
	if (error instanceof Refusal) return inWordsOf(command, given!.typed, error);
	if (error.code !== 'EADDRINUSE') return error.message;
	const isSandbox = await new Control(`http://127.0.0.1:${error.port}`).isThere();
	const holder = isSandbox ? 'A sandbox has this port already.' : 'Another program has this port.';
	const option = command.name === 'mcp' ? '--http or --url' : '--port';
	return `${error.message}\n${holder} Choose another one with ${option}.`;
}
