import type { Walked } from './walk.mts';

type Json = any;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Ids of the seed are the same in every walk; whatever else is an id was made up by the service. */
const SEEDED = /^\w{8}-0000-4000-8000-\w{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * What of a walk does not depend on chance: new ids are named in the order in which they appear, instants are in UTC and
 * whole seconds, the ids of contracts have no prefix, and what is stored is in an order of its own.
 *
 * @param without what is taken out of the items first
 */
export function comparable(walked: Walked, without: Array<(items: Json) => Json> = []): Json {
	const { error, state } = walked;
	const items = without.reduce((left, take) => take(left), walked.items as Json);
	const names = new Map<string, string>();
	const named = (text: string) =>
		text.replace(UUID, (id) => {
			if (SEEDED.test(id)) return id;
			if (!names.has(id)) names.set(id, `new ${names.size + 1}`);
			return names.get(id)!;
		});
	const plain = (text: string) => named(instant(text).replaceAll('contract_', ''));
	const shown = mapStrings({ error, items }, plain);
	const known = new Set(names.keys());
	// Only what the items name is told apart in the state: the rest has no order that could be relied on.
	const stored = mapStrings(state, (text) =>
		plain(text.replace(UUID, (id) => (SEEDED.test(id) || known.has(id) ? id : 'new'))),
	);
	return { ...shown, state: sorted(stored) };
}

function instant(text: string): string {
	return TIME.test(text) ? `${new Date(text).toISOString().slice(0, 19)}Z` : text;
}

function sorted(value: Json): Json {
	if (Array.isArray(value)) {
		const inner = value.map(sorted);
		return inner.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
	}
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sorted(inner)]));
}

/** The same JSON with every string, names of properties too, replaced. */
export function mapStrings(value: Json, change: (text: string) => string): Json {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => [
		change(key),
		mapStrings(inner, change),
	]);
	return Object.fromEntries(entries);
}
