import type { RequestContext } from './connection';
import { hint } from './hint';
import type { Gate } from './limit/gate';

/** How long requests of a run were held back by a rate limit; those that wait at the same time count once. */
interface Held {
	waiting: number;
	since: number;
	ms: number;
}

const runs = new WeakMap<RequestContext, Held>();

/** Less is nothing that anybody noticed. */
const LEAST_MS = 1_500;

/** Waits for what `enter` answers, and counts the time in which the gate holds back requests. */
export async function counted<T>(
	context: RequestContext,
	gate: Pick<Gate, 'heldMs'>,
	enter: () => Promise<T>,
): Promise<T> {
	const held = runs.get(context) ?? { waiting: 0, since: 0, ms: 0 };
	runs.set(context, held);
	if (held.waiting === 0) held.since = gate.heldMs;
	held.waiting += 1;
	try {
		return await enter();
	} finally {
		held.waiting -= 1;
		if (held.waiting === 0) held.ms += gate.heldMs - held.since;
	}
}

/** Says how long a run was held back. */
export function tellHeld(context: RequestContext): void {
	const { ms = 0 } = runs.get(context) ?? {};
	if (ms < LEAST_MS) return;
	hint(context, `Waited ${Math.round(ms / 1000)} seconds for the rate limit`);
}
