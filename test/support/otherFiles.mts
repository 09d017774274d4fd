import { pdf } from './binary.mts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const decoded = (before: string) =>
	Buffer.from(before + pdf('decoded').toString('base64'), 'base64');

/** A PDF within it, as containers that do not compress hold one. */
const holding = (before: string) => Buffer.concat([latin1(before), pdf('held')]);

/** PDFs as programs begin them: by Word, and by LibreOffice, whose first line is UTF-8. */
const WORD = latin1('%PDF-1.7\r\n%\xb5\xb5\xb5\xb5\r\n1 0 obj\r\n<</Type/Catalog>>\r\nendobj\r\n');
const WRITER = latin1(
	'%PDF-1.7\n%\xc3\xa4\xc3\xbc\xc3\xb6\xc3\x9f\n2 0 obj\n<</Length 3 0 R/Filter/FlateDecode>>\nstream\nx\x9c\xad\x5a',
);
const AS_TEXT = 'what is left of a PDF read as text';

/** Files that are no PDF, and what a person is told that they are. */
export const OTHERS: Array<[is: string, bytes: Buffer]> = [
	[
		'a signed container (p7m)',
		holding('0\x82\x12\x34\x06\x09*\x86H\x86\xf7\r\x01\x07\x02\xa0\x82\x12\x25'),
	],
	['a signed container (p7m)', holding('0\x80\x06\x09*\x86H\x86\xf7\r\x01\x07\x02\xa0\x80')],
	['a signed container (p7m)', latin1('-----BEGIN PKCS7-----\nMIIB\n-----END PKCS7-----\n')],
	[
		'a signed container (asice)',
		holding('PK\x03\x04\n\0\0\0mimetypeapplication/vnd.etsi.asic-e+zipPK\x03\x04main.pdf'),
	],
	[
		'an office document (docx, xlsx, odt …)',
		latin1('PK\x03\x04\x14\0\x06\0\x08\0[Content_Types].xml \xa2\x04\x02'),
	],
	[
		'an office document (docx, xlsx, odt …)',
		latin1('PK\x03\x04\x14\0\x08\x08\x08\0xl/drawings/drawing1.xml'),
	],
	['an office document (doc, rtf …)', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
	['a ZIP archive', holding('PK\x03\x04\n\0\0\0\0\0main.pdf')],
	['gzip-compressed data', latin1('\x1f\x8b\x08\0\0\0\0\0')],
	['an image', latin1('\x89PNG\r\n\x1a\n')],
	['an image', latin1('\xff\xd8\xff\xe0\0\x10JFIF')],
	['a web page', Buffer.from('\ufeff<!-- %PDF- -->\n<!DOCTYPE html><title>Log in</title>')],
	['a web page', latin1('<center><h1>403 Forbidden</h1></center>')],
	['base64 text', latin1(pdf('encoded').toString('base64'))],
	['base64 text', latin1(`"${pdf('quoted').toString('base64')}"`)],
	['base64 text', latin1(`data:application/pdf;base64,${pdf('url').toString('base64')}`)],
	['a data URI decoded as a whole', decoded('data:application/pdf;base64,')],
	['a data URI decoded as a whole', decoded('data:;base64,')],
	[AS_TEXT, Buffer.from(WORD.toString('utf8'))],
	[AS_TEXT, latin1(`undefined${WORD.toString('utf8')}`)],
	[AS_TEXT, Buffer.from(WRITER.toString('utf8'))],
	[AS_TEXT, Buffer.from(WRITER.toString('latin1'))],
	['JSON', latin1('\n{ "error": { "message": "The link has expired" } }')],
	['an empty file', Buffer.alloc(0)],
	['something that does not begin with %PDF-', latin1('hello')],
	['something that does not begin with %PDF-', Buffer.concat([Buffer.alloc(1024), pdf('late')])],
];
