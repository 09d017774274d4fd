import { SMALL_PAGE_SIZE } from '../api/limits';
import { comparableName, readsAsOperator, sameName, spellingsOf } from '../api/names';
import { isScalar } from '../api/options';
import { type Page } from '../api/shapes';
import type { Counterparty } from '../api/types';
import { newestChanges, rereadChanges } from './changes';
import type { Connection } from './connection';
import { apiError, isMissing } from './errors';
import { isSuccess, type ApiRequest } from './exchange';
import { pages, readOne, take } from './paginate';
import { recordIn } from './records';
import { attempt } from './request';
import { readBefore, shared } from './shared';

const LIST: ApiRequest = { method: 'GET', path: '/counterparties' };

/** Names the list of all counterparties among what items of an execution share. */
const ALL = 'all counterparties';

/** All counterparties, as they were when somebody looked last. */
interface Known {
	records: Counterparty[];
	/** What had changed last by then; undefined before the list was read again, or where it cannot be known. */
	newest?: Page<Counterparty>;
	/** The run of a node that looked last. */
	run: string;
}

/** The run of the node that asks, so that each run looks once for what others changed since. */
export type Run = () => string;

/** The counterparty with the id, or undefined when there is none. */
export async function counterpartyById(
	connection: Connection,
	path: string,
): Promise<Counterparty | undefined> {
	const asked: ApiRequest = { method: 'GET', path };
	const outcome = await attempt(connection, asked);
	if (isSuccess(asked, outcome.answer)) {
		return recordIn<Counterparty>(connection, asked, outcome.answer.body);
	}
	if (isMissing(outcome)) return undefined;
	throw apiError(connection.context.getNode(), asked, outcome);
}

/**
 * Every counterparty with exactly this name, whatever its case. The service's own filter does the search where it can:
 * it matches parts of names, may mind case, and takes a name such as `in:side` for an operator.
 */
export async function counterpartiesByName(
	connection: Connection,
	name: string,
	run: Run,
): Promise<Counterparty[]> {
	const isSame = (counterparty: Counterparty) => sameName(counterparty.name, name);
	if (readsAsOperator(name)) return await amongAll(connection, run, isSame);
	const found = new Map<string, Counterparty>();
	for (const spelling of spellingsOf(name)) {
		const matches = await named(connection, spelling);
		for (const match of matches.filter(isSame)) found.set(match.id, match);
	}
	if (found.size > 0 || (await filterIgnoresCase(connection))) return [...found.values()];
	return await amongAll(connection, run, isSame);
}

/** Every counterparty whose field holds the value; of a list, one of its entries. Compared as names are. */
export async function counterpartiesByField(
	connection: Connection,
	field: string,
	value: string,
	run: Run,
): Promise<Counterparty[]> {
	const wanted = comparableName(value);
	return await amongAll(connection, run, ({ fields }) =>
		[fields?.[field]]
			.flat()
			.some((held) => isScalar(held) && comparableName(String(held)) === wanted),
	);
}

/**
 * Those of all counterparties that are looked for. The list is read once per execution however many items search it;
 * what is not on it is looked for among what changed since, once per run of a node.
 */
async function amongAll(
	connection: Connection,
	run: Run,
	isWanted: (counterparty: Counterparty) => boolean,
): Promise<Counterparty[]> {
	const here = run();
	const known = await shared(connection, ALL, async (): Promise<Known> => {
		return { records: await readAll(connection), run: here };
	});
	const found = known.records.filter(isWanted);
	if (found.length > 0 || known.run === here) return found;
	await shared(connection, `${ALL} in ${here}`, async () => await lookAgain(connection, known));
	known.run = here;
	return known.records.filter(isWanted);
}

async function readAll(connection: Connection): Promise<Counterparty[]> {
	return await take(pages<Counterparty>(connection, LIST, { pageSize: SMALL_PAGE_SIZE }));
}

// All of it the first time, from then on only what changed: a loop may have thousands of runs.
async function lookAgain(connection: Connection, known: Known): Promise<void> {
	if (known.newest === undefined) {
		// First, so that what changes while the list is read counts as a change since.
		const newest = await newestChanges<Counterparty>(connection, LIST, SMALL_PAGE_SIZE);
		Object.assign(known, { newest, records: await readAll(connection) });
		return;
	}
	const byId = new Map(known.records.map((record) => [record.id, record]));
	const keep = (record: Counterparty) => byId.set(record.id, record);
	const newest = await rereadChanges(connection, LIST, known.newest, {
		pageSize: SMALL_PAGE_SIZE,
		keep,
	});
	Object.assign(known, { newest, records: [...byId.values()] });
}

/** The list that items of this execution share learns of a change, where it was read. */
export async function learnOf(connection: Connection, changed: Counterparty): Promise<void> {
	const { records: all } = (await readBefore<Known>(connection, ALL)) ?? { records: [] };
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
		const sample = records.find(
			({ name }) => name && name !== otherCase(name) && !readsAsOperator(name),
		);
		if (!sample) return true;
		const matches = await named(connection, otherCase(sample.name));
		return matches.some(({ id }) => id === sample.id);
	});
}

function otherCase(name: string): string {
	const upper = name.toUpperCase();
	return name === upper ? name.toLowerCase() : upper;
}
