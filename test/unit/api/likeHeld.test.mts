import { likeHeld } from '../../../nodes/ContractManagement/api/likeHeld';

const FIELD = { id: 'f', name: 'Size' };

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
	['opt', { id: 'x', name: 'X' }, { id: 'x', name: 'X' }],
	[240, null, null],
])('where %j is held, %j is %j', (held, value, expected) =>
	expect(likeHeld(held, FIELD, value)).toEqual({ value: expected }),
);

test.each<[unknown, unknown]>([
	[240, 'N/A'],
	[240, '1,234'],
	[240, [1, 2]],
	[true, 'perhaps'],
	['x', ['a', 'b']],
])('where %j is held, %j is refused by the name of the field', (held, value) =>
	expect(likeHeld(held, FIELD, value)).toMatchObject({
		problem: { message: expect.stringContaining("'Size'"), details: { fieldId: 'f', value } },
	}),
);
