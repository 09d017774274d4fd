import fc from 'fast-check';
import { fileName } from '../../../nodes/ContractManagement/api/fileNames';
import { mediaTypeOf } from '../../../nodes/ContractManagement/api/headers';
import { codePoints } from '../../support/codePoints.mts';

const long = (character: string) => character.repeat(100_000);

test.each([
	['Főszerződés (v2) – final.pdf', 'Főszerződés (v2) – final.pdf'],
	['Contract 5/2024.pdf', 'Contract 5_2024.pdf'],
	['..\\..\\windows\\evil.pdf', 'windows_evil.pdf'],
	['../../etc/passwd', 'etc_passwd'],
	['C:\\Users\\a.pdf', 'C__Users_a.pdf'],
	['/./a.pdf', 'a.pdf'],
	['a\0b.pdf', 'ab.pdf'],
	['invoice\u202Efdp.pdf', 'invoicefdp.pdf'],
	['a\u200B\u2066b\u2069\uFEFF\u00AD\u034F\u3164c.pdf', 'abc.pdf'],
	['two\r\nlines\u2028three.pdf', 'two lines three.pdf'],
	['a\u0007\u001B[31m\u009B.pdf', 'a[31m.pdf'],
	['half \uD83D.pdf', 'half.pdf'],
	['  .hidden. ', 'hidden'],
	['a<b>c:d"e|f?g*.pdf', 'a_b_c_d_e_f_g_.pdf'],
	['a    b .pdf', 'a b.pdf'],
	['x.pdf. . .', 'x.pdf'],
	['CON', '_CON'],
	['nul.pdf', '_nul.pdf'],
	['Com1 .tar.gz', '_Com1 .tar.gz'],
	['LPT¹.pdf', '_LPT¹.pdf'],
	['console.pdf', 'console.pdf'],
	['👍🏽 ok.pdf', '👍🏽 ok.pdf'],
])('%j is called %j', (text, name) => expect(fileName(text, 'fallback')).toBe(name));

test.each(['', '.', '..', '...', '/', '\\..\\', ' . / ', '\u202E\u200B\0', '\r\n'])(
	'of %j nothing is left',
	(text) => {
		expect(fileName(text, 'contract', 'pdf')).toBe('contract.pdf');
		expect(fileName(text, '')).toBe('');
	},
);

test.each([
	[`${long('x')}.pdf`, 200],
	[`${long('é')}.docx`, 130],
	[`${long('文')}.pdf`, 87],
	[`${long('🙂')}.pdf`, 66],
	[long('x'), 200],
	[`${long('\u202E')}a.pdf`, 5],
	[`${long('. ')}a.pdf`, 5],
	[`a${long(' .')}b.pdf`, undefined],
	[`${long('../')}a.pdf`, 5],
	[long('.'), 0],
])('a name of 100,000 characters ends where names do: %#', (text, characters) => {
	const name = fileName(text, '');
	if (characters !== undefined) expect([...name]).toHaveLength(characters);
	expect(/\.\w+$/.exec(name)?.[0]).toBe(/\.\w+$/.exec(text)?.[0]);
	expectUsable(name);
});

test('the extension is added where there is none', () => {
	expect(fileName('Contract v1.2', '', 'pdf')).toBe('Contract v1.2.pdf');
	expect(fileName('NDA Mr.Smith', '', 'pdf')).toBe('NDA Mr.Smith.pdf');
	expect(fileName('Acme S.A', '', 'pdf')).toBe('Acme S.A.pdf');
	expect(fileName('a.zip', '', 'pdf')).toBe('a.zip');
	expect(fileName('Vertrag.docm', '', 'pdf')).toBe('Vertrag.docm');
	expect([...fileName(long('x'), '', 'pdf')]).toHaveLength(200);
	expect(fileName(long('x'), '', 'pdf')).toMatch(/x\.pdf$/);
});

const NASTY = fc.string({
	unit: fc.oneof(
		codePoints,
		fc.constantFrom('.', '/', '\\', ' ', '\0', '\n', '\u202E', '\uD800', 'a', '.pdf', 'CON', '文'),
	),
	maxLength: 400,
});

test('whatever the name, the result can be stored, and is its own name', () => {
	fc.assert(
		fc.property(NASTY, fc.constantFrom('', 'pdf'), (text, extension) => {
			const name = fileName(text, 'contract', extension);
			expectUsable(name);
			expect(fileName(name, 'contract', extension)).toBe(name);
		}),
		{ numRuns: 2000 },
	);
});

function expectUsable(name: string): void {
	expect(name).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}<>:"/\\|?*]|^[. ]|[. ]$/u);
	expect(name).not.toMatch(/^(con|nul|aux|prn)(\.|$)/i);
	expect([...name].length).toBeLessThanOrEqual(200);
	expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
}

test.each([
	['application/pdf', 'application/pdf'],
	['Application/PDF; charset=binary', 'application/pdf'],
	['application/vnd.openxmlformats-officedocument.wordprocessingml.document', undefined],
	['', ''],
	[undefined, ''],
	['pdf', ''],
	['application/', ''],
	['text/html\r\nx-evil: 1', ''],
	['text/<script>', ''],
	['a b/c', ''],
	[`application/${'x'.repeat(200)}`, ''],
])('the content type %j is %j', (text, type = text) => {
	expect(mediaTypeOf(text) ?? '').toBe(type);
});
