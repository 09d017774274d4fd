import type { Sandbox } from './sandbox.mts';
import { memberPatch, WRITES, type Acknowledged, type Write } from './writes.mts';

export interface Writers {
	/** Resolves when so many writes are acknowledged. */
	acknowledged(count: number): Promise<void>;
	/** Resolves when the sandbox is gone and every writer has noticed. */
	ended(): Promise<Acknowledged[]>;
}

const WRITERS_PER_KIND = 2;

let lastNumber = 0;

/** Writes of every kind, one after the other per writer, until the sandbox does not answer any more. */
export async function startWriters(sandbox: Sandbox): Promise<Writers> {
	const writes: Acknowledged[] = [];
	const waiting: Array<{ count: number; resolve: () => void }> = [];
	const acknowledge = (write: Acknowledged) => {
		writes.push(write);
		for (const { count, resolve } of waiting) if (writes.length >= count) resolve();
	};
	const { members } = await sandbox.control.fixtures();
	const running = [
		...WRITES.flatMap((write) => Array.from({ length: WRITERS_PER_KIND }, () => write)),
		...members.slice(0, 2).map((member: { id: string }) => memberPatch(member.id)),
	].map((write: Write) => writeUntilGone(sandbox, write, acknowledge));
	const ended = Promise.all(running);
	return {
		async acknowledged(count) {
			const { promise, resolve } = Promise.withResolvers<void>();
			waiting.push({ count, resolve });
			// A writer that meets anything but a lost connection ends the wait with its error.
			await Promise.race([promise, ended]);
		},
		async ended() {
			await ended;
			return writes;
		},
	};
}

async function writeUntilGone(
	sandbox: Sandbox,
	write: Write,
	acknowledge: (write: Acknowledged) => void,
): Promise<void> {
	for (;;) {
		try {
			acknowledge(await write(sandbox, `Write ${String(++lastNumber).padStart(7, '0')}`));
		} catch (error) {
			if (isConnectionLost(error)) return;
			throw error;
		}
	}
}

/** `fetch` rejects with a TypeError when the connection is lost or refused; it is not that of jest's realm. */
function isConnectionLost(error: unknown): boolean {
	const { name, cause } = error as Error;
	return name === 'TypeError' && cause !== undefined;
}
