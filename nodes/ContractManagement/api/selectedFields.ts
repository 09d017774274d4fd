import { isObject } from './shapes';

/**
 * What has one of the names, at any depth and in the records of lists: `id`, `templates.id`, `fields.Payment term`. What a
 * value does not have is left out of it; undefined where it has none of the names.
 */
export function selected(value: unknown, names: string[]): unknown {
	if (Array.isArray(value)) return value.map((each) => selected(each, names) ?? {});
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value).flatMap(([key, child]) => {
		if (names.includes(key)) return [[key, child] as const];
		// Names are compared from the left, as fields of a form may have dots in theirs.
		const inside = names.filter((name) => name.startsWith(`${key}.`));
		const kept = selected(
			child,
			inside.map((name) => name.slice(key.length + 1)),
		);
		return inside.length > 0 && kept !== undefined ? [[key, kept] as const] : [];
	});
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
