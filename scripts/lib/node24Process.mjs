import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { node24 } from '../node24.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** Early versions of Node 24 call its SQLite experimental; nobody who runs a script can do anything about it. */
const QUIETLY = '--disable-warning=ExperimentalWarning';

/**
 * Runs a script with Node 24 and resolves to its exit code. What it prints goes to this terminal, or to `output`, a file
 * descriptor. SIGINT and SIGTERM go on to it; it notices by the closed channel (`process.on('disconnect')`) when this
 * process is killed.
 */
export async function runWithNode24(script, args, output = 'inherit') {
	const node = await node24();
	const child = spawn(node, [QUIETLY, script, ...args], {
		stdio: ['inherit', output, output, 'ipc'],
		env: {
			// Compiled modules are kept, as loading TypeScript and jest anew in each process takes seconds.
			NODE_COMPILE_CACHE: path.resolve('.cache', 'compiled'),
			...process.env,
			PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
		},
	});
	const pass = (signal) => child.kill(signal);
	for (const signal of SIGNALS) process.on(signal, pass);
	const [code] = await once(child, 'exit');
	for (const signal of SIGNALS) process.off(signal, pass);
	return code ?? 1;
}
