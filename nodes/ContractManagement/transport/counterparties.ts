import { SMALL_PAGE_SIZE } from '../api/limits';
import { heldKey } from '../api/identifiers';
import { readsAsOperator, sameName, spellingsOf } from '../api/names';
import { isScalar } from '../api/options';
import type { Counterparty } from '../api/types';
import { amongAll, LIST, listed, type Run } from './allCounterparties';
import type { Connection } from './connection';
import { readOne } from './lists/paginate';
import { shared } from './oncePerExecution';

/**
 * Every counterparty with exactly this name, whatever its case. The service's own filter does the search where it can:
 * it matches parts of names, may mind case, and takes a name such as `in:side` for an operator.
 */
export async function counterpartiesByName(connection: Connection, name: string, run: Run) {
	const isSame = (counterparty: Counterparty) => sameName(counterparty.name, name);
	const wanted = { by: 'name', textsOf: (each: Counterparty) => [each.name], text: name };
	if (readsAsOperator(name)) return await amongAll(connection, run, wanted);
	const found = new Map<string, Counterparty>();
	for (const spelling of spellingsOf(name)) {
		const matches = await listed(connection, { name: spelling });
		for (const match of matches.filter(isSame)) found.set(match.id, match);
	}
	// What the filter does with other letters is not tried out.
	const isAscii = /^[ -~]*$/.test(name);
	const isAll = found.size > 0 || (isAscii && (await filterIgnoresCase(connection)));
	if (isAll) return [...found.values()];
	return await amongAll(connection, run, wanted);
}

/** Every counterparty whose field holds the value; of a list, one of its entries. Compared as names are. */
export async function counterpartiesByField(
	connection: Connection,
	field: string,
	value: string,
	run: Run,
): Promise<Counterparty[]> {
	const textsOf = ({ fields }: Counterparty) =>
		[fields?.[heldKey(fields, field)]].flat().filter(isScalar).map(String);
	return await amongAll(connection, run, { by: `field ${field}`, textsOf, text: value });
}

// Tried out once per execution with a counterparty that is there: whether a filter minds case is not shown.
async function filterIgnoresCase(connection: Connection): Promise<boolean> {
	return await shared(connection, 'counterparty name filter', async () => {
		const { records } = await readOne<Counterparty>(connection, LIST, SMALL_PAGE_SIZE, null);
		const sample = records.find(
			({ name }) => name && name !== otherCase(name) && !readsAsOperator(name),
		);
		if (!sample) return true;
		const matches = await listed(connection, { name: otherCase(sample.name) });
		return matches.some(({ id }) => id === sample.id);
	});
}

function otherCase(name: string): string {
	const upper = name.toUpperCase();
	return name === upper ? name.toLowerCase() : upper;
}
