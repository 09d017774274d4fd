/** How JSON is written into a parameter where it is made of data. */
const HOW =
	'For values of the input give an object, {{ { "key": $json.name } }}, or put a text in with {{ $json.name.toJsonString() }}.';

/** What usually breaks JSON in a parameter, by what stands at the place where reading it ends. */
const CAUSES: Array<[isIt: (text: string, place: number) => boolean, cause: string]> = [
	[(text) => text.startsWith('```'), 'the marks ``` around it do not belong to it'],
	[
		(text, at) => /['“”„‘’]/.test(text[at]),
		'names and texts stand in double quotes, ", not in single or curly ones',
	],
	[
		(text, at) => /\\u?[\da-f]*$/i.test(text.slice(0, at)),
		'a backslash within a text is written twice',
	],
	[
		(text, at) => /["[{]/.test(text[at]) && /["\w}\]]\s*$/.test(text.slice(0, at)),
		'a comma or colon is missing before it',
	],
	[
		(text, at) => /[}\]]/.test(text[at]) && /,\s*$/.test(text.slice(0, at)),
		'the comma before it is one too many',
	],
	[
		(text, at) => text[at] < ' ',
		'a line break, or another control character, stands within a text',
	],
	[(text, at) => at >= text.length, 'its end is missing: a }, a ] or a quote'],
	[
		(text, at) => /[\w$]/.test(text[at]),
		'a name or text without double quotes, or a quote within a text',
	],
];

/** Where and why a parameter that should be a JSON object is none, and how to write it. */
export function jsonAdvice(value: unknown): string {
	if (Array.isArray(value)) return `It is a list: give one object of it. ${HOW}`;
	if (typeof value !== 'string') return HOW;
	const text = value.trim();
	const place = faultIn(text);
	if (place === undefined) {
		const is = text.startsWith('[') ? 'a list: give one object of it' : 'not an object in { and }';
		return `It is ${is}. ${HOW}`;
	}
	const [, cause] = CAUSES.find(([isIt]) => isIt(text, place)) ?? [];
	const lines = text.slice(0, place).split('\n');
	const where = `Line ${lines.length}, character ${lines.at(-1)!.length + 1}`;
	return `${where}: ${cause ?? 'this is not JSON'}. ${HOW}`;
}

/** The index of the first character that cannot stand there, or the length where the end is missing; undefined in valid JSON. */
function faultIn(text: string): number | undefined {
	if (failureOf(text) === '') return undefined;
	let [whole, broken] = [0, text.length + 1];
	// A beginning of JSON is not whole, but could become so; V8 says at which character that ends only in some errors.
	while (broken - whole > 1) {
		const middle = Math.floor((whole + broken) / 2);
		const failure = failureOf(text.slice(0, middle));
		const isOpen = /^$|end of JSON|Unterminated/.test(failure) || failure.endsWith(` ${middle}`);
		if (isOpen) whole = middle;
		else broken = middle;
	}
	return broken - 1;
}

function failureOf(text: string): string {
	try {
		JSON.parse(text);
		return '';
	} catch (error) {
		// Newer versions add line and column.
		return (error as Error).message.replace(/ \(line.*/, '');
	}
}
