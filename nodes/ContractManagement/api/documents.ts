import { extensionOf } from './fileNames';

/** The edges of a file that tell what it is and whether it is whole. In bytes. */
export const HEAD_BYTES = 1024;
export const TAIL_BYTES = 4096;

/** What a file is in place of a PDF, and how to come by the PDF; both are sentences' parts for people. */
export interface Kind {
	is: string;
	advice: string;
}

export const BASE64: Kind = {
	is: 'base64 text',
	advice: 'This is base64: use Convert to File (Move Base64 String to File).',
};

const CONTAINER = 'Take the PDF out of the signed container.';
const CONVERT = 'Convert it to a PDF first.';
const DAMAGED = 'It is damaged, or something else under that name.';

/** By the first bytes. A container may hold a PDF that begins within them, so a PDF comes after all of these. */
const KINDS: Array<[begins: RegExp, is: string, advice: string]> = [
	[/^$/, 'an empty file', 'The node that outputs it gave no bytes.'],
	[
		/^0[\x80-\x84][^]{0,8}\p{Cc}{2}\*\x86H\x86\xf7\r\p{Cc}{2}/u,
		'a signed container (p7m)',
		CONTAINER,
	],
	[/^-----BEGIN (PKCS7|CMS)/, 'a signed container (p7m)', CONTAINER],
	[
		/^PK\p{Cc}{2}[^]*(vnd\.etsi\.asic|META-INF\/[^]{0,12}sign)/u,
		'a signed container (asice)',
		CONTAINER,
	],
	[
		/^PK\p{Cc}{2}[^]*(_Types\]\.xml|_rels\/|word\/|oasis)/u,
		'an office document (docx, odt …)',
		CONVERT,
	],
	[/^(\xd0\xcf\p{Cc}\xe0|\{\\rtf)/u, 'an office document (doc, rtf …)', CONVERT],
	[/^PK\p{Cc}{2}/u, 'a ZIP archive', 'Unpack it with the Compression node.'],
	[/^\p{Cc}\x8b/u, 'compressed (gzip)', 'Unpack it with the Compression node.'],
	[/^(\xff\xd8\xff|\x89PNG|GIF8|II\*\0|MM\0\*|RIFF[^]{4}WEBP|[^]{4}ftyp)/, 'an image', CONVERT],
	[
		/^\W{0,3}\s*<(!doctype html|html|head|body|center|h1|title|script|meta|(!--|\?xml)[^]*<(html|body))\b/i,
		'a web page',
		'Whatever it was downloaded from gave a page, such as a login, in its place.',
	],
	[/^("|data:[^,]{0,100};base64,)?(JVBERi|[\w+/-]{60})/, BASE64.is, BASE64.advice],
];

/** What a file is, by its first KB (latin1); undefined for a PDF, which may have other bytes before its `%PDF-`. */
export function otherThanPdf(bytes: string): Kind | undefined {
	const head = bytes.slice(0, HEAD_BYTES);
	const known = KINDS.find(([begins]) => begins.test(head));
	if (known) return { is: known[1], advice: known[2] };
	if (head.includes('%PDF-')) return undefined;
	return { is: 'something that does not begin with %PDF-', advice: DAMAGED };
}

/** The first and the last bytes of a file (latin1), and what it is said to be. */
export interface Edges {
	head: string;
	tail: string;
	name: string;
	mimeType?: string;
}

/**
 * What is wrong with a file that was received: it is something else than it is said to be, or ends before its end.
 * Undefined for a PDF with `%PDF-` in its first KB and `%%EOF` in its last 4 KB, for an archive (ZIP, docx) with both of
 * its ends, and for what is neither and no web page.
 */
export function damageOf({ head, tail, name, mimeType = '' }: Edges) {
	const type = `${mimeType}${extensionOf(name)}`;
	const other = otherThanPdf(head);
	if (/pdf/i.test(type)) {
		if (other) return { isCut: false, reason: `${other.is} came in place of the PDF` };
		return tail.includes('%%EOF') ? undefined : { isCut: true, reason: CUT };
	}
	if (other?.is === 'a web page')
		return { isCut: false, reason: 'a web page came in place of the file' };
	if (!/zip|docx|officedocument/i.test(type)) return undefined;
	if (!head.startsWith('PK'))
		return { isCut: false, reason: 'what came in place of the file is not one' };
	return tail.includes('PK\x05\x06') ? undefined : { isCut: true, reason: CUT };
}

const CUT = 'only a part of it came: its end is missing';
