import type { NodeApiError } from 'n8n-workflow';
import { isObject, unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { apiError } from '../../transport/errors';
import { isSuccess, type ApiRequest } from '../../transport/exchange';
import { pathOf } from '../../transport/path';
import type { Problem } from '../../transport/problems';
import { attempt, request } from '../../transport/request';
import type { ItemScope } from '../../transport/scope';

/** A request that moves a contract to another status and must not be executed twice. */
export interface StatusChange {
	asked: ApiRequest;
	/** The statuses that prove that the request was executed. */
	reached: string[];
	/** Says why the contract, as it is, refuses the request (409). */
	conflict: (contract: Contract) => Pick<Problem, 'description' | 'message'> | undefined;
}

/**
 * Sends the request once. When no readable answer says what became of it, the contract is read: in the reached status
 * it succeeded (D5).
 *
 * @returns the answer's body, or the contract that was read to make sure
 * @throws NodeApiError that names the cause of a conflict; or that says that it may have happened, and how to check
 */
export async function changeStatus(scope: ItemScope, change: StatusChange): Promise<unknown> {
	const { asked, reached, conflict } = change;
	let contract: Contract | undefined;
	const look = async (connection: Connection) => {
		contract = await readQuietly({ ...scope, connection });
		return contract && reached.includes(contract.status) ? contract : undefined;
	};
	const outcome = await attempt(scope.connection, { ...asked, look });
	if (isSuccess(asked, outcome.answer)) return outcome.answer.body;

	const error = apiError(scope.node, asked, outcome);
	const isConflict = outcome.answer.status === 409;
	if (isConflict) contract = await readQuietly(scope);
	if (!contract) throw error;
	if (isConflict) throw reworded(error, conflict(contract));
	throw reworded(error, {
		message: error.message,
		description: `${error.description ?? ''} The contract was read afterwards: its status is '${contract.status}'.`,
	});
}

/**
 * Reads the contract and refuses what its status excludes as the service would (409), so that nothing is prepared for it.
 *
 * @param excluded says why a contract in this status will be refused
 * @throws NodeApiError also when the contract cannot be read
 */
export async function assertStatus(
	scope: ItemScope,
	asked: ApiRequest,
	excluded: StatusChange['conflict'],
): Promise<void> {
	const contract = contractIn(await request(scope.connection, readingOf(scope)));
	const words = contract && excluded(contract);
	if (!words) return;
	const details = { field: 'status', value: contract.status };
	const body = { errorId: 'INVALID_STATUS_TRANSITION', details };
	const answer = { status: 409, headers: {}, body };
	throw reworded(apiError(scope.node, asked, { answer, attempts: 0 }), words);
}

/** The contract of the item, as the service has it now; undefined when it cannot be read. */
export async function readQuietly(scope: ItemScope): Promise<Contract | undefined> {
	const asked = readingOf(scope);
	const { answer } = await attempt(scope.connection, asked);
	return isSuccess(asked, answer) ? contractIn(answer.body) : undefined;
}

function readingOf(scope: ItemScope): ApiRequest {
	return { method: 'GET', path: pathOf(scope, '/contracts/{contractId}') };
}

function contractIn(body: unknown): Contract | undefined {
	const contract = unwrap(body);
	return isObject(contract) ? (contract as unknown as Contract) : undefined;
}

function reworded(error: NodeApiError, words: ReturnType<StatusChange['conflict']>): NodeApiError {
	if (words) Object.assign(error, words);
	return error;
}
