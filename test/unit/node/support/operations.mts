import type { OperationBody } from '../../../../nodes/ContractManagement/node/routing';
import type { Prepare, Runnable } from '../../../../nodes/ContractManagement/node/runnable';
import type { ApiRequest } from '../../../../nodes/ContractManagement/transport/exchange';

/** An operation that changes nothing, and does this for each item. */
export function reading(run: OperationBody, declared: ApiRequest): Runnable {
	return {
		declared,
		prepare: (...item) => ({ send: async () => await run(...item) }),
		writes: false,
	};
}

/** An operation that changes something. */
export function writing(prepare: Prepare, declared: ApiRequest): Runnable {
	return { declared, prepare, writes: true };
}
