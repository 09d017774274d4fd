import { creationFormOf, typedFieldOf } from '../../../nodes/ContractManagement/api/creationForm';

const FIELD = {
	id: 'f1',
	name: 'Payment term',
	type: 'select',
	required: true,
	options: [{ id: 'o1', name: '30 days' }],
	helpText: 'Net',
};

describe('a creation form is read the same', () => {
	const read = creationFormOf(
		{ contractTypeId: 't1', templates: [{ id: 'tpl', name: 'NDA' }], fields: [FIELD] },
		't1',
	);

	test('in the assumed shape', () => {
		expect(read).toEqual({
			contractTypeId: 't1',
			templates: [{ id: 'tpl', name: 'NDA' }],
			fields: [FIELD],
		});
	});

	test.each([
		['wrapped in data', { data: { templates: [{ id: 'tpl', name: 'NDA' }], fields: [FIELD] } }],
		['with smartFields', { templates: [{ id: 'tpl', label: 'NDA' }], smartFields: [FIELD] }],
		[
			'with the words of contracts and custom objects',
			{
				templates: [{ value: 'tpl', label: 'NDA' }],
				smart_fields: [
					{
						attributeDefinitionId: 'f1',
						label: 'Payment term',
						type: 'single_select',
						isRequired: true,
						availableOptions: [{ value: 'o1', label: '30 days' }],
						help_text: 'Net',
					},
				],
			},
		],
	])('%s', (_shape, body) => {
		expect(creationFormOf(body, 't1')).toEqual(read);
	});

	test('as a bare list of fields, without templates', () => {
		expect(creationFormOf([FIELD], 't1')).toEqual({ ...read, templates: [] });
	});
});

test.each([[{ fields: null }], [{ data: { templates: [], smartFields: null } }]])(
	'%j is a form without fields',
	(body) => {
		expect(creationFormOf(body, 't1')?.fields).toEqual([]);
	},
);

test('options may be plain texts', () => {
	expect(typedFieldOf({ ...FIELD, options: ['a', 5] })?.options).toEqual([
		{ id: 'a', name: 'a' },
		{ id: '5', name: '5' },
	]);
});

test.each([
	['string', 'text'],
	['LONG_TEXT', 'text'],
	['Decimal', 'number'],
	['date-time', 'dateTime'],
	['checkbox', 'boolean'],
	['multi_select', 'multiSelect'],
	['rich-text', 'richText'],
	['reference', 'relation'],
	['hologram', 'other'],
	[undefined, 'other'],
])('the type word %s means %s', (word, type) => {
	expect(typedFieldOf({ id: 'f', type: word })?.type).toBe(type);
});

test.each([[null], ['text'], [{ data: 'x' }], [{ fields: 'none' }], [{ error: {} }]])(
	'%j is no form',
	(body) => {
		expect(creationFormOf(body, 't1')).toBeUndefined();
	},
);

test('entries that are no fields are left out', () => {
	expect(
		creationFormOf({ fields: [null, {}, 'x', { name: 'Only a name' }] }, 't1')?.fields,
	).toEqual([
		{
			id: 'Only a name',
			name: 'Only a name',
			type: 'other',
			required: false,
			options: [],
			helpText: null,
		},
	]);
});
