import { stderr } from 'node:process';

const TERMINAL_MS = 1000;
const LOG_MS = 20_000;

/** Says that something long is going on, and for how long, until the promise settles; resolves to its value. */
export async function withProgress<T>(what: string, work: Promise<T>): Promise<T> {
	const started = Date.now();
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
	const say = () =>
		stderr.write(stderr.isTTY ? `\r\x1b[K${what} … ${seconds()}` : `${what} … ${seconds()}\n`);
	say();
	const timer = setInterval(say, stderr.isTTY ? TERMINAL_MS : LOG_MS);
	try {
		const value = await work;
		stderr.write(`${stderr.isTTY ? '\r\x1b[K' : ''}${what}: done in ${seconds()}\n`);
		return value;
	} finally {
		clearInterval(timer);
	}
}
