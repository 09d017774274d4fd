import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractIfReadable, readContract } from '../../transport/contracts';
import { complaintOf, inItsWords, type Problem } from '../../transport/errors/problems';
import { apiError, nodeApiError, withNote } from '../../transport/errors/requestError';
import { isSuccess, type ApiRequest } from '../../transport/exchange';
import { attempt } from '../../transport/request';

/** By status, why a contract refuses a request (409). */
export type Conflicts = Partial<Record<string, Words>>;
type Words = Pick<Problem, 'description' | 'message'>;

/** A request that moves a contract to another status and must not be executed twice. */
export interface StatusChange {
	id: string;
	asked: ApiRequest;
	/** The statuses that it leads to. */
	reached: string[];
	/** In which status the run saw it before. */
	before?: unknown;
	/** Whether a contract in such a status was brought there by this request. */
	isOurs: (connection: Connection, contract: Contract) => Promise<boolean>;
	conflicts: Conflicts;
	/** Why it refuses in any other status. */
	otherwise?: Words;
}

/**
 * Sends the request once. When no readable answer says what became of it, the contract is read (`reachedBy`).
 * @returns the answer's body, or the contract that was read to make sure
 * @throws NodeApiError that names the cause of a conflict; or that says that it may have happened, and how to check
 */
export async function changeStatus(connection: Connection, change: StatusChange): Promise<unknown> {
	const { id, asked, conflicts, otherwise } = change;
	let contract: Contract | undefined;
	const look = async (through: Connection) => {
		contract = await contractIfReadable(through, id);
		return await reachedBy(through, change, contract);
	};
	const outcome = await attempt(connection, { ...asked, look });
	if (isSuccess(asked, outcome.answer)) return outcome.answer.body;

	const error = apiError(connection.context.getNode(), asked, outcome);
	Object.assign(error.context, { statusBefore: change.before });
	const isConflict = outcome.answer.status === 409;
	if (isConflict) contract = await contractIfReadable(connection, id);
	if (!contract) throw error;
	if (isConflict) {
		const told = inItsWords(complaintOf(outcome.answer.body));
		const other = otherwise && { ...otherwise, description: otherwise.description + told };
		throw Object.assign(error, wordsFor(contract, conflicts) ?? other);
	}
	const whose = change.reached.includes(contract.status) ? OTHERS : '.';
	const now = `The contract was read afterwards: its status is '${contract.status}'${whose}`;
	throw withNote(error, now);
}

const OTHERS = ', but nothing shows that this request did it: somebody else may have.';

/** The contract, where it has reached the status by the doing of this request: a status alone proves nothing. */
export async function reachedBy(
	connection: Connection,
	{ reached, isOurs }: StatusChange,
	contract: Contract | undefined,
): Promise<Contract | undefined> {
	if (!contract || !reached.includes(contract.status)) return undefined;
	return (await isOurs(connection, contract)) ? contract : undefined;
}

/**
 * Reads the contract and refuses (409) what its status excludes, unless `isDone` finds that nothing is left to be done.
 * @throws NodeApiError also when it cannot be read
 */
export async function assertStatus(
	connection: Connection,
	{ id, conflicts }: StatusChange,
	isDone: (contract: Contract) => Promise<boolean>,
): Promise<Contract> {
	const contract = await readContract(connection, id);
	const words = wordsFor(contract, conflicts);
	if (!words || (await isDone(contract))) return contract;
	const details = { field: 'status', value: contract.status };
	const problem = { ...words, errorId: 'INVALID_STATUS_TRANSITION', details };
	const ended = { statusCode: 409, attempts: 0, outcome: 'notExecuted' } as const;
	throw nodeApiError(connection.context.getNode(), problem, ended);
}

// A status that nobody knows may be called as what every object has.
function wordsFor({ status }: Contract, conflicts: Conflicts): Words | undefined {
	return Object.hasOwn(conflicts, status) ? conflicts[status] : undefined;
}
