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
			description: 'Keyed by field name; duplicate names are followed by the ID in brackets',
		},
	],
	default: 'byName',
	description: 'With Simplify only',
};

/** Whether values come in the words that Create takes. */
export const readableValues: INodeProperties = {
	displayName: 'Readable Values',
	name: 'readableValues',
	type: 'boolean',
	default: false,
	description: 'Whether to return option names and Markdown instead of IDs and rich text',
};

/** Which field values of the contract: its own, or those of its latest amendments. */
export const view: INodeProperties = {
	displayName: 'Field Values',
	name: 'view',
	type: 'options',
	options: [
		{
			name: 'As Signed',
			value: 'asSigned',
			description: 'The values of the contract itself',
		},
		{
			name: 'Consolidated',
			value: 'consolidated',
			description: 'The values of the latest amendments, or as signed if there are none',
		},
	],
	default: 'asSigned',
};

/** A simplified contract as n8n's AI builder is told about it. */
export const contractShape =
	"{id, name, status: 'draft' | 'negotiating' | 'signing' | 'signed' | 'canceled', counterpartyId, counterpartyName, contractTypeId, contractTypeName, contractUrl, externalId, signatureDate, startAt, endAt, createdAt, updatedAt, fields: {[name]: value}}";
