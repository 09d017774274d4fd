/** Stands for what was cut out. */
const CUT = '[redacted]';

/** A text without its encodings, and where each of its characters begins in the original; at last where that ends. */
interface Reading {
	text: string;
	starts: number[];
}

/** A part of the original: from the first of its characters to after the last one. */
type Range = [start: number, end: number];

/**
 * The text without the secrets, however they are spelled: percent-encoded, escaped as in JSON or HTML, several times
 * over, in Base64, in other case. Pure; takes time in proportion to the text.
 */
export function withoutSpellings(text: string, secrets: string[]): string {
	const plain = asItIs(folded(text));
	const read = readingOf(text);
	const ranges = secrets.flatMap((secret) => [
		...placesOf(plain, folded(secret)),
		...placesOf(read, readingOf(secret).text),
		...base64Of(secret).flatMap((spelling) => placesOf(read, folded(spelling))),
	]);
	return without(text, ranges);
}

/** More encodings in each other than these are no accident of a gateway. */
const MAX_LAYERS = 6;

const ENCODED =
	/%[0-7][\da-f]|(?:%[89a-f][\da-f])+|\\(?:u[\da-f]{4}|x[\da-f]{2}|[^\w\s])|&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|plus|sol|equals);/gi;

function asItIs(text: string): Reading {
	return { text, starts: Array.from({ length: text.length + 1 }, (_, at) => at) };
}

/** The text as it reads once nothing in it is encoded. */
function readingOf(text: string): Reading {
	let reading = asItIs(text);
	for (let layer = 0; layer < MAX_LAYERS && reading.text.search(ENCODED) >= 0; layer++) {
		reading = withoutLayer(reading);
	}
	return { ...reading, text: folded(reading.text) };
}

function withoutLayer({ text, starts }: Reading): Reading {
	const places: number[] = [];
	let at = 0;
	const plain = text.replace(ENCODED, (encoded, index: number) => {
		const character = characterOf(encoded);
		places.push(...starts.slice(at, index), ...Array<number>(character.length).fill(starts[index]));
		at = index + encoded.length;
		return character;
	});
	return { text: plain, starts: [...places, ...starts.slice(at)] };
}

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	plus: '+',
	sol: '/',
	equals: '=',
};

function characterOf(encoded: string): string {
	const rest = encoded.slice(1).toLowerCase();
	if (encoded.startsWith('%')) return Buffer.from(rest.replaceAll('%', ''), 'hex').toString();
	if (encoded.startsWith('\\')) {
		return rest.length > 1 ? String.fromCharCode(parseInt(rest.slice(1), 16)) : rest;
	}
	const name = rest.slice(0, -1);
	if (!name.startsWith('#')) return ENTITIES[name];
	const point = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1));
	return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

/** Without case, and with what forms and the two alphabets of Base64 exchange. Of the same length. */
function folded(text: string): string {
	return text
		.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
		.replace(/[+-]/g, ' ')
		.replaceAll('_', '/');
}

/** The Base64 of a secret, alone or within a longer text: the letters that tell of it, and of no byte beside it. */
function base64Of(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const all = [0, 1, 2].map((offset) => {
		const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
		return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
	});
	// What tells of three bytes or fewer is in other texts by chance.
	return all.filter(({ length }) => length > 4);
}

function placesOf({ text, starts }: Reading, spelling: string): Range[] {
	const found: Range[] = [];
	for (let at = text.indexOf(spelling); at >= 0 && spelling !== ''; ) {
		const end = at + spelling.length;
		found.push([starts[at], starts[end]]);
		at = text.indexOf(spelling, end);
	}
	return found;
}

function without(text: string, ranges: Range[]): string {
	const shown: string[] = [];
	let at = 0;
	for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
		if (start >= at) shown.push(text.slice(at, start), CUT);
		at = Math.max(at, end);
	}
	return shown.join('') + text.slice(at);
}
