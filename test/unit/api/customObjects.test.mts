import {
	fieldOf,
	recordsOf,
	resolvedValueOf,
	tableOf,
	type Table,
} from '../../../nodes/ContractManagement/api/customObjects';
import { keysByName } from '../../../nodes/ContractManagement/api/names';
import { ASSUMED, type EntryId } from '../../../nodes/ContractManagement/api/profile';
import { recordColumns } from '../../../nodes/ContractManagement/api/recordColumns';

const ID_NAME = (text: string) => ({ id: text, name: text });

const BODY = {
	id: 't1',
	name: 'Line items',
	help_text: 'What is delivered',
	smart_fields: [
		{ id: 'f1', name: 'Description', type: 'string', related_object_id: null },
		{ id: 'f2', name: 'Quantity', type: 'number', related_object_id: null },
		{ id: 'f3', name: 'Product', type: 'relation', related_object_id: 't2' },
		{
			id: 'f4',
			name: 'Unit',
			type: 'select',
			options: [ID_NAME('piece'), { id: 'kg', name: 'Kilogram' }],
		},
		{ id: 'f5', name: 'Notes', type: 'rich_text' },
		{ id: 'f6', name: 'Due', type: 'date' },
		{ id: 'f7', name: 'Tags', type: 'multi-select', options: [ID_NAME('a')] },
		{ id: 'f8', name: 'Open', type: 'boolean' },
		{ id: 'f9', name: 'Anything', type: 'geo' },
		{ id: 'f10', name: 'Choice without options', type: 'select' },
	],
};

test.each([
	['as the specification shows it', BODY],
	['wrapped', { data: BODY, meta: {} }],
])('a custom object is read %s', (_form, body) => {
	const table = tableOf(body, ASSUMED) as Table;
	expect(table).toMatchObject({ id: 't1', name: 'Line items', helpText: 'What is delivered' });
	expect(table.fields.map(({ name, type }) => [name, type])).toEqual([
		['Description', 'text'],
		['Quantity', 'number'],
		['Product', 'relation'],
		['Unit', 'select'],
		['Notes', 'richText'],
		['Due', 'date'],
		['Tags', 'multiSelect'],
		['Open', 'boolean'],
		['Anything', 'other'],
		['Choice without options', 'select'],
	]);
	expect(table.fields[2].relatedObjectId).toBe('t2');
});

test.each([null, 'text', {}, { id: 't', smart_fields: 'none' }, []])(
	'%j is no custom object',
	(body) => expect(tableOf(body, ASSUMED)).toBeUndefined(),
);

test.each<[object, EntryId, string]>([
	[[null], 'creation-form-field-id', 'nothing'],
	[[{ id: 'f' }], 'creation-form-field-name', 'an object with id'],
	[[{ id: 'f', name: 'F', options: 'a' }], 'field-options', 'an object with id, name, options'],
	[[{ id: 'f', name: 'F', options: ['a'] }], 'field-option', 'text'],
])('fields %j do not fit %s', (fields, entry, came) => {
	expect(tableOf({ smart_fields: fields }, ASSUMED)).toMatchObject({ entry, came });
});

test('columns show names and types, and remember what could be chosen', () => {
	const columns = recordColumns(tableOf(BODY, ASSUMED) as Table);
	expect(columns.map(({ displayName, type }) => [displayName, type])).toEqual([
		['Record ID', 'string'],
		['Catalog Record ID', 'string'],
		['Description', 'string'],
		['Quantity', 'number'],
		['Product (Record ID)', 'string'],
		['Unit', 'options'],
		['Notes', 'string'],
		['Due', 'dateTime'],
		['Tags', 'string'],
		['Open', 'options'],
		['Anything', 'string'],
		['Choice without options', 'string'],
	]);
	expect(columns.filter(({ canBeUsedToMatch }) => !canBeUsedToMatch).map(({ id }) => id)).toEqual([
		'f5',
		'f7',
	]);
	const choicesOf = (id: string) => columns.find((column) => column.id === id)?.options;
	expect(choicesOf('f4')).toEqual([
		{ value: 'piece', name: 'piece' },
		{ value: 'kg', name: 'Kilogram' },
	]);
	// A switch would be off before anybody has touched it.
	expect(choicesOf('f8')).toEqual([
		{ value: true, name: 'Yes' },
		{ value: false, name: 'No' },
	]);
	expect(columns.find(({ id }) => id === 'f7')?.choices).toEqual([{ id: 'a', name: 'a' }]);
});

test.each([
	['the documented object', { records: [{ id: 'r', fields: [] }] }],
	['a wrapped object', { data: { records: [{ id: 'r', fields: [] }] } }],
	['a row without values', { records: [{ id: 'r', fields: null }] }],
])('records are read from %s', (_form, body) =>
	expect(recordsOf(body)).toEqual([{ id: 'r', fields: [] }]),
);

test('null in the documented object is a list without records', () => {
	expect(recordsOf({ customObjectId: 't1', contractId: 'c1', records: null })).toEqual([]);
});

test.each([undefined, '', {}, { records: null }, { contractId: 'c1' }])(
	'%j holds no records',
	(body) => expect(recordsOf(body)).toBeUndefined(),
);

test.each([
	{ records: [{ id: 'r', fields: [] }], fields: [{}, {}], total: 2 },
	{ contractId: 'c1', records: null, total: 2 },
])('%j holds a part of the records', (body) => expect(recordsOf(body)).toBeUndefined());

test('a field shows what people read, else what is stored', () => {
	const field = { smartFieldId: 'f', type: 'select', rawValue: 'kg', resolvedValue: 'Kilogram' };
	expect(resolvedValueOf(field)).toBe('Kilogram');
	expect(resolvedValueOf({ ...field, resolvedValue: null })).toBe('kg');
	expect(resolvedValueOf({ ...field, resolvedValue: null, rawValue: null })).toBeNull();
	const record = { id: 'r', fromCatalogRecordId: null, fields: [field] };
	expect([fieldOf(record, 'f'), fieldOf(record, 'g')]).toEqual([field, undefined]);
});

test('fields of the same name are told apart by their ids', () => {
	const fields = [
		{ id: '1', name: 'A' },
		{ id: '2', name: 'B' },
		{ id: '3', name: 'A' },
	];
	expect([...keysByName(fields).values()]).toEqual(['A (1)', 'B', 'A (3)']);
});
