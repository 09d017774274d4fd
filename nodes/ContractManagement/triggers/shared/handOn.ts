import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Contract } from '../../api/types';
import { parameterOf } from '../../transport/parameters';
import { tagger } from '../../transport/tags';

/**
 * What a trigger does in the execution that it has started: hands on its items, and tags the execution with them where
 * the person wants that. Before, there is no execution that could be tagged.
 */
export function handOn(context: IExecuteFunctions, items: INodeExecutionData[]) {
	const tag = tagger({ context, parameter: parameterOf(context, 0) });
	for (const { json } of items) {
		const { contractId, event, eventKey } = json;
		const contract = (json.contract ?? {}) as Partial<Contract> & Pick<IDataObject, 'externalId'>;
		const externalId = contract.externalId ?? contract.integration?.externalId;
		tag({ contractId, event, eventKey, externalId });
	}
	return [items];
}
