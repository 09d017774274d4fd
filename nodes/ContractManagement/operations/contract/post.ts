import { flawOf } from '../../api/flaws';
import { isIdentifier } from '../../api/identifiers';
import { isObject, unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { nodeApiError } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { request } from '../../transport/request';
import { contractIfReadable, isContract } from '../../transport/contracts';
import { readShown } from '../../transport/readAfterWrite';
import { wholeRecord } from '../../transport/readers';

/**
 * Sends `POST /contracts`, once: it is not repeatable. The answer may be the contract, or a part of it such as its id,
 * and then the contract is read.
 *
 * @throws NodeApiError when the service refuses, or does not say what it created
 */
export async function postContract(
	connection: Connection,
	asked: ApiRequest,
): Promise<Partial<Contract>> {
	const answer = unwrap(await request<unknown>(connection, asked));
	const whole = wholeRecord<Contract>(answer, asked);
	if (whole) return whole;
	const id = isObject(answer) ? answer.id : answer;
	const part = flawOf(answer) === undefined ? (answer as Partial<Contract>) : {};
	if (isIdentifier(id)) return await readCreated(connection, { ...part, id });
	if (isContract(answer)) return answer;
	throw nodeApiError(connection.context.getNode(), {
		message: 'The contract was created, but the service did not say its ID',
		description:
			'Do not run this again: look for the contract in the service, or with Get Many sorted by Created At.',
	});
}

// The id must not get lost when the contract cannot be read: running again would create a second one.
async function readCreated(
	connection: Connection,
	known: Partial<Contract> & { id: string },
): Promise<Partial<Contract>> {
	const read = async () => await contractIfReadable(connection, known.id);
	return (await readShown(connection, read, Boolean)) ?? known;
}
