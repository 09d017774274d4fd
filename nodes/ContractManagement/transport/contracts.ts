import { flawOf } from '../api/flaws';
import { sameId } from '../api/identifiers';
import { isObject, unwrap } from '../api/shapes';
import type { Contract } from '../api/types';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { isSuccess, type ApiRequest } from './exchange';
import { requestRecord } from './records';
import { attempt } from './request';

/** Requests that wait in the gate at the same time; it lets through fewer. */
const CONCURRENT_READS = 20;

/** Lists may show a part of each contract only: those without one of the properties are read one by one. */
export async function completeContracts(
	connection: Connection,
	contracts: Array<Partial<Contract> & { id: string }>,
	properties: Array<keyof Contract>,
): Promise<Contract[]> {
	const isComplete = (contract: object) => properties.every((property) => property in contract);
	return await mapConcurrently(contracts, CONCURRENT_READS, async (contract) =>
		isComplete(contract) ? (contract as Contract) : await readContract(connection, contract.id),
	);
}

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
