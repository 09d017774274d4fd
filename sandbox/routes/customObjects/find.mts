import { notFound } from '../../http/apiError.mts';
import type { Call } from '../../http/operation.mts';
import type { CustomObjectDefinition } from '../../store/catalog.mts';
import type { ContractListRow } from '../../store/contracts/row.mts';
import { contractWithId, pathUuid } from '../contracts/find.mts';

/** The custom object that the path names. */
export function customObjectOf(call: Call): CustomObjectDefinition {
	return customObjectWithId(call, 'id');
}

/** The custom object and the contract that the path names. */
export function recordsPathOf(call: Call): {
	customObject: CustomObjectDefinition;
	contract: ContractListRow;
} {
	return {
		customObject: customObjectWithId(call, 'customObjectId'),
		contract: contractWithId(call, 'contractId'),
	};
}

function customObjectWithId(call: Call, parameter: string): CustomObjectDefinition {
	const customObject = call.catalog.customObjects.get(pathUuid(call, parameter));
	if (!customObject) throw notFound('CUSTOM_OBJECT_NOT_FOUND', call.params[parameter]!);
	return customObject;
}
