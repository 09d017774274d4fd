import { invalidParameter, notFound } from '../../http/apiError.mts';
import type { Call } from '../../http/operation.mts';
import { findContract, type ContractListRow } from '../../store/contracts/row.mts';
import { uuidOf } from '../../store/ids.mts';

/** The contract that the path names, with or without the prefix of its id. */
export function contractOf(call: Call): ContractListRow {
	return contractWithId(call, 'id');
}

export function contractWithId(call: Call, parameter: 'id' | 'contractId'): ContractListRow {
	const id = pathUuid(call, parameter, 'contract');
	const row = findContract(call.database, call.organizationId, id);
	if (!row) throw notFound('CONTRACT_NOT_FOUND', call.params[parameter]!);
	return row;
}

/** A path parameter that has to be a UUID; only that of a contract may carry a prefix. */
export function pathUuid(call: Call, parameter: string, kind?: 'contract'): string {
	const text = call.params[parameter]!;
	const uuid = uuidOf(text);
	const isPlain = text.length === uuid?.length;
	const isTaken = isPlain || (kind === 'contract' && !call.state.variants.has('uuidPaths'));
	if (uuid === undefined || !isTaken) throw invalidParameter(parameter, text, 'must be a UUID');
	return uuid;
}
