import type { Locator } from 'playwright-core';
import { until } from '../../host/lib/client/until.mts';

/** The limit of one step of an attempt, for calls of Playwright. */
export const ATTEMPT = { timeout: 15_000 };

/**
 * Repeats the steps until none of them fails, and resolves to what they give; `what` is for the message of a failure. n8n's
 * editor redraws itself while it takes in what was chosen before: a list closes or is emptied, a click meets nobody. A
 * person does it again then.
 */
export async function attempted<T>(what: string, steps: () => Promise<T>): Promise<T> {
	const attempt = async () =>
		await steps().then(
			(result) => ({ isDone: true as const, result }),
			(error: unknown) => ({ isDone: false as const, problem: String(error) }),
		);
	const last = await until(attempt, ({ isDone }) => isDone, what);
	return (last as { result: T }).result;
}

/** Does `act` until its effect is in view; not again while it is, so that a second click switches nothing off. */
export async function untilShown(act: () => Promise<unknown>, effect: Locator): Promise<void> {
	await attempted(`effect ${effect}`, async () => {
		if (!(await effect.isVisible())) await act();
		await effect.waitFor(ATTEMPT);
	});
}
