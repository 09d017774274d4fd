import type { RequestContext } from './connection';

/** What was said so far: many items of a run come to the same. */
const said = new WeakMap<RequestContext, Set<string>>();

/** Shows a sentence beside the node's output, once, where n8n has a place for it: the editor's own requests have none. */
export function hint(context: RequestContext, message: string): void {
	if (!('addExecutionHints' in context)) return;
	const known = said.get(context) ?? new Set<string>();
	said.set(context, known);
	if (known.has(message)) return;
	known.add(message);
	context.addExecutionHints({ message, location: 'outputPane' });
}
