import type { INodeProperties } from 'n8n-workflow';
import { prepare } from './create';
import { checkFields, fields, fieldsFormat, fieldsJson, richText } from './creationForm.fields';
import { fieldsAs } from '../shared/contractOutput.fields';
import { additionalBody, simplify, tagExecutions } from '../shared/parameters.fields';
import {
	contractTypeLocator,
	counterpartyLocator,
	templateLocator,
} from '../shared/locators.fields';
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
