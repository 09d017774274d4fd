import type { NodeApiError } from 'n8n-workflow';
import { flawOf } from '../../api/flaws';
import { comparableName } from '../../api/names';
import { isIdentifier } from '../../api/identifiers';
import { isObject, unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractIfReadable, isContract } from '../../transport/contracts';
import { nodeApiError } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { inTurn } from '../../transport/exclusive';
import { Memory } from '../../transport/memory';
import { wholeRecord } from '../../transport/readers';
import { request } from '../../transport/request';

/**
 * Counterparties that a contract was created with, by API key and name. For a minute: it may be renamed. False where nobody
 * knows whether the first contract was created.
 */
const known = new Memory<boolean>(60_000, 10_000);

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
	const shown = unwrap(await created(connection, asked));
	const id = (isObject(shown) ? [shown.id, shown.contractId] : [shown]).find(isIdentifier);
	const whole = wholeRecord<Contract>(shown, asked);
	if (whole) return whole;
	if (id !== undefined) {
		// It must not get lost when the contract cannot be read: running again would create a second one.
		const part = flawOf(shown) === undefined && (shown as Partial<Contract>);
		return (await contractIfReadable(connection, id)) ?? { ...part, id };
	}
	if (isContract(shown)) return shown;
	throw nodeApiError(connection.context.getNode(), {
		message: 'The contract was created, but the service did not say its ID',
		description:
			'Do not run this again: look for the contract in the service, or with Get Many sorted by Created At.',
	});
}

// A service that looks for the name, and then makes a counterparty of it, makes several for contracts that come at once:
// the first one goes alone.
async function created(connection: Connection, asked: ApiRequest): Promise<unknown> {
	const send = async () => await request<unknown>(connection, asked);
	const { counterparty } = asked.body as { counterparty?: unknown };
	if (!isObject(counterparty)) return await send();
	const name = String(counterparty.name);
	const key = `counterparty ${connection.account} ${name}`;
	const first = await inTurn(comparableName(key), connection, async () => {
		if (known.get(key)) return undefined;
		const sending = send();
		sending.then(
			() => known.set(key, true),
			({ context }: Partial<NodeApiError>) => {
				// One lost answer may mean that there is no counterparty. After two in a row nobody waits for a third.
				if (context?.outcome === 'unknown') known.set(key, known.get(key) === false);
			},
		);
		return { answer: await sending };
	});
	return first ? first.answer : await send();
}
