import fc from 'fast-check';
import type { FieldKind } from '../../../nodes/ContractManagement/api/creationForm';
import { comparisonOf, isSameValue } from '../../../nodes/ContractManagement/api/comparison';

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

test.each([
	[0.5, '0.50'],
	[1200, '1.2e3'],
	[true, 'True'],
	['2024-06-01', '2024-06-01T00:00:00.000Z'],
	['2024-06-01T02:00:00+02:00', '2024-06-01T00:00:00Z'],
	[[], null],
])('%j and %j look the same', (a, b) => {
	expect(isSameValue(a, b)).toBe(true);
	expect(isSameValue(b, a)).toBe(true);
});

test.each([
	[7, '007'],
	[49, '+49'],
	['1.1', '1.10'],
	[1, true],
	[0.1 + 0.2, '0.3'],
	[12345678901234567000, '12345678901234567890'],
	['2024-06-01', '2024-06-01T14:00:00Z'],
	['20240601', '2024-06-01'],
	['2024-06-01T00:00:00.0001Z', '2024-06-01T00:00:00.0002Z'],
])('%j and %j do not look the same', (a, b) => {
	expect(isSameValue(a, b)).toBe(false);
	expect(isSameValue(b, a)).toBe(false);
});

const OPTIONS = [
	{ id: 'kg', name: 'Kilogram' },
	{ id: 'pc', name: 'Piece' },
];
const RECORD = 'E0000000-0000-4000-8000-00000000000a';

test.each<[FieldKind, unknown, unknown]>([
	['number', 0.5, '0.50'],
	['number', 1000, ' +1e3 '],
	['number', 0, '-0.000'],
	['number', '007', 7],
	['text', 5, '5'],
	['text', 'é'.normalize('NFD'), 'é '],
	['boolean', true, 'yes'],
	['boolean', false, 0],
	['date', '2024-06-01', '2024-06-01T00:00:00.000Z'],
	['date', '2024-06-01', '2024-06-01T00:00:00+02:00'],
	['date', '2024-06-01', Date.parse('2024-06-01')],
	['dateTime', '2024-06-01', '2024-06-01T00:00:00Z'],
	['dateTime', '2024-06-01T02:00:00+02:00', '2024-06-01T00:00:00.000Z'],
	['dateTime', '2024-06-01T02:00:00', '2024-06-01T02:00:00.000Z'],
	['dateTime', '2024-06-01 02:00', Date.parse('2024-06-01T02:00Z')],
	['dateTime', '2024-06-01T02:00:00.1234567Z', '2024-06-01T02:00:00.123Z'],
	['select', 'kg', 'kilogram'],
	['select', 'kg', { id: 'kg', name: 'Kilogram' }],
	['multiSelect', ['kg', 'pc'], 'Piece; Kilogram'],
	['multiSelect', [], null],
	['relation', RECORD, [{ id: RECORD.toLowerCase() }]],
	['richText', 'A', [{ type: 'paragraph', children: [{ text: 'A' }] }]],
	['other', 5, '5'],
])('in a %s %j and %j are the same', (type, a, b) => {
	const { isSame, keyOf } = comparisonOf(fieldOfType(type), 'Europe/Berlin');
	expect([isSame(a, b), isSame(b, a)]).toEqual([true, true]);
	expect(keyOf(a)).toBe(keyOf(b));
});

test.each<[FieldKind, unknown, unknown]>([
	['number', 0.1 + 0.2, '0.3'],
	['number', '9007199254740992', '9007199254740993'],
	['number', 0, null],
	['number', 5, 'five'],
	['text', '007', '7'],
	['text', '0.50', 0.5],
	['text', '2024-06-01', '2024-06-01T00:00:00.000Z'],
	['text', 'a', 'A'],
	['number', '-5', 5],
	['boolean', false, null],
	['date', '2024-06-01', '2024-06-02T00:00:00.000Z'],
	['dateTime', '2024-06-01T00:00:00Z', '2024-06-01T00:00:00+02:00'],
	['select', 'kg', 'pc'],
	['multiSelect', ['kg'], ['kg', 'pc']],
])('in a %s %j and %j differ', (type, a, b) => {
	const { isSame } = comparisonOf(fieldOfType(type), 'Europe/Berlin');
	expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
});

test('what is the same in a field of any type has the same key', () => {
	const kind = fc.constantFrom<FieldKind>('text', 'number', 'date', 'dateTime', 'boolean', 'other');
	const value = fc.oneof(
		fc.double({ noNaN: true, noDefaultInfinity: true }),
		fc.double().map((number) => `${number}0`),
		fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
		fc.constantFrom(true, 'true', 'TRUE', 1, '1', '1.0', ' 1', '', null, 'a', 'A', '01'),
	);
	fc.assert(
		fc.property(kind, value, value, (type, a, b) => {
			const { isSame, keyOf } = comparisonOf(fieldOfType(type), 'UTC');
			expect(isSame(a, a)).toBe(true);
			expect(isSame(a, b)).toBe(isSame(b, a));
			if (isSame(a, b)) expect(keyOf(a)).toBe(keyOf(b));
		}),
		{ numRuns: 2_000 },
	);
});

test('a number of a hundred thousand digits is read at once', () => {
	const { keyOf } = comparisonOf(fieldOfType('number'), 'UTC');
	// CPU time, so that other work on the machine does not count.
	const startedAt = process.cpuUsage();
	for (const text of ['1', '0', '.5', '1e'].map((part) => `${part.repeat(100_000)}!`)) keyOf(text);
	keyOf(`1${'0'.repeat(100_000)}1`);
	expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1_000);
});

function fieldOfType(type: FieldKind) {
	const options = type === 'select' || type === 'multiSelect' ? OPTIONS : [];
	return { type, options };
}
