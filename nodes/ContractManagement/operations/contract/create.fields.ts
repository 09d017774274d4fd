import { documentField } from './document';
import { collection, described, field, fields, mapper, NODE_VERSIONS } from '../shared/fields';
import {
	contractTypeLocator,
	counterpartyLocator,
	templateLocator,
} from '../shared/locators.fields';
import { additionalBody, fieldsAs, leftOut, simplify } from '../shared/parameters.fields';

const WAYS = described({
	existing: ['Existing Counterparty', 'A counterparty of the service, from the list or by ID'],
	name: ['Name', 'The one with exactly this name; the service creates it if it has none'],
	none: ['None', 'The contract has no counterparty yet'],
});

/** The editor reads its columns from the service; n8n's AI builder cannot, and uses `fieldsJson`. */
const formFields = leftOut(
	mapper(
		'contractTypeId.value',
		{
			resourceMapperMethod: 'getCreationFormFields',
			mode: 'add',
			multiKeyMatch: false,
			valuesLabel: 'Creation Form',
		},
		{
			description:
				'Values for the creation form. In expressions: options by name (several with semicolons), ISO dates, Markdown for rich text.',
		},
	),
);

const integration = collection(
	'Integration Link',
	fields({
		externalEntity: ['External Entity', '', 'The kind of record', { placeholder: 'e.g. deal' }],
		externalId: ['External ID', '', { placeholder: 'e.g. 0067Q00000ABCDE' }],
		externalUrl: ['External URL', '', { placeholder: 'e.g. https://crm.example.com/deals/1' }],
		type: ['Type', '', 'As the service calls the integration', { placeholder: 'e.g. crm' }],
	}),
	{
		name: 'integration',
		placeholder: 'Add Property',
		description: 'The record of another system, such as a CRM deal',
	},
);

export const createFields = [
	contractTypeLocator,
	templateLocator,
	...NODE_VERSIONS.map((version) =>
		field('counterpartySource', [
			'Counterparty By',
			version > 1 ? 'name' : 'existing',
			{ options: WAYS, displayOptions: { show: { '@version': [version] } } },
		]),
	),
	{ ...counterpartyLocator, displayOptions: { show: { counterpartySource: ['existing'] } } },
	...fields({
		counterpartyName: [
			'Counterparty Name',
			'',
			{
				required: true,
				displayOptions: { show: { counterpartySource: ['name'] } },
				placeholder: 'e.g. Globex Corporation',
				description: 'The company that the contract is with',
				builderHint: { propertyHint: 'Created where it is new, but not by a tool' },
			},
		],
		name: [
			'Name',
			'',
			'If empty, the service chooses one',
			{ placeholder: 'e.g. NDA Globex 2026' },
		],
	}),
	formFields,
	documentField,
	integration,
	field('findExisting', [
		'Find Existing',
		false,
		'Whether to return the contract of the same contract type and integration link, unless canceled, instead of a duplicate',
		{
			builderHint: {
				propertyHint: 'Set true, with type, externalEntity and externalId of integration',
			},
		},
	]),
	simplify,
];

const TEXTS = described({
	markdown: ['Markdown', 'Headings, bold, italic, links and lists become formatting'],
	plainText: ['Plain Text', 'The text is sent as is, without formatting'],
});

export const createOptions = [
	additionalBody,
	...fields({
		fieldsJson: [
			'Fields (JSON)',
			'{}',
			"By field name or ID; they override 'Fields'. For agents, or if the contract type is an expression.",
			{
				type: 'json',
				builderHint: {
					propertyHint:
						'One expression that gives an object, e.g. expr("{{ { \'Start date\': $json.start } }}"). Dates 2026-12-31, options by name; contractType.getCreationForm lists names and options.',
				},
			},
		],
		checkFields: [
			'Check Fields',
			true,
			'Whether to check and convert fields by the creation form. If off, they are sent unchanged, by ID.',
		],
		newCounterparty: ['New Counterparty', false, 'Whether a tool may name a company that is new'],
		richText: [
			'Rich Text Is',
			'markdown',
			'How to read text for rich-text fields; Slate JSON is sent as is',
			{ options: TEXTS },
		],
	}),
	fieldsAs,
];
