import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../api/shapes';
import { tag } from '../../transport/tags';

/**
 * What a trigger does in the execution that it has started: hands on its items, and tags the execution with them where
 * the person wants that. Before, there is no execution that could be tagged.
 */
export function handOn(context: IExecuteFunctions, items: INodeExecutionData[]) {
	const { tagExecutions } = context.getNodeParameter('options', 0, {}) as {
		tagExecutions?: boolean;
	};
	if (tagExecutions !== true) return [items];
	for (const { json } of items) {
		const { contractId, event, eventKey, contract } = json;
		tag(context, { contractId, event, eventKey, externalId: externalIdOf(contract) });
	}
	return [items];
}

function externalIdOf(contract: unknown): unknown {
	if (!isObject(contract)) return undefined;
	const { externalId, integration } = contract;
	return externalId ?? (isObject(integration) ? integration.externalId : undefined);
}
