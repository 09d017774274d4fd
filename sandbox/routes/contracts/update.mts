import { ok, operation } from '../../http/operation.mts';
import { Contract, ContractPatch } from '../../schemas/contract.mts';
import { changeContract } from '../../store/contracts/change.mts';
import { contractView } from '../../store/contracts/view.mts';
import { contractOf } from './find.mts';

export const updateContract = operation({
	method: 'PATCH',
	path: '/contracts/:id',
	tag: 'Contracts',
	summary: 'Files a contract in a folder, renames it',
	body: ContractPatch,
	shape: 'contractPatched',
	success: { status: 200, schema: Contract, description: 'The contract' },
	errors: [400, 404],
	find: contractOf,
	handle(call, contract) {
		const { name = contract.name, folderId = contract.folder_id } = call.body;
		const folder = folderId === null ? null : folderId.toLowerCase();
		if (name !== contract.name || folder !== contract.folder_id) {
			changeContract(call.state, contract, { name, folder_id: folder });
		}
		return ok(contractView(call, contractOf(call)));
	},
});
