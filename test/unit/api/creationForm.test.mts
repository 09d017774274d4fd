import { creationFormOf, typedFieldOf } from '../../../nodes/ContractManagement/api/creationForm';
import { ASSUMED, type EntryId, type Profile } from '../../../nodes/ContractManagement/api/profile';

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
		ASSUMED,
	);

	test('in the assumed shape', () => {
		expect(read).toEqual({
			contractTypeId: 't1',
			templates: [{ id: 'tpl', name: 'NDA' }],
			fields: [FIELD],
		});
	});

	test('wrapped in data', () => {
		const body = { templates: [{ id: 'tpl', name: 'NDA' }], fields: [FIELD] };
		expect(creationFormOf({ data: body }, 't1', ASSUMED)).toEqual(read);
	});

	test.each<[Partial<Profile>, object]>([
		[{ 'creation-form-fields': 'smartFields' }, { smartFields: [FIELD] }],
		[
			{
				'creation-form-field-id': 'attributeDefinitionId',
				'creation-form-field-name': 'label',
				'field-required': 'mandatory',
				'field-options': 'choices',
				'field-option': 'value-label',
				'field-help-text': 'hint',
			},
			{
				fields: [
					{
						attributeDefinitionId: 'f1',
						label: 'Payment term',
						type: 'single_select',
						mandatory: true,
						choices: [{ value: 'o1', label: '30 days' }],
						hint: 'Net',
					},
				],
			},
		],
	])('by the names of the profile %j', (more, body) => {
		const form = { templates: [{ id: 'tpl', name: 'NDA' }], ...body };
		expect(creationFormOf(form, 't1', { ...ASSUMED, ...more })).toEqual(read);
	});
});

test.each([[{ fields: null }], [{ data: { templates: [], fields: null } }]])(
	'%j is a form without fields',
	(body) => {
		expect(creationFormOf(body, 't1', ASSUMED)).toMatchObject({ fields: [] });
	},
);

test('options are plain texts where the profile says so', () => {
	const profile: Profile = { ...ASSUMED, 'field-option': 'text' };
	expect(typedFieldOf({ ...FIELD, options: ['a', 5] }, profile)).toMatchObject({
		options: [
			{ id: 'a', name: 'a' },
			{ id: '5', name: '5' },
		],
	});
	expect(typedFieldOf({ ...FIELD, options: [{ id: 'a', name: 'a' }] }, profile)).toEqual({
		entry: 'field-option',
		came: 'an object with id, name',
	});
});

test('what the service fills in by itself is named by the profile', () => {
	const profile = { ...ASSUMED, 'creation-form-default': 'preset' };
	expect(typedFieldOf({ ...FIELD, preset: 'o1' }, profile)).toMatchObject({ hasDefault: true });
	expect(typedFieldOf({ ...FIELD, defaultValue: 'o1' }, profile)).not.toHaveProperty('hasDefault');
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
	expect(typedFieldOf({ id: 'f', name: 'F', type: word }, ASSUMED)).toMatchObject({ type });
});

test.each<[unknown, EntryId, string]>([
	[null, 'creation-form-fields', 'nothing'],
	['text', 'creation-form-fields', 'text'],
	[[FIELD], 'creation-form-fields', expect.stringContaining('a list of an object with id, name')],
	[{}, 'creation-form-fields', 'an object with nothing'],
	[{ smartFields: [] }, 'creation-form-fields', 'an object with smartFields'],
	[{ fields: [null] }, 'creation-form-field-id', 'nothing'],
	[{ fields: [{ ...FIELD, id: {} }] }, 'creation-form-field-id', expect.stringContaining('id')],
	[{ fields: [{ id: 'f', label: 'F' }] }, 'creation-form-field-name', 'an object with id, label'],
	[
		{ fields: [{ id: 'f', name: 'F', type: 'select', choices: [] }] },
		'field-options',
		'an object with id, name, type, choices',
	],
	[{ fields: [{ ...FIELD, options: ['a'] }] }, 'field-option', 'text'],
])('%j does not fit the entry %s', (body, entry, came) => {
	expect(creationFormOf(body, 't1', ASSUMED)).toEqual({ entry, came });
});

test('a field of a type without options needs no list of them, and null is none', () => {
	const [text, select] = [{ type: 'text' }, { type: 'select', options: null }];
	for (const more of [text, select]) {
		const body = { fields: [{ id: 'f', name: 'F', ...more }] };
		expect(creationFormOf(body, 't1', ASSUMED)).toMatchObject({ fields: [{ options: [] }] });
	}
});
