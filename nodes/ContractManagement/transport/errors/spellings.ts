/** Stands for what was cut out. */
const CUT = '[redacted]';

/** A part of a text: from the first of its characters to after the last one. */
type Range = [start: number, end: number];

/** A text without its encodings, and where each of its characters was before. */
interface Reading {
	text: string;
	places: Range[];
}

/**
 * The text without the secrets, however they are spelled: percent-encoded, escaped as in JSON or HTML, several times
 * over, in Base64, in other case. Pure; takes time in proportion to the text.
 */
export function withoutSpellings(text: string, secrets: string[]): string {
	const plain = { text: folded(text), places: [] };
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

/** The text as it reads once nothing in it is encoded. */
function readingOf(text: string): Reading {
	let reading: Reading = { text, places: [] };
	for (let layer = 0; layer < MAX_LAYERS && reading.text.search(ENCODED) >= 0; layer++) {
		reading = withoutLayer(reading);
	}
	return { ...reading, text: folded(reading.text) };
}

function withoutLayer(reading: Reading): Reading {
	const { text } = reading;
	const parts: string[] = [];
	const places: Range[] = [];
	let at = 0;
	const copy = (end: number) => {
		parts.push(text.slice(at, end));
		for (; at < end; at++) places.push(placeAt(reading, at));
	};
	for (const { 0: encoded, index } of text.matchAll(ENCODED)) {
		copy(index);
		at = index + encoded.length;
		const character = characterOf(encoded);
		const place: Range = [placeAt(reading, index)[0], placeAt(reading, at - 1)[1]];
		parts.push(character);
		for (let unit = 0; unit < character.length; unit++) places.push(place);
	}
	copy(text.length);
	return { text: parts.join(''), places };
}

function placeAt({ places }: Reading, index: number): Range {
	return places[index] ?? [index, index + 1];
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

function placesOf(reading: Reading, spelling: string): Range[] {
	const found: Range[] = [];
	if (spelling === '') return found;
	for (let at = reading.text.indexOf(spelling); at >= 0; ) {
		const end = at + spelling.length;
		found.push([placeAt(reading, at)[0], placeAt(reading, end - 1)[1]]);
		at = reading.text.indexOf(spelling, end);
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
