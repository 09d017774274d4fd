import { ok, operation, type Call } from '../../http/operation.mts';
import { ContractRecords } from '../../schemas/customObject.mts';
import type { CustomObjectDefinition } from '../../store/catalog.mts';
import { recordsOfContract } from '../../store/records/row.mts';
import { recordViews } from '../../store/records/view.mts';
import { recordsPathOf } from './find.mts';

export const getContractRecords = operation({
	method: 'GET',
	path: '/custom-objects/:customObjectId/contract/:contractId/records',
	tag: 'Custom objects',
	summary: 'The records of a custom object that are attached to a contract',
	shape: 'records',
	success: { status: 200, schema: ContractRecords, description: 'The records' },
	errors: [400, 404],
	find: recordsPathOf,
	handle: (call, { customObject, contract }) =>
		ok(contractRecords(call, customObject, contract.id)),
});

export function contractRecords(
	{ database, catalog }: Call,
	customObject: CustomObjectDefinition,
	contractId: string,
): ContractRecords {
	const rows = recordsOfContract(database, customObject.id, contractId);
	return {
		customObjectId: customObject.id,
		contractId,
		records: recordViews(database, catalog, customObject, rows),
	};
}
