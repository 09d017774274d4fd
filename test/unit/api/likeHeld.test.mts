import { likeHeld } from '../../../nodes/ContractManagement/api/likeHeld';

const FIELD = { id: 'f', name: 'Size' };
const BERLIN = { zone: 'Europe/Berlin', richText: 'plainText' as const };
const RETAIL = { id: 'retail', name: 'Retail' };

test.each<[unknown, unknown, unknown]>([
	[240, '250', 250],
	[240, ' 250 ', 250],
	[240, ['250'], 250],
	[0.5, '0.50', 0.5],
	['5.00', 5, '5.00'],
	['007', 7, '7'],
	['x', 13, '13'],
	['x', ['y'], 'y'],
	['x', true, 'true'],
	[true, 'no', false],
	[true, 'TRUE', true],
	[['Norway'], 'Norway', ['Norway']],
	[['Norway'], 'Sweden; Norway', ['Sweden', 'Norway']],
	[['Norway'], ['Sweden'], ['Sweden']],
	[undefined, ['Norway'], 'Norway'],
	[null, ['a', 'b'], ['a', 'b']],
	[null, '5', '5'],
	[null, '12,500', '12,500'],
	[undefined, 5, 5],
	[undefined, true, true],
	['DE123', 'N/A', 'N/A'],
	['DE123', '#1 Cleaners!', '#1 Cleaners!'],
	['opt', { id: 'x', name: 'X' }, { id: 'x', name: 'X' }],
	['retail', RETAIL, 'retail'],
	['Retail', { value: 'Zq1', label: 'Retail' }, 'Retail'],
	['retail', 'Retail', 'Retail'],
	[RETAIL, 'retail', RETAIL],
	[RETAIL, 'RETAIL', RETAIL],
	[RETAIL, 'energy', 'energy'],
	[[RETAIL], ['Retail', 'energy'], [RETAIL, 'energy']],
	[['retail'], [RETAIL], ['retail']],
	[['a', 'b'], 'a, b', ['a', 'b']],
	[['a', 'b'], 'a, c', ['a, c']],
	[['R&D; Law'], 'R&D; Law', ['R&D; Law']],
	[{ value: 5, currency: 'EUR' }, 5, 5],
	['2026-03-31', '2026-03-30T22:00:00.000Z', '2026-03-31'],
	['2026-03-31', '2026-04-01T00:00:00.000+02:00', '2026-04-01'],
	['2026-03-31', '2026-04-01 14:30', '2026-04-01'],
	['2026-03-31', 'at once', 'at once'],
	['2026-03-31T00:00:00.000Z', '2026-03-30T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
	['a\nb', 'a\r\nb', 'a\nb'],
	[240, null, null],
])('where %j is held, %j is %j', (held, value, expected) =>
	expect(likeHeld(held, FIELD, value, BERLIN)).toEqual({ value: expected }),
);

test.each<[unknown, unknown]>([
	[240, 'N/A'],
	['DE123', '#REF!'],
	[null, '#N/A'],
	[240, '1,234'],
	[240, [1, 2]],
	[true, 'perhaps'],
	['x', ['a', 'b']],
	['2026-03-31', '1970-01-01T00:00:00.000Z'],
])('where %j is held, %j is refused by the name of the field', (held, value) =>
	expect(likeHeld(held, FIELD, value, BERLIN)).toMatchObject({
		problem: { message: expect.stringContaining("'Size'"), details: { fieldId: 'f', value } },
	}),
);
