import { extensionOf } from './fileNames';
import { isHtml } from './texts';

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

const PAGE: Kind = {
	is: 'a web page',
	advice: 'Whatever it was downloaded from gave a page, such as a login, in its place.',
};
const P7M = 'a signed container (p7m)';
const ASICE = 'a signed container (asice)';
const OFFICE = 'an office document (docx, xlsx, odt …)';
const CONTAINER = 'Take the PDF out of the signed container.';
const CONVERT = 'Convert it to a PDF first.';
const DAMAGED = 'It is damaged, or something else under that name.';

/** By the first bytes. A container may hold a PDF that begins within them, so a PDF comes after all of these. */
const KINDS: Array<[begins: RegExp, is: string, advice: string]> = [
	[/^$/, 'an empty file', 'The node that outputs it gave no bytes.'],
	[/^0[\x80-\x84][^]{0,8}\p{Cc}{2}\*\x86H\x86\xf7\r\p{Cc}{2}/u, P7M, CONTAINER],
	[/^-----BEGIN (PKCS7|CMS)/, P7M, CONTAINER],
	[/^PK\p{Cc}{2}[^]*(vnd\.etsi\.asic|META-INF\/[^]{0,12}sign)/u, ASICE, CONTAINER],
	[/^PK\p{Cc}{2}[^]*(_Types\]\.xml|_rels\/|(word|xl|ppt)\/|oasis)/u, OFFICE, CONVERT],
	[/^(\xd0\xcf\p{Cc}\xe0|\{\\rtf)/u, 'an office document (doc, rtf …)', CONVERT],
	[/^PK\p{Cc}{2}/u, 'a ZIP archive', 'Unpack it with the Compression node.'],
	[/^\p{Cc}\x8b/u, 'gzip-compressed data', 'Unpack it with the Compression node.'],
	[/^(\xff\xd8\xff|\x89PNG|GIF8|II\*\0|MM\0\*|RIFF[^]{4}WEBP|[^]{4}ftyp)/, 'an image', CONVERT],
	[/^("|data:[^,]{0,100};base64,)?(JVBERi|[\w+/-]{60})/, BASE64.is, BASE64.advice],
];

/** What a file is, by its first KB (latin1); undefined for a PDF, which may have other bytes before its `%PDF-`. */
export function otherThanPdf(bytes: string): Kind | undefined {
	const head = bytes.slice(0, HEAD_BYTES);
	const known = KINDS.find(([begins]) => begins.test(head));
	if (known) return { is: known[1], advice: known[2] };
	if (isHtml(head.replace(/^\u00ef\u00bb\u00bf/, ''))) return PAGE;
	if (head.includes('%PDF-')) return undefined;
	return { is: 'something that does not begin with %PDF-', advice: DAMAGED };
}

/** Whether a file is a Word document (docx): an archive with its parts in it, or with those of any office file and said to be one. */
export function isDocx(bytes: string, said: string): boolean {
	const head = bytes.slice(0, HEAD_BYTES);
	if (!head.startsWith('PK') || /(xl|ppt)\/|oasis/.test(head)) return false;
	return (
		head.includes('word/') ||
		(head.includes('_Types].xml') && /\.docx( |$)|wordprocessing/i.test(said))
	);
}

/** What a file is said to be, and its first and last bytes (latin1). */
export interface Received {
	name: string;
	mimeType?: string;
	head: string;
	tail: string;
}

/**
 * What is wrong with a file that was received, for people: it is something else than it says, or its end is missing.
 * Undefined for a PDF with `%PDF-` in its first KB and `%%EOF` in its last 4 KB, for an archive (ZIP, docx) with both of its
 * ends, and for anything else that is no web page.
 */
export function damageOf({ name, mimeType = '', head, tail }: Received): string | undefined {
	const said = `${mimeType}${extensionOf(name)}`;
	const isArchive = /zip|docx|officedocument/i.test(said);
	const isPdf = /pdf/i.test(said) && !(isArchive && head.startsWith('PK'));
	const other = otherThanPdf(head)?.is;
	if (other === PAGE.is || (isPdf && other)) return inPlaceOf(head);
	if (isArchive && !isPdf && !head.startsWith('PK'))
		return 'what came in place of the file is no archive';
	if ((isPdf && !tail.includes('%%EOF')) || (isArchive && !isPdf && !tail.includes('PK\x05\x06'))) {
		return 'only a part of the file came: its end is missing';
	}
	return undefined;
}

/** What came in place of a file, by its first bytes; a web page with its title. */
export function inPlaceOf(head: string): string {
	const title = /<title[^>]*>\s*([^<]{1,80})/i.exec(head)?.[1].trim();
	return `${otherThanPdf(head)?.is}${title ? ` ('${title}')` : ''} came in place of the file`;
}
