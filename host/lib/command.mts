import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface CommandOptions {
	cwd?: string;
	/** Added to this process's environment. */
	env?: Record<string, string>;
}

/**
 * Runs a command to its end and resolves to what it printed; fails with the end of its output on any other code than 0.
 * It ends with this process: what went on behind Ctrl-C would be in the way of the next start.
 */
export async function run(command: string, args: string[], options: CommandOptions = {}) {
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: { ...process.env, ...options.env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let stdout = '';
	let all = '';
	child.stdout.on('data', (chunk) => {
		stdout += chunk;
		all += chunk;
	});
	child.stderr.on('data', (chunk) => (all += chunk));
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	const [code] = await once(child, 'close').finally(() => process.off('exit', kill));
	if (code === 0) return stdout;
	const end = all.trim().split('\n').slice(-30).join('\n');
	throw new Error(`\`${command} ${args.join(' ')}\` ended with code ${code}:\n${end}`);
}
