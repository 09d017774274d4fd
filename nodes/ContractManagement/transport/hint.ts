import type { RequestContext } from './connection';

/** Shows a sentence beside the node's output, where n8n has a place for it: the editor's own requests have none. */
export function hint(context: RequestContext, message: string): void {
	if (!('addExecutionHints' in context)) return;
	context.addExecutionHints({ message, location: 'outputPane' });
}
