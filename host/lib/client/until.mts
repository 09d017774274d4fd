import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

/** Waiting costs nothing where all is well, and a busy machine takes ten times as long as an idle one. */
const PATIENCE_MS = 240_000;

/** Asks until the answer is right; fails after `timeout` milliseconds (default: four minutes) with the last answer. */
export async function until<T>(
	ask: () => Promise<T>,
	isRight: (answer: T) => boolean,
	what: string,
	timeout = PATIENCE_MS,
): Promise<T> {
	const deadline = Date.now() + timeout;
	for (;;) {
		const answer = await ask();
		if (isRight(answer)) return answer;
		if (Date.now() > deadline) {
			const shown = JSON.stringify(answer)?.slice(0, 800);
			throw new Error(`No ${what} within ${timeout / 1000} seconds, only ${shown}`);
		}
		await sleep(PAUSE_MS);
	}
}
