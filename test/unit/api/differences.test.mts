import fc from 'fast-check';
import { differences, isSameValue } from '../../../nodes/ContractManagement/api/differences';

test.each([
	[5, '5'],
	[true, 'true'],
	[' a ', 'a'],
	[null, ''],
	[undefined, null],
	['é'.normalize('NFD'), 'é'.normalize('NFC')],
	[
		['b', 'a'],
		['a', 'b'],
	],
	[[1], ['1']],
	[{ a: 1 }, { a: '1', b: null }],
	[[{ a: 1 }], [{ a: '1' }]],
])('%j and %j mean the same', (a, b) => {
	expect(isSameValue(a, b)).toBe(true);
	expect(isSameValue(b, a)).toBe(true);
});

test.each([
	['a', 'A'],
	[0, ''],
	[false, null],
	[['a'], ['a', 'a']],
	[
		['a', 'a', 'b'],
		['a', 'b', 'b'],
	],
	[['a'], 'a'],
	[{ a: 1 }, [1]],
	[{ a: 1 }, '[object Object]'],
	[
		[{ a: 1 }, { a: 2 }],
		[{ a: 2 }, { a: 1 }],
	],
])('%j and %j do not', (a, b) => {
	expect(isSameValue(a, b)).toBe(false);
	expect(isSameValue(b, a)).toBe(false);
});

test('any value means the same as itself, also after a journey through JSON', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(isSameValue(value, value)).toBe(true);
			expect(isSameValue(value, JSON.parse(JSON.stringify(value)))).toBe(true);
		}),
	);
});

test('what differs is told with both values; what is not wanted is not compared', () => {
	const current = { name: 'Acme', status: 'active', other: 1 };
	expect(differences(current, { name: 'Acme ', status: 'archived', logoUrl: 'x' })).toEqual([
		{ field: 'status', from: 'active', to: 'archived' },
		{ field: 'logoUrl', from: null, to: 'x' },
	]);
});
