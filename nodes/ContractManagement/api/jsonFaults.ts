/** How JSON is written into a parameter where it is made of data. */
const HOW =
	'For values of the input give an object, {{ { "key": $json.name } }}, or put a text in with {{ $json.name.toJsonString() }}.';

/** Where a parameter that should be a JSON object is none, and how to write it. */
export function jsonAdvice(value: unknown): string {
	if (Array.isArray(value)) return `It is a list: give one object of it. ${HOW}`;
	if (typeof value !== 'string') return HOW;
	const text = value.trim();
	const place = faultIn(text);
	if (place === undefined) {
		const is = text.startsWith('[') ? 'a list: give one object of it' : 'not an object in { and }';
		return `It is ${is}. ${HOW}`;
	}
	const lines = text.slice(0, place).split('\n');
	const where = `Line ${lines.length}, character ${lines.at(-1)!.length + 1}`;
	const what = place < text.length ? 'this is not JSON' : 'its end is missing';
	return `${where}: ${what}. Names and texts stand in double quotes, with commas between. ${HOW}`;
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
