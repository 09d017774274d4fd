import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { cameAs } from '../../api/flaws';
import { comparableName } from '../../api/names';
import { isIdentifier } from '../../api/identifiers';
import { isObject, unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractIfReadable } from '../../transport/contracts';
import { misfit } from '../../transport/errors/misfit';
import type { ApiRequest } from '../../transport/exchange';
import { inTurn } from '../../transport/exclusive';
import { Memory } from '../../transport/memory';
import { changed } from '../../transport/oncePerExecution';
import { wholeRecord } from '../../transport/readers';
import { request } from '../../transport/request';

/** IDs of new counterparties, by API key, name and execution; their name where no answer shows it. False where nobody knows whether there is one. */
const known = new Memory<string | false>(Infinity);

/** Sends `POST /contracts`, once: it is not repeatable. Says whether the counterparty is new with it. */
export async function postContract(connection: Connection, asked: ApiRequest) {
	const { answer, counterpartyCreated } = await created(connection, asked);
	return { counterpartyCreated, contract: await contractIn(connection, asked, answer) };
}

/**
 * The profile says whether an object with the id is answered or the id alone. What is no whole contract is then read.
 * @throws NodeApiError when the service answers otherwise
 */
async function contractIn(connection: Connection, asked: ApiRequest, body: unknown) {
	const shown = unwrap(body);
	const entry = 'contract-create-response';
	const answer = connection.profile[entry];
	const [id, form] = isObject(shown) ? [shown.id, 'id'] : [shown, 'text'];
	const whole = wholeRecord<Contract>(shown, asked);
	if (whole && form === answer) return whole;
	// It must not get lost when the contract cannot be read: running again would create a second one.
	if (form === answer && isIdentifier(id)) {
		return (await contractIfReadable(connection, id)) ?? { id };
	}
	const message = `The contract was created${isIdentifier(id) ? `, with the ID ${id}` : ''}, but the answer is another than expected`;
	const advice =
		'Do not run this again before you looked for the contract in the service, or with Get Many sorted by Created At. ';
	throw misfit(connection, { entry, came: cameAs(shown) }, message, advice);
}

// A service that looks for the name, and then makes a counterparty of it, makes several for contracts that come at once:
// the first one goes alone.
async function created(connection: Connection, asked: ApiRequest) {
	const { counterparty, ...others } = asked.body as IDataObject;
	const posted = async (body = asked.body) => ({
		answer: await request<unknown>(connection, { ...asked, body }),
		counterpartyCreated: false,
	});
	if (!isObject(counterparty)) return await posted();
	// One in other case is the same, as it is for those that the service shows.
	const turn = comparableName(`counterparty ${connection.account} ${String(counterparty.name)}`);
	const key = `${turn} ${connection.executionId}`;
	const first = await inTurn(turn, connection, async () => {
		if (typeof known.get(key) === 'string') return undefined;
		const answer = await request<unknown>(connection, asked).catch((error: NodeApiError) => {
			// One lost answer may mean that there is no counterparty. After two in a row nobody waits for a third within a minute.
			const isSecond = known.get(key) === false;
			if (error.context?.outcome === 'unknown')
				known.set(key, isSecond && '', isSecond ? 60_000 : Infinity);
			throw error;
		});
		const id = counterpartyIn(answer);
		known.set(key, id || String(counterparty.name));
		changed(connection, '/counterparties', { id: id || undefined, record: undefined });
		return { answer, counterpartyCreated: true };
	});
	if (first) return first;
	const other = known.get(key);
	const named = { counterparty: other ? { ...counterparty, name: other } : counterparty };
	return await posted({ ...others, ...(isIdentifier(other) ? { counterpartyId: other } : named) });
}

function counterpartyIn(answer: unknown): string {
	const shown = unwrap(answer);
	const { id } = isObject(shown) && isObject(shown.counterparty) ? shown.counterparty : {};
	return isIdentifier(id) ? id : '';
}
