import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { Writable as Sink } from 'node:stream';
import { UsageError } from './options.mts';

const VARIABLE = 'CONTRACT_MANAGEMENT_API_KEY';

/** Where the prompt is shown and answered; a terminal, unless a test gives others. */
export interface Terminal {
	input: Readable & { isTTY?: boolean };
	output: Writable;
}

/** The API key: from the environment, else typed without being shown. */
export async function apiKey(environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<string> {
	const key = (environment[VARIABLE] ?? (await typed(terminal))).trim();
	if (!/^[\x21-\x7e]+$/.test(key)) {
		throw new UsageError('The API key is empty, or has a blank or another character no key has.');
	}
	return key;
}

async function typed({ input, output }: Terminal): Promise<string> {
	if (!input.isTTY) throw new UsageError(`Set ${VARIABLE}: there is no terminal to ask for it on.`);
	output.write('API key (not shown): ');
	const silent = new Sink({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({ input, output: silent, terminal: true });
	try {
		return await lines.question('');
	} catch (error) {
		throw new UsageError('No key was typed.', { cause: error });
	} finally {
		lines.close();
		output.write('\n');
	}
}
