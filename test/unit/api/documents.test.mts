import {
	damageOf,
	Edges,
	inPlaceOf,
	otherThanPdf,
} from '../../../nodes/ContractManagement/api/documents';
import { pdf } from '../../support/binary.mts';
import { OTHERS } from '../../support/otherFiles.mts';

const latin1 = (bytes: Buffer) => bytes.toString('latin1');

describe('what a file is, by its first KB', () => {
	test.each(OTHERS)('%s', (is, bytes) => {
		expect(otherThanPdf(latin1(bytes))).toEqual({ is, advice: expect.stringMatching(/\.$|\)\.$/) });
	});

	test.each([
		pdf('at once'),
		Buffer.concat([Buffer.alloc(1019, '\n'), pdf('last')]),
		Buffer.concat([Buffer.from('\ufeff% made by us\n'), pdf('after others')]),
		// As gopdf made them until May 2026, and as many that are made by hand in UTF-8.
		Buffer.from('%PDF-1.7\n%\ufffd\ufffd\ufffd\ufffd\n\n1 0 obj\n<<\n'),
		Buffer.from('%PDF-1.3\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog'),
		Buffer.from('%PDF-1.7\n%\xb5\xb5\xb5\xb5\n4 0 obj\n<<>>\nstream\r\nx\x9c', 'latin1'),
	])('a PDF (%#)', (bytes) => {
		expect(otherThanPdf(latin1(bytes))).toBeUndefined();
	});
});

describe('damage of a file that was received', () => {
	const WHOLE = { head: '%PDF-1.7 ', tail: 'startxref\n1\n%%EOF\n' };
	const ZIP = { head: 'PK\x03\x04 word/', tail: 'PK\x05\x06\0' };
	const PAGE = { head: '<html><title>\n Blocked by policy</title>', tail: '</html>' };
	const PAGE_CAME = "a web page ('Blocked by policy') came in place of the file";
	const CUT = 'only a part of the file came: its end is missing';

	test.each([
		['a.pdf', 'application/pdf', WHOLE, undefined],
		['a.pdf', undefined, WHOLE, undefined],
		['a.pdf', 'application/octet-stream', { ...WHOLE, tail: '' }, CUT],
		['a.pdf', 'application/pdf', PAGE, PAGE_CAME],
		['a.bin', 'application/octet-stream', PAGE, PAGE_CAME],
		['a.docx', 'application/msword', PAGE, PAGE_CAME],
		[
			'a.pdf',
			'application/pdf',
			{ head: '\x1f\x8b\x08', tail: '' },
			'gzip-compressed data came in place of the file',
		],
		['a.docx', undefined, ZIP, undefined],
		['a.docx', 'application/pdf', ZIP, undefined],
		['a.pdf', 'application/pdf', ZIP, expect.stringContaining('an office document')],
		['a.zip', 'application/zip', { ...ZIP, tail: '' }, CUT],
		['a.docx', undefined, WHOLE, 'what came in place of the file is no archive'],
		['a.doc', 'application/msword', { head: 'anything', tail: '' }, undefined],
	])('%s of type %s, %j: %s', (name, mimeType, edges, damage) => {
		expect(damageOf({ name, mimeType, ...edges })).toEqual(damage);
	});

	test.each([1_000, 4_096, 200_000])('a padded PDF is whole, in chunks of %i bytes', (size) => {
		const padding = Buffer.alloc(100_000, '\0 \r\n');
		const bytes = Buffer.concat([Buffer.from(WHOLE.head + WHOLE.tail), padding]);
		const edges = new Edges();
		for (let i = 0; i < bytes.length; i += size) edges.add(bytes.subarray(i, i + size));
		expect(damageOf({ name: 'a.pdf', ...edges })).toBeUndefined();
	});

	test('what came in its place', () => expect(inPlaceOf(PAGE.head)).toBe(PAGE_CAME));
});
