/** An option of a command: what the help shows of it, and what the command line is checked against. */
export interface Option<T = unknown> {
	/** What stands for its value in the help; '' for one that takes none. */
	value: string;
	help: string;
	/** What can be given, after "must be". */
	possible: string;
	/** The value; `undefined` for a text that is not possible. */
	read(text: string): T | undefined;
	/** The text that is read where it is not given. */
	fallback?: string;
	/** An environment variable that takes its place. */
	variable?: string;
	isNeeded?: true;
	/** Left out of the help: for programs that start this one. */
	isHidden?: true;
	/** Can be given more than once; the texts are joined by commas. */
	isList?: true;
	/** The sandbox's own names of what it sets, where they are others. */
	fields?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

/** What was given, by option. */
export type Values<O extends Options> = {
	[K in keyof O]:
		| Exclude<ReturnType<O[K]['read']>, undefined>
		| (O[K] extends { fallback: string } | { isNeeded: true } ? never : undefined);
};

export function flag(help: string) {
	return { value: '', help, possible: '', fallback: '', read: (text: string) => text !== '' };
}

/** Any text but the empty one. */
export function text(value: string, help: string, possible = 'a text') {
	return { value, help, possible, read: (given: string) => given || undefined };
}

export function wholeNumber(value: string, help: string, { from = 0, to = 999_999_999 } = {}) {
	const read = (given: string): number | undefined => {
		const number = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN;
		return number >= from && number <= to ? number : undefined;
	};
	return { value, help, possible: `a whole number from ${from} to ${to}`, read };
}

/** One of these words, or what the option takes. */
export function wordOr<const W extends string, T>(words: readonly W[], option: Option<T>) {
	const read = (given: string): T | W | undefined =>
		words.find((word) => word === given) ?? option.read(given);
	return { ...option, possible: `${words.join(', ')} or ${option.possible}`, read };
}

/** Some of these words, separated by commas. */
export function someOf(value: string, help: string, known: readonly string[]) {
	const read = (given: string) => {
		const words = given.split(',').filter(Boolean);
		const isKnown = words.length > 0 && words.every((word) => known.includes(word));
		return isKnown ? words : undefined;
	};
	return { value, help, possible: `one or more of ${known.join(', ')}`, read };
}

export function httpAddress(value: string, help: string) {
	const read = (given: string) =>
		URL.canParse(given) && /^https?:/i.test(given) ? given : undefined;
	return { value, help, possible: 'an http or https address', read };
}
