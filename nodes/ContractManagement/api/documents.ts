import { extensionOf } from './fileNames';
import { digestOf } from './print';
import { isHtml } from './texts';

/** Where a PDF may begin: programs look for `%PDF-` in the first KB, behind other bytes. */
export const HEAD_BYTES = 1024;
const TAIL_BYTES = 4096;

/** The first and last bytes of a file (latin1) by its chunks: they tell what it is, and whether it is whole. */
export class Edges {
	head = '';
	tail = '';
	private size = 0;

	/** Most probably the same for the same file only: archives made of one template differ at their ends. */
	get print(): string {
		return digestOf(`${this.size} ${this.head}${this.tail}`);
	}

	add(chunk: Buffer): void {
		this.size += chunk.length;
		this.head = (this.head + chunk.toString('latin1', 0, HEAD_BYTES)).slice(0, HEAD_BYTES);
		// Programs pad files with zeros (some PDFs with 80,000), blanks and line breaks.
		const end = chunk.findLastIndex((byte) => byte > 32 || (byte > 0 && byte < 9)) + 1;
		const last = chunk.toString('latin1', Math.max(0, end - TAIL_BYTES), end);
		this.tail = (this.tail + last).slice(-TAIL_BYTES);
	}
}

/** What a file is in place of a PDF, and how to come by the PDF; both are sentences' parts for people. */
export interface Kind {
	is: string;
	advice: string;
}

/** Of a file, and of a text in place of a field's name. */
export const BASE64: Kind = {
	is: 'base64 text',
	advice: 'This is base64: use Convert to File (Move Base64 String to File).',
};

const PAGE: Kind = {
	is: 'a web page',
	advice: 'Its source gave a page, such as a login, in its place.',
};
const P7M = 'a signed container (p7m)';
const ASICE = 'a signed container (asice)';
const OFFICE = 'an office document (docx, xlsx, odt …)';
const CONTAINER = 'Take the PDF out of the signed container.';
const CONVERT = 'Convert it to a PDF first.';
const AS_TEXT = 'what is left of a PDF read as text';
const AFTER_COMMA =
	'In Edit Fields before, keep what follows its comma: {{ $json.file.split(",").pop() }}.';
const AS_FILE = 'Get it as a file (Response Format File) or as base64.';
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
	[/^\s*[[{]\s*["{[]/, 'JSON', 'Its source gave data, such as an error, in its place.'],
	[/^u\xabZ/, 'a data URI decoded as a whole', AFTER_COMMA],
	// Before an empty line, good PDFs of gopdf (until May 2026) have such bytes, too. No deflated stream begins like these.
	[/%PDF-\d\.\d\s+%[^\r\n]{0,9}?(\xfd{4}|(\xef\xbf\xbd)+(?!\xef|\n\n))/, AS_TEXT, AS_FILE],
	[/stream\r?\n[Hhx](\xef\xbf\xbd|\xc2[\x89\x9c])/, AS_TEXT, AS_FILE],
	[/^(?![^]*%PDF-)/, 'something that does not begin with %PDF-', DAMAGED],
];

/** What a file is, by its first KB (latin1); undefined for a PDF, which may have other bytes before its `%PDF-`. */
export function otherThanPdf(bytes: string): Kind | undefined {
	const head = bytes.slice(0, HEAD_BYTES);
	if (isHtml(head.replace(/^\xef\xbb\xbf/, ''))) return PAGE;
	const known = KINDS.find(([begins]) => begins.test(head));
	return known && { is: known[1], advice: known[2] };
}

/** Whether a file is a Word document (docx): an archive with its parts in it, or with those of any office file and said to be one. */
export function isDocx(head: string, said: string): boolean {
	if (!head.startsWith('PK') || /(xl|ppt)\/|oasis/.test(head)) return false;
	if (/(?<!\w)word\//.test(head)) return true;
	return /_Types\]\.xml|_rels\/|docProps\//.test(head) && /\.docx( |$)|wordprocessing/i.test(said);
}

/** That the end of a PDF or of an archive (ZIP, docx) is missing; undefined where it is there. */
export function cutOff({ head, tail }: Pick<Received, 'head' | 'tail'>): Kind | undefined {
	if (tail.includes(head.startsWith('PK') ? 'PK\x05\x06' : '%%EOF')) return undefined;
	const advice =
		'Get it again (Local File Trigger: with Await Write Finish), or save it anew as a PDF.';
	return { is: 'only the first part of one', advice };
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
 * Undefined for a PDF or an archive (ZIP, docx) with both of its ends, and for anything else that is no web page.
 */
export function damageOf({ name, mimeType = '', head, tail }: Received): string | undefined {
	const said = `${mimeType}${extensionOf(name)}`;
	const isArchive = /zip|docx|officedocument/i.test(said);
	const isPdf = /pdf/i.test(said) && !(isArchive && head.startsWith('PK'));
	const other = otherThanPdf(head)?.is;
	if (other === PAGE.is || (isPdf && other)) return inPlaceOf(head);
	if (isArchive && !isPdf && !head.startsWith('PK'))
		return 'what came in place of the file is no archive';
	const isCut = (isPdf || isArchive) && cutOff({ head, tail });
	return isCut ? 'only a part of the file came: its end is missing' : undefined;
}

/** What came in place of a file, by its first bytes; a web page with its title. */
export function inPlaceOf(head: string): string {
	const title = /<title[^>]*>\s*([^<]{1,80})/i.exec(head)?.[1].trim();
	return `${otherThanPdf(head)?.is}${title ? ` ('${title}')` : ''} came in place of the file`;
}
