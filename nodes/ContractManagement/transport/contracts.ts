import { NodeApiError } from 'n8n-workflow';
import { cameAs } from '../api/flaws';
import { listed } from '../api/names';
import type { Contract } from '../api/types';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { misfit } from './errors/misfit';
import { unlessRefused } from './errors/requestError';
import { hint } from './hint';
import { requestRecord } from './records';

/** Requests that wait in the gate at the same time; it lets through fewer. */
const CONCURRENT_READS = 20;

/**
 * Where the profile says that lists show a part of each contract, they are read one by one for properties that none of the
 * list has. What is not there any more is left out.
 * @param keepsPart whether of a contract that cannot be read (403, 404) the part in the list is kept
 * @throws NodeApiError when the service refuses, or the profile says that they are whole
 */
export async function completeContracts(
	connection: Connection,
	contracts: Array<Partial<Contract> & { id: string }>,
	properties: Array<keyof Contract>,
	keepsPart = false,
): Promise<Contract[]> {
	const isListed = (property: string) => contracts.some((contract) => property in contract);
	const unlisted = properties.filter((property) => !isListed(property));
	if (contracts.length === 0 || unlisted.length === 0) return contracts as Contract[];
	if (connection.profile['contract-list-items'] === 'full') {
		const came = { entry: 'contract-list-items', came: cameAs(contracts) } as const;
		throw misfit(connection, came, `The list of contracts does not show ${listed(unlisted)}`);
	}
	const complete = await mapConcurrently(contracts, CONCURRENT_READS, async (contract) => {
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
	'Some contracts could not be read one by one, perhaps as the API key may not: they are shown as listed.';
const GONE = 'Some contracts were gone when they were read, and are left out.';

/** The contract as it is now. */
export async function readContract(connection: Connection, id: string): Promise<Contract> {
	const path = `/contracts/${encodeURIComponent(id)}`;
	return await requestRecord<Contract>(connection, { method: 'GET', path });
}

/** The same; undefined where it cannot be read, or another one comes. */
export async function contractIfReadable(connection: Connection, id: string) {
	return await readContract(connection, id).catch((error: unknown) => {
		connection.signal?.throwIfAborted();
		if (error instanceof NodeApiError) return undefined;
		throw error;
	});
}

/** The contract of a list as it is when it is read, where the list leaves out its fields and it can be read. */
export async function withFields(connection: Connection, one: Contract): Promise<Contract> {
	return (!Object.hasOwn(one, 'fields') && (await contractIfReadable(connection, one.id))) || one;
}
