import { stderr } from 'node:process';

const TERMINAL_MS = 1000;
const LOG_MS = 20_000;
/** What takes longer has a line of its own. */
const LONG_MS = 10_000;

const underWay = new Set<string>();

/** Says that something long is going on, and for how long, until the promise settles; resolves to its value. */
export async function withProgress<T>(what: string, work: Promise<T>): Promise<T> {
	const started = Date.now();
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
	const say = () => {
		const parts = underWay.size > 0 ? `: ${[...underWay].join(', ')}` : '';
		const line = `${what} … ${seconds()}${parts}`;
		stderr.write(stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
	};
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

/** A part of what `withProgress` tells of: it is named there, and has a line where it takes longer than ten seconds. */
export async function part<T>(what: string, work: Promise<T>): Promise<T> {
	const started = Date.now();
	underWay.add(what);
	try {
		return await work;
	} finally {
		underWay.delete(what);
		const taken = Date.now() - started;
		if (taken > LONG_MS) {
			stderr.write(`${stderr.isTTY ? '\r\x1b[K' : ''}  ${what}: ${Math.round(taken / 1000)} s\n`);
		}
	}
}
