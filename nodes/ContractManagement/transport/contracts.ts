import { flawOf } from '../api/flaws';
import { sameId } from '../api/identifiers';
import { isObject, unwrap } from '../api/shapes';
import type { Contract } from '../api/types';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { unlessRefused } from './errors/requestError';
import { isSuccess, type ApiRequest } from './exchange';
import { hint } from './hint';
import { requestRecord } from './records';
import { attempt } from './request';

/** Requests that wait in the gate at the same time; it lets through fewer. */
const CONCURRENT_READS = 20;

/**
 * Lists may show a part of each contract only: those without one of the properties are read one by one. What is not
 * there any more is left out.
 *
 * @param keepsPart whether of a contract that cannot be read (403, 404) the part in the list is kept
 * @throws NodeApiError when the service refuses
 */
export async function completeContracts(
	connection: Connection,
	contracts: Array<Partial<Contract> & { id: string }>,
	properties: Array<keyof Contract>,
	keepsPart = false,
): Promise<Contract[]> {
	const isComplete = (contract: object) => properties.every((property) => property in contract);
	const complete = await mapConcurrently(contracts, CONCURRENT_READS, async (contract) => {
		if (isComplete(contract)) return [contract as Contract];
		const reading = readContract(connection, contract.id);
		const { value, refusal } = await unlessRefused(reading, [403, 404]);
		if (!refusal) return [value];
		const isGone = refusal.context.errorId === 'CONTRACT_NOT_FOUND';
		if (!isGone && !keepsPart) throw refusal;
		hint(connection.context, isGone ? GONE : UNREADABLE);
		return isGone ? [] : [contract as Contract];
	});
	return complete.flat();
}

const UNREADABLE =
	'Some of these contracts could not be read one by one, so they are shown as far as the list shows them. The API key may not be allowed to read them.';
const GONE =
	'Some contracts of the list were not there any more when they were read, so they were left out.';

/** The contract as it is now. */
export async function readContract(connection: Connection, id: string): Promise<Contract> {
	return await requestRecord<Contract>(connection, contractRequest(id));
}

/** The same; undefined where it cannot be read, or another one comes. Never throws on a status. */
export async function contractIfReadable(connection: Connection, id: string) {
	const asked = contractRequest(id);
	const { answer } = await attempt(connection, asked);
	const contract = isSuccess(asked, answer) ? unwrap(answer.body) : undefined;
	return isContract(contract) && sameId(contract.id, id) ? contract : undefined;
}

function contractRequest(id: string): ApiRequest {
	return { method: 'GET', path: `/contracts/${encodeURIComponent(id)}` };
}

/** Whether the answer is a contract, and not just its id. */
export function isContract(value: unknown): value is Contract {
	if (!isObject(value) || flawOf(value) !== undefined) return false;
	return typeof value.id === 'string' && typeof value.status === 'string';
}
