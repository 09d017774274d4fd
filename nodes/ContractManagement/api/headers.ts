/** `name=value` or `name="value"`, one after each semicolon; a quoted value is passed over whole (RFC 6266). */
const PARAMETER = /(?:^|;)\s*([\w!#$&+.^`|~*-]+)\s*=\s*("(?:[^"\\]|\\[^])*"|[^;]*)/g;

const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}$/;

/** The plain form of a content type, without its parameters; undefined when it is none. */
export function mediaTypeOf(text = ''): string | undefined {
	const type = text.split(';', 1)[0].trim().toLowerCase();
	return MEDIA_TYPE.test(type) ? type : undefined;
}

/** The file name in a Content-Disposition header, if one can be read: `filename*` before `filename`, both in UTF-8. */
export function fileNameIn(disposition: string): string | undefined {
	const plain = parameter(disposition, 'filename') ?? '';
	// `UTF-8'en'100%25%20x.pdf` (RFC 8187).
	const extended = /^utf-8'[^']*'([^]*)$/i.exec(parameter(disposition, 'filename*') ?? '')?.[1];
	return utf8In(unescaped(extended ?? '')) || (utf8In(plain) ?? plain) || undefined;
}

/** The first parameter of that name. */
function parameter(header: string, wanted: string): string | undefined {
	const found = [...header.matchAll(PARAMETER)].find(([, name]) => name.toLowerCase() === wanted);
	const value = found?.[2].trim();
	return value?.startsWith('"') ? value.replace(/^"|"$/g, '').replace(/\\([^])/g, '$1') : value;
}

// As browsers do, a percent sign that begins no byte stands for itself.
function unescaped(text: string): string {
	return text.replace(/%([\da-f]{2})/gi, (_match, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
}

// Headers arrive byte by byte, as Latin-1.
function utf8In(bytes: string): string | undefined {
	const text = Buffer.from(bytes, 'latin1').toString();
	return text.includes('\ufffd') || /[\u0100-\uffff]/.test(bytes) ? undefined : text;
}
