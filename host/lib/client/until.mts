import { setTimeout as sleep } from 'node:timers/promises';

/** What is asked takes n8n's time from what is waited for: the longer it takes, the more rarely it is asked. */
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 200;
const PART_OF_THE_WAIT = 0.1;

/** Waiting costs nothing where all is well, and a busy machine takes ten times as long as an idle one. */
const PATIENCE_MS = 240_000;

/** Asks until the answer is right; fails after `timeout` milliseconds (default: four minutes) with the last answer. */
export async function until<T>(
	ask: () => Promise<T>,
	isRight: (answer: T) => boolean,
	what: string,
	timeout = PATIENCE_MS,
): Promise<T> {
	const began = Date.now();
	for (;;) {
		const answer = await ask();
		if (isRight(answer)) return answer;
		const waited = Date.now() - began;
		if (waited > timeout) {
			const shown = JSON.stringify(answer)?.slice(0, 800);
			throw new Error(`No ${what} within ${timeout / 1000} seconds, only ${shown}`);
		}
		await sleep(Math.min(PAUSE_MS + waited * PART_OF_THE_WAIT, LONGEST_PAUSE_MS));
	}
}
