import type { RequestContext } from '../../../nodes/ContractManagement/transport/connection';
import { hint } from '../../../nodes/ContractManagement/transport/hint';
import type { ItemScope } from '../../../nodes/ContractManagement/transport/scope';
import { tag, tagger, type Tags } from '../../../nodes/ContractManagement/transport/tags';

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

describe('the custom data of an execution', () => {
	/** What n8n offers to nodes, over a map. */
	function execution(hasData = true) {
		const kept = new Map<string, string>();
		const customData = {
			get: (key: string) => kept.get(key),
			set: (key: string, value: string) => void kept.set(key, value),
		};
		const $execution = hasData ? { customData } : {};
		return { kept, context: { getWorkflowDataProxy: () => ({ $execution }) } as never };
	}

	test('has each value of a key once, as far as they fit in', () => {
		const { kept, context } = execution();
		const tags: Tags[] = [
			{ contractId: 'c1', event: 'signed', externalId: undefined, eventKey: '' },
			{ contractId: 'c1' },
			{ contractId: 'c2', externalId: 7 },
			{ contractId: 'x'.repeat(250) },
		];
		for (const each of tags) tag(context, each);
		expect(Object.fromEntries(kept)).toEqual({ contractId: 'c1 c2', event: 'signed' });
	});

	test('is left alone where there is no execution, and where the option is off', () => {
		expect(() => tag(execution(false).context, { contractId: 'c1' })).not.toThrow();
		const { kept, context } = execution();
		const scope = (isOn?: boolean) =>
			({ context, parameter: (_name: string, or: unknown) => isOn ?? or }) as unknown as ItemScope;
		tagger(scope())({ contractId: 'c1' });
		expect(kept.size).toBe(0);
		tagger(scope(true))({ contractId: 'c1' });
		expect(kept.get('contractId')).toBe('c1');
	});
});
