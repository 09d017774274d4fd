/** Bounds that every file system and archive keeps: of a name in characters, and in bytes of UTF-8. */
const LONGEST_NAME = 200;
const MOST_BYTES = 255;

const BLANK = /[\t-\r\u0085\p{Z}]/gu;

/** What nobody sees, or what changes how the rest is seen: control characters, bidi and zero-width ones, half characters. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Device names of Windows, which are no files whatever follows the first dot. */
const DEVICE = /^(aux|clock\$|com[0-9¹²³]|con|conin\$|conout\$|lpt[0-9¹²³]|nul|prn) *(\.|$)/i;

/**
 * A name from elsewhere as one that can be stored, shown and unpacked anywhere. The fallback is for a name of which nothing
 * is left, the extension (without a dot) for one that has none.
 */
export function fileName(text: string, fallback: string, extension = ''): string {
	const name = cleaned(text) || cleaned(fallback);
	const own = extensionOf(name);
	const stem = own ? name.slice(0, -own.length) : name;
	const ending = own || (extension && `.${extension}`);
	return shortened(DEVICE.test(name) ? `_${stem}` : stem, ending) + ending;
}

function cleaned(text: string): string {
	const visible = text.replace(BLANK, ' ').replace(INVISIBLE, '');
	// Of a path the folders are kept as words: "Contract 5/2024.pdf" is a name, too.
	const words = visible.split(/[/\\]/).filter((part) => !/^[ .]*$/.test(part));
	return trimmed(words.join('_').replace(/[<>:"|?*]/g, '_'));
}

// Dots at the beginning hide a file, and Windows drops them at the end.
function trimmed(name: string): string {
	return name
		.replace(/^[ .]+/, '')
		.replace(/(?<![ .])[ .]+$/, '')
		.replace(/ +/g, ' ');
}

/** The extension of a file of a known kind, with its dot. "Contract v1.2" has none, "Lease Foo B.V" neither. */
export function extensionOf(name: string): string {
	return (
		/\.(7z|asic[es]|b?doc|bmp|csv|do[ct][mx]|dot|eml|gif|hei[cf]|html?|jpe?g|json|md|msg|numbers|od[gpst]|p7[bms]|pages|pdf|png|pp[st][mx]?|rar|rtf|sig|svg|tiff?|ts[rt]|txt|webp|xl[st][bmx]?|xml|xps|zip)$/i.exec(
			name,
		)?.[0] ?? ''
	);
}

function shortened(stem: string, ending: string): string {
	const kept = [...stem].slice(0, LONGEST_NAME - ending.length);
	while (Buffer.byteLength(kept.join('') + ending) > MOST_BYTES) kept.pop();
	return trimmed(kept.join(''));
}
