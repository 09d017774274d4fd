import { heldKey } from '../api/identifiers';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { comparableName, exactFirst, sameName, searchedBy, spellingsOf } from '../api/names';
import { isScalar } from '../api/options';
import type { Counterparty } from '../api/types';
import { amongAll, knownTo, LIST, type Run } from './allCounterparties';
import type { Connection } from './connection';
import { pages, take } from './lists/paginate';
import { shared } from './oncePerExecution';

/** The counterparties with the name: exactly, or where none has it, in other case, blanks or normal form. */
export async function counterpartiesByName(connection: Connection, name: string, run: Run) {
	return inUse(exactFirst(await alike(connection, name, run))(name).found);
}

/** Those that are not archived, as duplicates are; where none is left, all. */
function inUse(found: Counterparty[]): Counterparty[] {
	const others = found.filter(({ status }) => status !== 'archived');
	return others.length > 0 ? others : found;
}

async function alike(connection: Connection, name: string, run: Run): Promise<Counterparty[]> {
	const keysOf = (each: Counterparty) => [comparableName(each.name)];
	const wanted = { by: 'name', keysOf, key: comparableName(name) };
	if (searchedBy(name, false) === '') return await amongAll(connection, run, wanted);
	const found = new Map<string, Counterparty>();
	const paging = { pageSize: SMALL_PAGE_SIZE };
	// What it does with other letters nobody knows.
	const isAscii = /^[ -~]*$/.test(name);
	const isComplete = isAscii && connection.profile['counterparty-name-filter'] === 'any-case';
	// By its longest word, whatever its blanks; else in the whole list, read once.
	const longest = searchedBy(name, isComplete);
	for (const spelling of new Set([...spellingsOf(name), longest])) {
		const list = { ...LIST, qs: { name: spelling } };
		const matches = await take(pages<Counterparty>(connection, list, paging));
		for (const match of matches.filter((each) => sameName(each.name, name)))
			found.set(match.id, match);
		if (matches.some((match) => match.name === name)) break;
	}
	if (found.size > 0 || isComplete) return [...found.values()];
	return await amongAll(connection, run, wanted);
}

/** Every counterparty whose field holds the value; of a list, one of its entries. IDs of other systems mind case. */
export async function counterpartiesByField(
	connection: Connection,
	field: string,
	value: string,
	run: Run,
): Promise<Counterparty[]> {
	const held = ({ fields }: Counterparty) =>
		[fields?.[heldKey(fields, field)]].flat().filter(isScalar);
	const keysOf = (each: Counterparty) => held(each).map((one) => String(one).trim());
	const wanted = { by: `field ${field}`, keysOf, key: value.trim() };
	return inUse(await amongAll(connection, run, wanted));
}

/** By the ID of each field that any of them has, one of its values. */
export async function fieldsOfAll(connection: Connection, run: Run): Promise<Map<string, unknown>> {
	const { records } = await knownTo(connection, run);
	const read = async () =>
		new Map([...records.values()].flatMap(({ fields }) => Object.entries(fields ?? {})));
	const forget = { collection: LIST.path, learn: () => false };
	return await shared(connection, 'fields of counterparties', read, forget, run());
}
