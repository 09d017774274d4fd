import type { RequestContext } from './connection';
import { keptIn } from './memory';

/** What was said so far: many items of a run come to the same. */
export const saidIn = keptIn(new WeakMap<RequestContext, Set<string>>(), () => new Set());

/** Shows a sentence beside the node's output, once; in a tool it is a part of the answer. @returns whether n8n has a place for it: triggers and the editor's own requests have none */
export function hint(context: RequestContext, message: string): boolean {
	const said = saidIn(context);
	const isNew = said.size < said.add(message).size;
	if (!('addExecutionHints' in context)) return false;
	if (isNew) context.addExecutionHints({ message, location: 'outputPane' });
	return true;
}
