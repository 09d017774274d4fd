import type { INodeProperties } from 'n8n-workflow';
import { createContract as hook } from '../../hooks/contracts/create';
import { fieldsAs } from '../shared/contractOutput';
import { additionalBody, simplify } from '../shared/fields';
import { contractTypeLocator, counterpartyLocator, templateLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options';

const counterparty: INodeProperties[] = [
	{
		displayName: 'Counterparty By',
		name: 'counterpartySource',
		type: 'options',
		options: [
			{
				name: 'Existing Counterparty',
				value: 'existing',
				description: 'One that the service knows, from the list or by ID',
			},
			{
				name: 'Name',
				value: 'name',
				description:
					'By name; the service reuses the counterparty of exactly this name, or creates it',
			},
			{ name: 'None', value: 'none', description: 'The contract has no counterparty yet' },
		],
		default: 'existing',
		description: 'How to say whom the contract is with',
	},
	{ ...counterpartyLocator, displayOptions: { show: { counterpartySource: ['existing'] } } },
	{
		displayName: 'Counterparty Name',
		name: 'counterpartyName',
		type: 'string',
		required: true,
		displayOptions: { show: { counterpartySource: ['name'] } },
		default: '',
		placeholder: 'e.g. Globex Corporation',
	},
];

const fields: INodeProperties = {
	displayName: 'Fields',
	name: 'fields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		loadOptionsDependsOn: ['contractTypeId.value'],
		resourceMapper: {
			resourceMapperMethod: 'getCreationFormFields',
			mode: 'add',
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
			valuesLabel: 'Creation Form',
			// The notice of the method says what to do; the editor's own error would stand beside it.
			hideNoDataError: true,
		},
	},
	description:
		'The fields of the creation form. In expressions, options may be given by name, several separated by semicolons, dates in ISO form, rich text as Markdown. Blank values are left out.',
};

const integration: INodeProperties = {
	displayName: 'Integration Link',
	name: 'integration',
	type: 'collection',
	placeholder: 'Add Property',
	default: {},
	description: 'The record of another system, such as a CRM deal, that the contract belongs to',
	options: [
		{
			displayName: 'External Entity',
			name: 'externalEntity',
			type: 'string',
			default: '',
			placeholder: 'e.g. deal',
			description: 'The kind of the record',
		},
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 0067Q00000ABCDE',
			description: 'The ID of the record in the other system',
		},
		{
			displayName: 'External URL',
			name: 'externalUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://crm.example.com/deals/1',
			description: 'The address of the record in the other system',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'string',
			default: '',
			description: 'The identifier of the CRM integration, as the service names it',
		},
	],
};

const findExisting: INodeProperties = {
	displayName: 'Find Existing',
	name: 'findExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to look first for a contract of this type with the same type, external entity and external ID in its integration link that is not canceled, and to return it as it is instead of creating a second one. Makes running again safe. Only contracts of this counterparty are looked through; with None, all of the contract type. The output says in action what was done: created or found.',
};

const fieldsJson: INodeProperties = {
	displayName: 'Fields (JSON)',
	name: 'fieldsJson',
	type: 'json',
	default: '{}',
	description:
		'Further field values as a JSON object, keyed by field name or ID, checked and converted like those of Fields; for agents, and where the contract type is an expression. The same field here wins.',
};

const checkFields: INodeProperties = {
	displayName: 'Check Fields',
	name: 'checkFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to check and convert the fields with the creation form of the contract type before anything is sent. Off, they are sent as they are, keyed by field ID.',
};

const fieldsFormat: INodeProperties = {
	displayName: 'Fields Format',
	name: 'fieldsFormat',
	type: 'options',
	options: [
		{ name: 'Array', value: 'array', description: 'A list of {attributeDefinitionId, value}' },
		{ name: 'Object', value: 'object', description: 'An object keyed by field ID' },
	],
	default: 'object',
	description: 'The form in which the fields are sent to the service',
};

const richText: INodeProperties = {
	displayName: 'Rich Text Is',
	name: 'richText',
	type: 'options',
	options: [
		{
			name: 'Markdown',
			value: 'markdown',
			description: 'Headings, bold, italic, links and lists become formatting',
		},
		{ name: 'Plain Text', value: 'plainText', description: 'Every character stays as it is' },
	],
	default: 'markdown',
	description: 'How text for rich-text fields is read. Slate JSON is always sent as it is.',
};

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a contract',
		description:
			'Create a draft contract of a contract type from a template, with a counterparty and the values of the creation form. First read which templates, fields and options there are with Get Creation Form of the Contract Type resource.',
		routing: {
			request: { method: 'POST', url: '/contracts' },
			operations: { pagination: hook },
		},
	},
	fields: [
		contractTypeLocator,
		templateLocator,
		...counterparty,
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. NDA Globex 2026',
			description: 'The title of the contract. The service names it when this is blank.',
		},
		fields,
		integration,
		findExisting,
		simplify,
		options(additionalBody, fieldsJson, checkFields, fieldsFormat, richText, fieldsAs),
	],
};
