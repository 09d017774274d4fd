/** How much JSON text holds. */
export interface JsonSize {
	/** Values, those inside others as well; counting ends soon after the limit. */
	values: number;
	/** Objects and lists inside one another. */
	levels: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPENS_LIST, CLOSES_LIST] = [0x5b, 0x5d];
const [OPENS_OBJECT, CLOSES_OBJECT] = [0x7b, 0x7d];

/**
 * Counts what JSON in UTF-8 holds, byte by byte, at the same price whatever its shape: to list the properties of an
 * object, or to parse it, can take a hundred times as long.
 */
export function sizeOfJson(json: Uint8Array, limit: number): JsonSize {
	let values = 1;
	let level = 0;
	let levels = 0;
	for (let i = 0; i < json.length && values <= limit; i++) {
		const byte = json[i];
		if (byte === QUOTE) {
			i = endOfText(json, i);
		} else if (byte === COMMA) {
			values += 1;
		} else if (byte === OPENS_LIST || byte === OPENS_OBJECT) {
			values += 1;
			level += 1;
			if (level > levels) levels = level;
		} else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) {
			level -= 1;
		}
	}
	return { values, levels };
}

function endOfText(json: Uint8Array, start: number): number {
	let end = start + 1;
	while (end < json.length && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
	return end;
}
