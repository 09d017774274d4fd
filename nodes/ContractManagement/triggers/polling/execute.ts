import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { handOn } from '../shared/handOn';
import { pollChanges } from './trigger';

/**
 * The polling trigger in an execution: hands on what a poll has found. When a person tries it in the editor nothing was
 * polled, and n8n leaves that to the node as well.
 */
export async function pollOrHandOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (context.getMode() !== 'manual') return handOn(context, context.getInputData());
	const [items] = (await pollChanges(asPoll(context))) ?? [[]];
	return handOn(context, items);
}

function asPoll(context: IExecuteFunctions): IPollFunctions {
	const getNodeParameter: IPollFunctions['getNodeParameter'] = (name: string, fallback?: unknown) =>
		context.getNodeParameter(name, 0, fallback) as never;
	return Object.create(context, {
		getNodeParameter: { value: getNodeParameter },
	}) as IPollFunctions;
}
