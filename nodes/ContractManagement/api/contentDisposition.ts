const PARAMETER = /(?:^|;)\s*([\w!#$&+.^`|~*-]+)\s*=\s*("(?:[^"\\]|\\[^])*"|[^;]*)/g;

/**
 * The file name in a Content-Disposition header (RFC 6266): `filename*` before `filename`. As browsers do, UTF-8 in a
 * plain name is understood, and a percent sign that begins no byte stands for itself.
 *
 * @returns undefined when the header names none that can be read
 */
export function fileNameIn(disposition: string): string | undefined {
	const named = (wanted: string) =>
		[...disposition.matchAll(PARAMETER)].find(([, name]) => name.toLowerCase() === wanted)?.[2];
	const extended = named('filename*');
	const plain = named('filename');
	return (
		(extended && decoded(unquoted(extended))) || (plain && inUtf8(unquoted(plain))) || undefined
	);
}

/** `UTF-8'en'100%25%20x.pdf` (RFC 8187). */
function decoded(value: string): string | undefined {
	const [, charset, text] = /^([\w-]+)'[^']*'([^]*)$/.exec(value) ?? [];
	return charset && textOf(text.replace(/%([\da-f]{2})/gi, byte), charset);
}

function byte(_match: string, hex: string): string {
	return String.fromCharCode(parseInt(hex, 16));
}

// Headers arrive byte by byte, as Latin-1.
function inUtf8(value: string): string {
	return textOf(value, 'utf-8') ?? value;
}

function textOf(bytes: string, charset: string): string | undefined {
	if (/[\u0100-\uffff]/.test(bytes)) return undefined;
	try {
		return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
	} catch {
		return undefined;
	}
}

function unquoted(value: string): string {
	const text = value.trim();
	return text.startsWith('"') ? text.replace(/^"|"$/g, '').replace(/\\([^])/g, '$1') : text;
}
