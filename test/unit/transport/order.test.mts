import {
	compareBy,
	unshownIn,
	withTieBreak,
} from '../../../nodes/ContractManagement/transport/lists/order';

interface Row {
	id: string;
	name?: string | null;
	size?: number;
	at?: string | null;
}

const sorted = (sort: string, rows: Row[]) =>
	rows.toSorted(compareBy<Row>(sort)).map(({ id }) => id);

test('id breaks ties, unless it is a key already; no sort is newest first', () => {
	expect(withTieBreak('-updatedAt')).toBe('-updatedAt,id');
	expect(withTieBreak('name,-id')).toBe('name,-id');
	expect(withTieBreak(' ')).toBe('-createdAt,id');
});

test('what no record has is not sorted by here', () => {
	const rows = [{ id: '1', at: null }, { id: '2' }];
	expect(unshownIn<Row>(rows, 'at,-size')).toEqual(['size']);
});

test('keys count in their order, each in its direction', () => {
	const rows = [
		{ id: '1', name: 'b', size: 1 },
		{ id: '2', name: 'a', size: 10 },
		{ id: '3', name: 'a', size: 9 },
	];
	expect(sorted('name,size', rows)).toEqual(['3', '2', '1']);
	expect(sorted('name, -size', rows)).toEqual(['2', '3', '1']);
	expect(sorted('-name,,size', rows)).toEqual(['1', '3', '2']);
});

test('nulls and missing values come last when ascending and first when descending', () => {
	const rows = [{ id: '1', name: null }, { id: '2', name: 'a' }, { id: '3' }];
	expect(sorted('name,id', rows)).toEqual(['2', '1', '3']);
	expect(sorted('-name,id', rows)).toEqual(['1', '3', '2']);
});

test('points in time compare by the clock, whatever their form', () => {
	const rows = [
		{ id: '1', at: '2026-01-01T12:00:00.500Z' },
		{ id: '2', at: '2026-01-01T12:00:00Z' },
		{ id: '3', at: '2026-01-01T12:00:00.100+01:00' },
	];
	expect(sorted('at', rows)).toEqual(['3', '2', '1']);
});

test.each([
	['2026-01-01T12:00:00.000001Z', '2026-01-01T12:00:00.000002Z'],
	['2026-01-01T12:00:00.123Z', '2026-01-01T12:00:00.1234Z'],
	['2026-01-01T12:00:00Z', '2026-01-01T12:00:00.00001Z'],
	['2026-01-01T12:00:00.1234+00:00', '2026-01-01T13:00:00.12341+01:00'],
])('points in time that differ by less than a millisecond: %s before %s', (earlier, later) => {
	const rows = [
		{ id: '1', at: later },
		{ id: '2', at: earlier },
	];
	expect(sorted('at', rows)).toEqual(['2', '1']);
});

test('what only looks like a point in time compares as text', () => {
	const rows = [
		{ id: '1', at: '2026-99-01T12:00:00.2Z' },
		{ id: '2', at: '2026-99-01T12:00:00.11Z' },
	];
	expect(sorted('at', rows)).toEqual(['2', '1']);
});

test.each([
	['a', 'b'],
	['B', 'a'],
	['a', 'aa'],
])('text compares by its characters: %s before %s', (a, b) => {
	const compare = compareBy<Row>('name');
	expect(compare({ id: '1', name: a }, { id: '2', name: b })).toBeLessThan(0);
	expect(compare({ id: '1', name: b }, { id: '2', name: a })).toBeGreaterThan(0);
	expect(compare({ id: '1', name: a }, { id: '2', name: a })).toBe(0);
});

test('values of different types have one order, too', () => {
	const compare = compareBy<{ value: unknown }>('value');
	expect(compare({ value: 5 }, { value: '10' })).toBeGreaterThan(0);
});
