import { PROGRAM, type Command } from './command.mts';
import { heading, name as colored } from './print.mts';

/** The help of one command. */
export function helpOf({ name, synopsis, about, words = [], options }: Command): string {
	const shown = Object.entries(options).filter(([, { isHidden }]) => !isHidden);
	const rows: Array<[string, string]> = [
		...words.map(({ name: word, help }): [string, string] => [word, help]),
		...shown.map(([option, { value, help, fallback }]): [string, string] => [
			`--${option}${value && ` ${value}`}`,
			fallback ? `${help} (${fallback})` : help,
		]),
	];
	const width = Math.max(...rows.map(([left]) => left.length));
	const lines = rows.map(([left, right]) => {
		return `  ${left.padEnd(width)}   ${right.replaceAll('\n', `\n${' '.repeat(width + 5)}`)}`;
	});
	const usage = `Usage: ${PROGRAM} ${name === 'start' ? '[start]' : name} ${synopsis}`.trimEnd();
	return [usage, ...(about ? ['', about] : []), '', ...lines].join('\n');
}

/** What there is. */
export function overview(commands: readonly Command[]): string {
	const width = Math.max(...commands.map(({ name }) => name.length));
	const lines = commands.map(({ name, summary }) => `  ${colored(name.padEnd(width))}  ${summary}`);
	return [
		'A contract-management service on this machine, to build and try workflows against.',
		'',
		heading(`Usage: ${PROGRAM} [COMMAND] [OPTIONS]`),
		...lines,
		'',
		`Help of one command: ${PROGRAM} help COMMAND, or COMMAND --help`,
	].join('\n');
}
