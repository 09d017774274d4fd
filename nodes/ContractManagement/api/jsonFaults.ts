/** How JSON is written into a parameter where it is made of data. */
const HOW =
	'For values of the input give an object, {{ { "key": $json.name } }}, or put a text in with {{ $json.name.toJsonString() }}.';

/** Why a parameter that should be a JSON object is none, in the words of the platform, and how to write it. */
export function jsonAdvice(value: unknown): string {
	const isList = Array.isArray(value) || (typeof value === 'string' && /^\s*\[/.test(value));
	if (isList) return `It is a list: give one object of it. ${HOW}`;
	if (typeof value !== 'string') return HOW;
	try {
		JSON.parse(value);
		return `It is not an object in { and }. ${HOW}`;
	} catch (error) {
		return `${(error as Error).message}. Names and texts stand in double quotes. ${HOW}`;
	}
}
