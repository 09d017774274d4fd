import { flag, type Options, type Values } from './options.mts';

/** A word that follows the name of a command. */
export interface Word {
	/** As the help shows it. */
	name: string;
	help: string;
	/** As errors name it: "the event". */
	shown: string;
	/** The sandbox's own name of it. */
	field?: string;
}

/** One word of the command line, with everything that can follow it. */
export interface Command<O extends Options = Options> {
	name: string;
	/** One line. */
	summary: string;
	/** What follows the name, in short. */
	synopsis: string;
	/** What the help says before the options. */
	about?: string;
	words?: readonly Word[];
	options: O;
	/** @throws CommandError for what does not go together */
	run(values: Values<O>, words: string[]): Promise<void>;
}

const INSTALLED = 'contract-management-sandbox';

/** How people start this program: from the repository, with npx, or as an installed package. */
export const PROGRAM = process.argv[1]?.endsWith('.mts')
	? 'npm run sandbox --'
	: process.env.npm_command === 'exec'
		? `npx ${INSTALLED}`
		: INSTALLED;

const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The running sandbox that a command steers. */
export const URL_OPTION = {
	value: 'URL',
	help: 'the running sandbox',
	possible: 'the address of a sandbox on this machine, such as http://127.0.0.1:4010',
	read(given: string) {
		const url = URL.canParse(given) ? new URL(given) : undefined;
		return url?.protocol === 'http:' && LOCAL.has(url.hostname) ? url.origin : undefined;
	},
	fallback: 'http://127.0.0.1:4010',
	variable: 'SANDBOX_URL',
};

/** What every command that steers a running sandbox takes. */
export const COMMON = { url: URL_OPTION, json: flag('print JSON, for scripts') };

/** A command whose options are typed where it is written. */
export function command<O extends Options>(one: Command<O>): Command {
	return one as unknown as Command;
}
