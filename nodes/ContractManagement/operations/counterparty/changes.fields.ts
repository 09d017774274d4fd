import type { INodeProperties } from 'n8n-workflow';

/** The fields of Update and Sync that say what the counterparty is to be. */
export const changeFields: INodeProperties[] = [
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'What to change. Empty values change nothing.',
		options: [
			{
				displayName: 'Logo URL',
				name: 'logoUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/logo.png',
				description: 'URL of the logo. Enter (clear) to remove it.',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Globex Corporation',
				description: 'The new name',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Active', value: 'active' },
					{ name: 'Archived', value: 'archived' },
				],
				default: 'active',
				allowArbitraryValues: true,
				description: 'The new status. An expression can set other statuses that the service knows.',
			},
		],
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description:
			"Values for the counterparty's own fields, by the field IDs that it already has. Empty values change nothing; (clear) empties a field.",
		typeOptions: {
			loadOptionsDependsOn: ['counterpartyId.value'],
			resourceMapper: {
				resourceMapperMethod: 'getCounterpartyFields',
				mode: 'map',
				fieldWords: { singular: 'field', plural: 'fields' },
				valuesLabel: 'Own Fields of the Counterparty',
				hideNoDataError: true,
				addAllFields: false,
				supportAutoMap: true,
			},
		},
	},
	{
		displayName: 'Further Fields',
		name: 'furtherFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field',
		default: {},
		description: 'Values for fields that are not listed above, by field ID',
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{
						displayName: 'Field ID',
						name: 'key',
						type: 'string',
						default: '',
						placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718',
					},
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	},
];
