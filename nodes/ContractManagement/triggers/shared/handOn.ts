import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NO_TAGS } from '../../operations/shared/known';
import { hint } from '../../transport/hint';

/** What a trigger does in the execution that it has started: hands on its items. Hints have no place before. */
export function handOn(context: IExecuteFunctions, items: INodeExecutionData[]) {
	if (context.getNodeParameter('options.tagExecutions', 0, false) === true) hint(context, NO_TAGS);
	return [items];
}
