import type { INodeProperties } from 'n8n-workflow';

/** How the smart fields of a simplified contract are keyed. */
export const fieldsAs: INodeProperties = {
	displayName: 'Fields As',
	name: 'fieldsAs',
	type: 'options',
	options: [
		{
			name: 'Array',
			value: 'array',
			description: 'A list of {ID, name, value}, in the order of the service',
		},
		{
			name: 'Object by ID',
			value: 'byId',
			description: 'Keyed by field ID, which stays the same when a field is renamed',
		},
		{
			name: 'Object by Name',
			value: 'byName',
			description: 'Keyed by field name; where a name occurs twice, the ID follows in brackets',
		},
	],
	default: 'byName',
	description: 'How the fields of the contract come out when Simplify is on',
};

/** Whether values come in the words that Create takes. */
export const readableValues: INodeProperties = {
	displayName: 'Readable Values',
	name: 'readableValues',
	type: 'boolean',
	default: false,
	description:
		'Whether field values come as Create takes them: names of options instead of their IDs, and Markdown instead of rich text in JSON. Reads the creation form of each contract type once.',
};
