import { FILTER_OPERATORS } from './limits';
import type { NamedReference } from './types';

/** What has no width and no meaning in a name: zero-width spaces, the mark at the beginning of a file, soft hyphens. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** One spelling of a text of one line, to send and to compare: accents composed (NFC), single blanks, nothing without width. */
export function oneSpelling(text: string): string {
	return text.replace(UNSEEN, '').normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The form in which names are compared: in one spelling, without case (`ß` is `SS`, `İ` is `i`), without marks of direction and joiners. */
export function comparableName(name: string | null | undefined): string {
	return oneSpelling((name ?? '').replace(/\p{Cf}/gu, ''))
		.toUpperCase()
		.toLowerCase()
		.replace(/i\u0307/g, 'i');
}

/** Whether two names are the same but for case and what nobody sees: kinds of blanks, the composition of accents. */
export function sameName(a: string | null, b: string): boolean {
	return comparableName(a) === comparableName(b);
}

/** Whether the text is nothing but blanks and characters that nobody sees. */
export function isBlankText(text: string): boolean {
	return !/[^\s\p{Cf}]/u.test(text);
}

/** How names are the same, the most exact first. */
const SPELLINGS = [(name: string) => name, oneSpelling, comparableName];

/** The same for headers and properties: `contract_value`, `contractValue` and the editor's `Contract value (Markdown)` stand for `Contract value`. */
export const HEADER_SPELLINGS = [
	...SPELLINGS,
	(name: string) =>
		comparableName(
			name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[-_]| \((Markdown|Record ID)\)$/g, ' '),
		),
];

/**
 * The rule for names of people's making, such as those of options, fields, columns and companies; never for ids. Exact
 * first: what has exactly the name; only where there is none, what differs in blanks and normal form; then in case.
 * @returns for a name, all that have it in the first of the `spellings` in which any has it, each id once (one is meant;
 * several: nobody can tell, so ask for the id), and the number of that spelling as its `rank`; `[]` and -1 of none
 */
export function exactFirst<T extends { id: string; name: string | null }>(
	entries: T[],
	spellings = SPELLINGS,
) {
	return (name: string): { found: T[]; rank: number } => {
		const alike = spellings.map((spelling) => having(entries, spelling(name), spelling));
		const rank = isBlankText(name) ? -1 : alike.findIndex(({ length }) => length > 0);
		const found = new Map((alike[rank] ?? []).map((entry) => [entry.id, entry]));
		return { found: [...found.values()], rank };
	};
}

type Spelling = (text: string) => string;
type Indexes = Map<Spelling, Map<string, unknown[]>>;

// Thousands of rows ask for the same hundreds of options.
const indexes = new WeakMap<object, Indexes>();

/** The entries whose name, or what else is given `of` them, is the key in the spelling. Looked up, as lists stay as they are. */
export function having<T extends { name: string | null }>(
	entries: T[],
	key: string,
	spelling: Spelling,
	of = ({ name }: T) => name ?? '',
): T[] {
	const kept: Indexes = indexes.get(entries) ?? new Map();
	indexes.set(entries, kept);
	let index = kept.get(spelling);
	if (!index) {
		kept.set(spelling, (index = new Map()));
		for (const entry of entries) {
			const own = spelling(of(entry));
			index.set(own, [...(index.get(own) ?? []), entry]);
		}
	}
	return (index.get(key) ?? []) as T[];
}

/** Names in a sentence: at most so many, of at most 1,000 characters in all, and how many more there are. */
export function listed(names: string[], most = 10): string {
	let length = 0;
	const short = names.slice(0, most).filter((name) => (length += name.length + 2) <= 1_000);
	const more = names.length - short.length;
	return `${short.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Whether the name contains the text, whatever the accents: many services find them so. Every name contains the empty text. */
export function containsName(name: string | null | undefined, text = ''): boolean {
	const plain = (one: typeof name) =>
		comparableName(one)
			.normalize('NFD')
			.replace(/\p{Mn}/gu, '');
	return plain(name).includes(plain(text));
}

/** The spellings to search a name by: a service may compare accents and blanks as they are stored. */
export function spellingsOf(name: string): string[] {
	const text = oneSpelling(name);
	return [...new Set([text, text.normalize('NFD'), name.trim()])];
}

const OPERATOR = new RegExp(`^\\s*(${FILTER_OPERATORS.join('|')}):`, 'i');

/** Whether the service would take the beginning of the value for a filter operator ("Conventions", 5). */
export function readsAsOperator(value: string): boolean {
	return OPERATOR.test(value);
}

/** What to search names by: the text; in another spelling its longest part that is stored in one way only; empty for an operator. Names are to be compared then. */
export function searchedBy(
	text: string,
	byWord = oneSpelling(text) !== text || /\p{Cf}/u.test(text),
): string {
	// ü may be stored as u with dots, and a word with signs that nobody sees in it.
	const apart = text.normalize('NFD').replace(/\P{M}\p{M}+|\p{Cf}/gu, ' ');
	const parts = byWord ? apart.normalize('NFC').trim().split(/\s+/) : [text.trim()];
	const usable = parts.filter((part) => !readsAsOperator(part));
	return usable.toSorted((a, b) => b.length - a.length)[0] ?? '';
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
