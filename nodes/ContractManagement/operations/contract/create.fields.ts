import type { INodeProperties } from 'n8n-workflow';
import { prepare } from './create';
import { fieldsAs } from '../shared/contractOutput.fields';
import { additionalBody, simplify, tagExecutions } from '../shared/parameters.fields';
import {
	contractTypeLocator,
	counterpartyLocator,
	templateLocator,
} from '../shared/locators.fields';
import { leftOut } from '../shared/leftOut';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options.fields';

const counterparty: INodeProperties[] = [
	{
		displayName: 'Counterparty By',
		name: 'counterpartySource',
		type: 'options',
		options: [
			{
				name: 'Existing Counterparty',
				value: 'existing',
				description: 'A counterparty of the service, from the list or by ID',
			},
			{
				name: 'Name',
				value: 'name',
				description:
					'The counterparty with exactly this name; the service creates it if there is none',
			},
			{ name: 'None', value: 'none', description: 'The contract has no counterparty yet' },
		],
		default: 'existing',
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

/** The editor reads its columns from the service; n8n's AI builder cannot, and uses `fieldsJson`. */
const fields = leftOut({
	displayName: 'Fields',
	name: 'fields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		loadOptionsDependsOn: ['contractTypeId.value'],
		resourceMapper: {
			resourceMapperMethod: 'getCreationFormFields',
			refreshStaleSchemaOnOpen: true,
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
		'Values for the creation form. In expressions: options by name (several with semicolons), ISO dates, Markdown for rich text.',
});

const integration: INodeProperties = {
	displayName: 'Integration Link',
	name: 'integration',
	type: 'collection',
	placeholder: 'Add Property',
	default: {},
	description: 'The record of another system, such as a CRM deal',
	options: [
		{
			displayName: 'External Entity',
			name: 'externalEntity',
			type: 'string',
			default: '',
			placeholder: 'e.g. deal',
			description: 'The kind of record',
		},
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 0067Q00000ABCDE',
		},
		{
			displayName: 'External URL',
			name: 'externalUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://crm.example.com/deals/1',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'string',
			default: '',
			description: 'The name that the service uses for the CRM integration',
		},
	],
};

const findExisting: INodeProperties = {
	displayName: 'Find Existing',
	name: 'findExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the contract of the same contract type and integration link, unless canceled, instead of a duplicate',
	builderHint: {
		propertyHint: 'Set true, with type, externalEntity and externalId of integration',
	},
};

const fieldsJson: INodeProperties = {
	displayName: 'Fields (JSON)',
	name: 'fieldsJson',
	type: 'json',
	default: '{}',
	description:
		'By field name or ID; they override Fields. For agents, or if the contract type is an expression.',
	builderHint: {
		propertyHint:
			'One expression that gives an object, e.g. expr("{{ { \'Start date\': $json.start } }}"). Dates 2026-12-31, options by name; contractType.getCreationForm lists names and options.',
	},
};

const checkFields: INodeProperties = {
	displayName: 'Check Fields',
	name: 'checkFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to check and convert fields by the creation form. If off, they are sent unchanged, by ID.',
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
		{
			name: 'Plain Text',
			value: 'plainText',
			description: 'The text is sent as is, without formatting',
		},
	],
	default: 'markdown',
	description: 'How to read text for rich-text fields; Slate JSON is sent as is',
};

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create contract',
		description:
			'Create a draft contract from a template, with a counterparty and field values. Contract Type > Get Creation Form lists the templates, fields and options.',
		routing: {
			request: { method: 'POST', url: '/contracts' },
		},
	},
	prepare,
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
			description: 'If empty, the service chooses one',
		},
		fields,
		integration,
		findExisting,
		simplify,
		options(
			additionalBody,
			fieldsJson,
			checkFields,
			fieldsFormat,
			richText,
			fieldsAs,
			tagExecutions,
		),
	],
	items: "{action: 'created' | 'found', ...contract.get}",
};
