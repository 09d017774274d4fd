import fc from 'fast-check';
import {
	comparableName,
	containsName,
	readsAsOperator,
	sameName,
	spellingsOf,
} from '../../../nodes/ContractManagement/api/names';

test.each([
	['Acme', ' acme '],
	['Söhne', 'SÖHNE'.normalize('NFD')],
	['ÎLE', 'île'],
])('%s and %s are the same name', (a, b) => expect(sameName(a, b)).toBe(true));

test.each([
	['Acme', 'Acme Inc'],
	['Acme  Inc', 'Acme Inc'],
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
	expect(spellingsOf('Söhne')).toEqual(['Söhne'.normalize('NFC'), 'Söhne'.normalize('NFD')]);
});

test.each(['in:a,b', 'NE:x', ' gte:1', 'lte:', 'eq:x'])('%j reads as an operator', (value) =>
	expect(readsAsOperator(value)).toBe(true),
);

test.each(['inn:a', 'in a', 'Made in:China', '', 'Gin:Tonic'])('%j does not', (value) =>
	expect(readsAsOperator(value)).toBe(false),
);
