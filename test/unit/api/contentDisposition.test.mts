import fc from 'fast-check';
import { fileNameIn } from '../../../nodes/ContractManagement/api/headers';

const bytes = (text: string) => Buffer.from(text).toString('latin1');

test.each([
	["attachment; filename*=UTF-8''O'Neil%20(NDA).pdf", "O'Neil (NDA).pdf"],
	["attachment; filename=x.pdf; filename*=UTF-8''%C3%A9.pdf", 'é.pdf'],
	["attachment; filename*=utf-8'en'a.pdf; filename=x.pdf", 'a.pdf'],
	["attachment; filename*=iso-8859-1''%A3%20rates.pdf; filename=rates.pdf", 'rates.pdf'],
	["attachment; FILENAME*=UTF-8''%e2%82%ac.pdf", '€.pdf'],
	["attachment; filename*=UTF-8''100%.pdf", '100%.pdf'],
	["attachment; filename*=UTF-8''%zz%4.pdf", '%zz%4.pdf'],
	['attachment; filename*="UTF-8\'\'a%20b.pdf"', 'a b.pdf'],
	["attachment; filename*=UTF-8''%FF.pdf; filename=x.pdf", 'x.pdf'],
	["attachment; filename*=klingon''a.pdf; filename=x.pdf", 'x.pdf'],
	['attachment; filename*=nonsense; filename="x.pdf"', 'x.pdf'],
	['attachment; filename="a \\"b\\" \\\\ c.pdf"', 'a "b" \\ c.pdf'],
	['attachment; filename="a;b=c; filename=d.pdf"', 'a;b=c; filename=d.pdf'],
	['attachment ; filename = "a.pdf" ; size=1', 'a.pdf'],
	['attachment;filename=two words.pdf;x=y', 'two words.pdf'],
	['attachment; filename="unterminated.pdf', 'unterminated.pdf'],
	['attachment; filename=first.pdf; filename=second.pdf', 'first.pdf'],
	[`attachment; filename="${bytes('Főszerződés.pdf')}"`, 'Főszerződés.pdf'],
	['attachment; filename="f\xfc.pdf"', 'fü.pdf'],
	['attachment; filename="文.pdf"', '文.pdf'],
	[`attachment; filename*=UTF-8''${bytes('ő')}.pdf`, 'ő.pdf'],
	['filename=a.pdf', 'a.pdf'],
])('%j names %j', (header, name) => expect(fileNameIn(header)).toBe(name));

test.each([
	'',
	'attachment',
	'attachment; filename=',
	'attachment; filename=""',
	'inline; x=filename=a',
	"a; filename*=UTF-8''%FF",
])('%j names none', (header) => expect(fileNameIn(header)).toBeUndefined());

test('whatever is written by the book is read', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
			const escaped = encodeURIComponent(name);
			expect(fileNameIn(`attachment; filename="x"; filename*=UTF-8''${escaped}`)).toBe(name);
		}),
	);
});
