import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../api/shapes';
import { parameterOf } from '../../transport/parameters';
import { tagger } from '../../transport/tags';

/**
 * What a trigger does in the execution that it has started: hands on its items, and tags the execution with them where
 * the person wants that. Before, there is no execution that could be tagged.
 */
export function handOn(context: IExecuteFunctions, items: INodeExecutionData[]) {
	const tag = tagger({ context, parameter: parameterOf(context, 0) });
	for (const { json } of items) {
		const { contractId, event, eventKey, contract } = json;
		tag({ contractId, event, eventKey, externalId: externalIdOf(contract) });
	}
	return [items];
}

function externalIdOf(contract: unknown): unknown {
	if (!isObject(contract)) return undefined;
	const { externalId, integration } = contract;
	return externalId ?? (isObject(integration) ? integration.externalId : undefined);
}
