import { flawIn, flawOf } from '../../../nodes/ContractManagement/api/flaws';

const related = (fields: unknown) => ({ id: 'r', fields: [{ relatedRecords: [{ fields }] }] });

test.each<[unknown]>([
	[{ id: 'x' }],
	[
		{
			id: 'x',
			name: null,
			contractType: null,
			counterparty: null,
			fields: null,
			integration: null,
		},
	],
	[{ id: 'x', name: '', status: 'a status of tomorrow', createdAt: 'some day', unknown: [null] }],
	[{ id: 'x', contractType: { id: 't' }, fields: [] }],
	[{ id: 'x', counterparty: { id: '', name: '' } }],
	[{ id: 'x', fields: { f: null } }],
	[{ id: 'x', fields: [{ relatedRecords: null }, { relatedRecords: [] }] }],
	[related([{ rawValue: 1 }])],
])('%j is a record', (value) => {
	expect(flawOf(value)).toBeUndefined();
});

test.each<[unknown, string]>([
	[null, 'is nothing, not an object'],
	[[], 'is an empty list, not an object'],
	[[1], 'is a list, not an object'],
	['text', 'is text, not an object'],
	[true, 'is a boolean, not an object'],
	[{}, 'has no id'],
	[{ id: null }, 'has no id'],
	[{ id: '' }, 'has no id'],
	[{ id: 7 }, 'has a number as id, not text'],
	[{ id: 'x', updatedAt: 5 }, 'has a number as updatedAt, not text'],
	[{ id: 'x', contractType: { id: 5 } }, 'has an object as contractType, not an object with an id'],
	[{ id: 'x', integration: 'crm' }, 'has text as integration, not an object'],
	[{ id: 'x', fields: [5] }, 'has a list as fields, not an object or a list of objects'],
	[related(null), 'has a list as fields, not an object or a list of objects'],
])('%j is none: it %s', (value, flaw) => {
	expect(flawOf(value)).toBe(flaw);
});

test('of a list the row is named', () => {
	expect(flawIn([])).toBeUndefined();
	expect(flawIn([{ id: 'x' }, { id: 'y' }])).toBeUndefined();
	expect(flawIn([{ id: 'x' }, null])).toBe('Row 2 is nothing, not an object');
});
