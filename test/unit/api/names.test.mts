import fc from 'fast-check';
import {
	comparableName,
	containsName,
	exactFirst,
	HEADER_SPELLINGS,
	listed,
	oneSpelling,
	readsAsOperator,
	sameName,
	spellingsOf,
} from '../../../nodes/ContractManagement/api/names';

test.each([
	['Acme', ' acme '],
	['Söhne', 'SÖHNE'.normalize('NFD')],
	['ÎLE', 'île'],
	['Acme  Inc', 'Acme Inc'],
	['Contract value\r\n(EUR)', 'contract\u00a0value (EUR)'],
	['\ufeffAcme\u200b Inc', 'Acme\u2009Inc'],
	['\u200eAcme\u200f', 'Acme'],
	['STRASSE', 'Straße'],
	['İstanbul IŞIK', 'istanbul ışık'],
	['ΟΔΟΣ', 'οδος'],
])('%s and %s are the same name', (a, b) => expect(sameName(a, b)).toBe(true));

test.each([
	['Acme', 'Acme Inc'],
	['AcmeInc', 'Acme Inc'],
	['Sohne', 'Söhne'],
])('%s and %s are not', (a, b) => expect(sameName(a, b)).toBe(false));

test.each([
	['Müller GmbH', 'muller'],
	['Muller', 'MÜLL'],
	['Société', 'societe'.normalize('NFD')],
	['Acme', ''],
])('%s contains %j, as services with an index without accents find it', (name, text) =>
	expect(containsName(name, text)).toBe(true),
);

test.each([
	['Acme', 'acne'],
	[null, 'a'],
])('%s does not contain %j', (name, text) => expect(containsName(name, text)).toBe(false));

test('comparing is the same whichever way a name is written', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (name) => {
			const forms = [name, ` ${name}\t`, name.normalize('NFD'), name.normalize('NFC')];
			expect(new Set(forms.map(comparableName)).size).toBe(1);
		}),
	);
});

test('a name is searched in both compositions of its accents, plain ones once', () => {
	expect(spellingsOf(' Acme ')).toEqual(['Acme']);
	expect(spellingsOf('Acme\u00a0 Inc')).toEqual(['Acme Inc', 'Acme\u00a0 Inc']);
	expect(spellingsOf('Söhne')).toEqual(['Söhne'.normalize('NFC'), 'Söhne'.normalize('NFD')]);
});

test.each(['in:a,b', 'NE:x', ' gte:1', 'lte:', 'eq:x'])('%j reads as an operator', (value) =>
	expect(readsAsOperator(value)).toBe(true),
);

test.each(['inn:a', 'in a', 'Made in:China', '', 'Gin:Tonic'])('%j does not', (value) =>
	expect(readsAsOperator(value)).toBe(false),
);

test.each([
	[' Acme\u00a0\u00a0Bau\t\nGmbH ', 'Acme Bau GmbH'],
	['\ufeffA\u200bcme\u00ad', 'Acme'],
	['Mu\u0308ller', 'Müller'],
	['\u3000株式会社\u3000東京 ', '株式会社 東京'],
	['می\u200cخواهم', 'می\u200cخواهم'],
	[' \ufeff ', ''],
])('%j is spelled %j', (name, spelling) => {
	expect(oneSpelling(name)).toBe(spelling);
	expect(oneSpelling(spelling)).toBe(spelling);
});

describe('exact first', () => {
	const named = (...names: string[]) =>
		names.map((name, i) => ({ id: String.fromCharCode(97 + i), name }));
	const ids = (names: string[], name: string, spellings?: typeof HEADER_SPELLINGS) =>
		exactFirst(
			named(...names),
			spellings,
		)(name)
			.found.map(({ id }) => id)
			.join('');

	test.each([
		[['EU', 'eu'], 'eu', 'b'],
		[['EU', 'eu'], 'Eu', 'ab'],
		[['EU', 'E U'], 'E\u00a0U', 'b'],
		[['30 days', '30  days'], '30  days', 'b'],
		[['30 Days', '30\u00a0days'], '30 days', 'b'],
		[['30 Days'], ' 30\u00a0DAYS\n', 'a'],
		[['a', 'a'], 'a', 'ab'],
		[['a'], 'b', ''],
		[['', ' '], ' \u200b', ''],
		[['__proto__', 'constructor'], '__proto__', 'a'],
		[['a'], 'constructor', ''],
		[['Contract value'], 'contract_value', ''],
	])('among %j, %j is %j', (names, name, found) => expect(ids(names, name)).toBe(found));

	test.each([
		[['Contract value', 'contract_value'], 'contract_value', 'b'],
		[['Contract value'], 'contract_value', 'a'],
		[['Contract value'], 'contractValue', 'a'],
		[['Auto-renewal'], 'auto_renewal', 'a'],
		[['Contract value', 'contract-value'], 'CONTRACT_VALUE', 'ab'],
		[['Contract value'], 'Contract value (EUR)', ''],
	])('of the fields %j, the header %j is %j', (names, name, found) =>
		expect(ids(names, name, HEADER_SPELLINGS)).toBe(found),
	);

	test('what is there twice is one', () => {
		const [a] = named('a');
		expect(exactFirst([a, a])('A').found).toEqual([a]);
	});
});

test('names in a sentence are at most so many, and never long', () => {
	expect(listed(['a', 'b'])).toBe('a, b');
	expect(listed('abcdefghijklm'.split(''))).toBe('a, b, c, d, e, f, g, h, i, j and 3 more');
	expect(
		listed(
			Array.from({ length: 400 }, () => 'n'.repeat(90)),
			30,
		),
	).toMatch(/n and 390 more$/);
});
