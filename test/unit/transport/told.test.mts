import type { RequestContext } from '../../../nodes/ContractManagement/transport/connection';
import { hint } from '../../../nodes/ContractManagement/transport/hint';

/** A run of a node, with the sentences that n8n shows beside its output. */
function run() {
	const shown: string[] = [];
	const context = {
		addExecutionHints: ({ message }: { message: string }) => void shown.push(message),
	} as unknown as RequestContext;
	return { context, shown };
}

test('a sentence is shown once in a run, and nowhere where n8n has no place for it', () => {
	const { context, shown } = run();
	hint(context, 'one');
	hint(context, 'two');
	hint(context, 'one');
	hint({} as RequestContext, 'three');
	expect(shown).toEqual(['one', 'two']);
});
