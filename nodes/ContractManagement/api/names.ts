import { FILTER_OPERATORS } from './limits';
import type { NamedReference } from './types';

/** The form in which names are compared: trimmed, without case, accents composed in one way (Unicode NFC). */
export function comparableName(name: string | null | undefined): string {
	return (name ?? '').trim().normalize('NFC').toLowerCase();
}

/** Whether two names are the same but for case, outer blanks and the composition of accents. */
export function sameName(a: string | null, b: string): boolean {
	return comparableName(a) === comparableName(b);
}

/** Whether the name contains the text, whatever the accents: many services find them so. Every name contains the empty text. */
export function containsName(name: string | null | undefined, text = ''): boolean {
	const plain = (one: typeof name) =>
		comparableName(one)
			.normalize('NFD')
			.replace(/\p{Mn}/gu, '');
	return plain(name).includes(plain(text));
}

/** The spellings to search a name by: a service may compare accents as they are stored. */
export function spellingsOf(name: string): string[] {
	const text = name.trim();
	return [...new Set([text.normalize('NFC'), text.normalize('NFD')])];
}

const OPERATOR = new RegExp(`^\\s*(${FILTER_OPERATORS.join('|')}):`, 'i');

/** Whether the service would take the beginning of the value for a filter operator ("Conventions", 5). */
export function readsAsOperator(value: string): boolean {
	return OPERATOR.test(value);
}

/** An API name as the editor shows it; of one in a collection, such as `options.fileName`, the last part. */
export function labelOf(name: string): string {
	const last = name.split('.').at(-1)!;
	const words = last
		.replace(/([A-Z])/g, ' $1')
		.replace(/\b(id|url)\b/gi, (word) => word.toUpperCase());
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** By id, the name that each is shown by: its own, with the id where several have the same, as their order means nothing. */
export function keysByName(named: NamedReference[]): Map<string, string> {
	const counts = new Map<string, number>();
	for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1);
	return new Map(
		named.map(({ id, name }) => [
			id,
			counts.get(name) === 1 ? name : `${name ?? ''} (${id})`.trim(),
		]),
	);
}
