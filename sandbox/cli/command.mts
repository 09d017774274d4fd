import { parseArgs, type ParseArgsConfig } from 'node:util';

/** One word of the command line. */
export interface Command {
	name: string;
	/** One line. */
	summary: string;
	/** What `--help` shows. */
	usage: string;
	/** Throws CommandError, an error of parseArgs, or one whose message begins with `--` for a wrong command line. */
	run(args: string[]): Promise<void>;
}

/** How people start this program: from the repository, or from the package. */
export const PROGRAM = process.argv[1]?.endsWith('.mts')
	? 'npm run sandbox --'
	: 'contract-management-sandbox';

/** A command line that cannot be used. */
export class CommandError extends Error {
	readonly usage: string | undefined;

	constructor(message: string, usage?: string) {
		super(message);
		this.usage = usage;
	}
}

/** What every command that steers a running sandbox takes. */
export const COMMON_USAGE = `  --url URL   the running sandbox (http://127.0.0.1:4010)
  --json      print JSON, for scripts`;

const COMMON = {
	url: { type: 'string', default: process.env.SANDBOX_URL ?? 'http://127.0.0.1:4010' },
	json: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];

/** Options and other words of a command. @throws CommandError for more words than it takes */
export function read<T extends NonNullable<ParseArgsConfig['options']>>(
	args: string[],
	options: T,
	maxWords = 0,
) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { ...COMMON, ...options },
	});
	const extra = positionals.slice(maxWords);
	if (extra.length > 0) throw new CommandError(`'${extra.join(' ')}' is one word too many.`);
	return { values, words: positionals };
}

/** @throws CommandError */
export function wholeNumber(option: string, text: string, others = ''): number {
	if (/^\d{1,12}$/.test(text)) return Number(text);
	throw new CommandError(`--${option} must be a whole number${others}, got "${text}"`);
}
