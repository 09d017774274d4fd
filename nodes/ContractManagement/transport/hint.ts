import type { RequestContext } from './connection';
import type { Gate } from './limit/gate';
import { keptIn } from './memory';

/** What was said so far: many items of a run come to the same. */
const saidIn = keptIn(new WeakMap<RequestContext, Set<string>>(), () => new Set());

/** Shows a sentence beside the node's output, once. @returns whether n8n has a place for it: triggers and the editor's own requests have none */
export function hint(context: RequestContext, message: string): boolean {
	const said = saidIn(context);
	if (!('addExecutionHints' in context)) return false;
	if (!said.has(message)) context.addExecutionHints({ message, location: 'outputPane' });
	said.add(message);
	return true;
}

/** How long requests of a run were held back by a rate limit; those that wait at the same time count once. */
const heldIn = keptIn(
	new WeakMap<RequestContext, Record<'ms' | 'since' | 'waiting', number>>(),
	() => ({ waiting: 0, since: 0, ms: 0 }),
);

/** Less is nothing that anybody noticed. */
const LEAST_MS = 1_500;

/** Waits for what `enter` answers, and counts the time in which the gate holds back requests. */
export async function counted<T>(
	context: RequestContext,
	gate: Pick<Gate, 'heldMs'>,
	enter: () => Promise<T>,
): Promise<T> {
	const held = heldIn(context);
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
	const { ms } = heldIn(context);
	if (ms < LEAST_MS) return;
	hint(context, `Waited ${Math.round(ms / 1000)} seconds for the rate limit`);
}
