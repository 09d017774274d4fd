import type { TypedField } from '../../api/creationForm';
import { uuidOf } from '../../api/identifiers';
import { comparableName, exactFirst, having, HEADER_SPELLINGS, keysByName } from '../../api/names';
import { keptIn } from '../../transport/memory';

export type FieldFinder = ReturnType<typeof finderOf>;

/**
 * What finds the fields with the id, with the name as items show it, or with the name, see `exactFirst`; how exactly: the
 * lower `rank`, the more, -1 of none; and the `namesake` that one found by its name has.
 */
export function finderOf(fields: TypedField[]) {
	const shown = keysByName(fields);
	const byId = new Map(fields.toReversed().map((field) => [uuidOf(field.id), field]));
	const byShown = new Map(fields.map((field) => [shown.get(field.id), field]));
	const byName = exactFirst(fields, HEADER_SPELLINGS);
	const find = (key: string) => {
		const withId = byId.get(uuidOf(key.trim()));
		const exact = withId ?? byShown.get(key);
		const { found, rank } = exact ? { found: [exact], rank: withId ? -1 : 0 } : byName(key);
		if (found.length !== 1) return { found, rank: found.length > 0 ? rank + 1 : -1 };
		const [{ id, name }] = found;
		const alike = withId ? [] : having(fields, comparableName(name), comparableName);
		const namesake = alike.find((one) => one.id !== id);
		return { found, rank: rank + 1, namesake };
	};
	// All items ask for the same names.
	return keptIn(new Map<string, ReturnType<typeof find>>(), find);
}

/** Properties of the input that are no field are not meant for it. The most exact ones come last, and count. */
export function known(values: Record<string, unknown>, find: FieldFinder): Record<string, unknown> {
	const named = Object.entries(values).filter(([key]) => find(key).rank >= 0);
	return Object.fromEntries(named.sort(([a], [b]) => find(b).rank - find(a).rank));
}
