import type { INodeProperties } from 'n8n-workflow';
import { leftOut } from '../shared/leftOut';

/** The editor reads its columns from the service; n8n's AI builder cannot, and uses `fieldsJson`. */
export const fields = leftOut({
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

export const fieldsJson: INodeProperties = {
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

export const checkFields: INodeProperties = {
	displayName: 'Check Fields',
	name: 'checkFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to check and convert fields by the creation form. If off, they are sent unchanged, by ID.',
};

export const fieldsFormat: INodeProperties = {
	displayName: 'Fields Format',
	name: 'fieldsFormat',
	type: 'options',
	options: [
		{ name: 'Array', value: 'array', description: 'A list of {attributeDefinitionId, value}' },
		{ name: 'Object', value: 'object', description: 'An object keyed by field ID' },
	],
	default: 'object',
};

export const richText: INodeProperties = {
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
