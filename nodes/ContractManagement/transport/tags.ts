import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';
import type { ItemScope } from './scope';

/** What an execution is about. n8n keeps ten keys of an execution; these are four. */
export type Tags = Partial<Record<'contractId' | 'event' | 'eventKey' | 'externalId', unknown>>;

/** What n8n keeps of a value. */
const MOST_LETTERS = 255;

/**
 * Puts it into the custom data of the execution, by which n8n's list of executions is searched. Several values of a key
 * are one text, with blanks between; what does not fit in is left out.
 */
export function tag(context: IExecuteFunctions | IExecuteSingleFunctions, tags: Tags): void {
	// Where n8n runs a node without an execution there is none.
	const { customData } = (context as IExecuteFunctions).getWorkflowDataProxy(0).$execution;
	for (const [key, value] of Object.entries(tags)) {
		const known = customData?.get(key)?.split(' ') ?? [];
		if (typeof value !== 'string' || value === '' || known.includes(value)) continue;
		const text = [...known, value].join(' ');
		if (text.length <= MOST_LETTERS) customData?.set(key, text);
	}
}

/** The same where the item's option Tag Executions is on. */
export function tagger(scope: Pick<ItemScope, 'context' | 'parameter'>): (tags: Tags) => void {
	const isOn = scope.parameter<unknown>('options.tagExecutions', false) === true;
	return (tags) => {
		if (isOn) tag(scope.context, tags);
	};
}
