import { ApiError } from '../../http/apiError.mts';
import { operation } from '../../http/operation.mts';
import { SendAnswer, SendForSignature } from '../../schemas/contract.mts';
import { Nullable } from '../../schemas/values.mts';
import { changeContract } from '../../store/contracts/change.mts';
import { contractOf } from './find.mts';

export const sendForSignature = operation({
	method: 'POST',
	path: '/contracts/:id/signatures/send',
	tag: 'Contracts',
	summary: 'Sends a contract for signature',
	description: 'From draft or negotiating to signing, with the service’s own signature process.',
	body: Nullable(SendForSignature),
	shape: 'sent',
	success: { status: 202, schema: SendAnswer, description: 'The contract is in signing' },
	errors: [400, 404, 409],
	find: contractOf,
	handle(call, contract) {
		if (contract.status !== 'draft' && contract.status !== 'negotiating') {
			throw new ApiError(
				'INVALID_STATUS_TRANSITION',
				`A contract that is ${contract.status} cannot be sent for signature`,
				{
					field: 'status',
					value: contract.status,
					requested: 'signing',
					availableOptions: ['draft', 'negotiating'],
				},
			);
		}
		changeContract(call.state, contract, { status: 'signing', signature_process: 'native' });
		return { status: 202, body: { status: 'signing' } };
	},
});
