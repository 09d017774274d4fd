import { SMALL_PAGE_SIZE } from '../api/limits';
import { comparableName, readsAsOperator, sameName, spellingsOf } from '../api/names';
import { isScalar } from '../api/options';
import { unwrap } from '../api/shapes';
import type { Counterparty } from '../api/types';
import type { Connection } from './connection';
import { apiError } from './errors';
import { isSuccess, type ApiRequest } from './exchange';
import { pages, readOne, take } from './paginate';
import { attempt } from './request';
import { readBefore, shared } from './shared';

const LIST: ApiRequest = { method: 'GET', path: '/counterparties' };

/** Names the list of all counterparties among what items of an execution share. */
const ALL = 'all counterparties';

/** The counterparty with the id, or undefined when there is none. */
export async function counterpartyById(
	connection: Connection,
	path: string,
): Promise<Counterparty | undefined> {
	const asked: ApiRequest = { method: 'GET', path };
	const outcome = await attempt(connection, asked);
	if (isSuccess(asked, outcome.answer)) return unwrap(outcome.answer.body) as Counterparty;
	if (outcome.answer.status === 404) return undefined;
	throw apiError(connection.context.getNode(), asked, outcome);
}

/**
 * Every counterparty with exactly this name, whatever its case. The service's own filter does the search where it can:
 * it matches parts of names, may mind case, and takes a name such as `in:side` for an operator.
 */
export async function counterpartiesByName(
	connection: Connection,
	name: string,
): Promise<Counterparty[]> {
	const isSame = (counterparty: Counterparty) => sameName(counterparty.name, name);
	if (readsAsOperator(name)) return (await allCounterparties(connection)).filter(isSame);
	const found = new Map<string, Counterparty>();
	for (const spelling of spellingsOf(name)) {
		const matches = await named(connection, spelling);
		for (const match of matches.filter(isSame)) found.set(match.id, match);
	}
	if (found.size > 0 || (await filterIgnoresCase(connection))) return [...found.values()];
	return (await allCounterparties(connection)).filter(isSame);
}

/** Every counterparty whose field holds the value; of a list, one of its entries. Compared as names are. */
export async function counterpartiesByField(
	connection: Connection,
	field: string,
	value: string,
): Promise<Counterparty[]> {
	const wanted = comparableName(value);
	return (await allCounterparties(connection)).filter(({ fields }) =>
		[fields?.[field]]
			.flat()
			.some((held) => isScalar(held) && comparableName(String(held)) === wanted),
	);
}

/** All counterparties, read once per execution however many items search them. */
async function allCounterparties(connection: Connection): Promise<Counterparty[]> {
	return await shared(connection, ALL, async () => {
		return await take(pages<Counterparty>(connection, LIST, { pageSize: SMALL_PAGE_SIZE }));
	});
}

/** The list that items of this execution share learns of a change, where it was read. */
export async function learnOf(connection: Connection, changed: Counterparty): Promise<void> {
	const all = (await readBefore<Counterparty[]>(connection, ALL)) ?? [];
	const place = all.findIndex(({ id }) => id === changed.id);
	// Not changed in place: items that were emitted hold it.
	if (place >= 0) all[place] = { ...all[place], ...changed };
}

async function named(connection: Connection, name: string): Promise<Counterparty[]> {
	const list = { ...LIST, qs: { name } };
	return await take(pages<Counterparty>(connection, list, { pageSize: SMALL_PAGE_SIZE }));
}

// Tried out once per execution with a counterparty that is there: whether a filter minds case is not shown.
async function filterIgnoresCase(connection: Connection): Promise<boolean> {
	return await shared(connection, 'counterparty name filter', async () => {
		const { records } = await readOne<Counterparty>(connection, LIST, SMALL_PAGE_SIZE, null);
		const sample = records.find(({ name }) => name !== otherCase(name) && !readsAsOperator(name));
		if (!sample) return true;
		const matches = await named(connection, otherCase(sample.name));
		return matches.some(({ id }) => id === sample.id);
	});
}

function otherCase(name: string): string {
	const upper = name.toUpperCase();
	return name === upper ? name.toLowerCase() : upper;
}
