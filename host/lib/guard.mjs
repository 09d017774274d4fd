/**
 * Runs a command for as long as standard input is open: node guard.mjs COMMAND [ARGUMENTS]
 * Whoever starts it holds the other end, so the command ends with its starter, however that ends (also by kill -9).
 */
import { spawn } from 'node:child_process';

const GRACE_MS = 20_000;
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

function end() {
	child.kill('SIGTERM');
	setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
}

process.stdin.on('end', end).on('error', end).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
child.on('error', (error) => {
	console.error(`${command} could not be started: ${error.message}`);
	process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
