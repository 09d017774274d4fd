import type { INodeParameters, INodeProperties, NodeParameterValue } from 'n8n-workflow';
import { counterpartyFieldLocator } from '../shared/locators.fields';

/** The fields of Update and Sync that say what the counterparty is to be. */
export const changeFields: INodeProperties[] = [
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'Empty values change nothing',
		options: [
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				placeholder: 'Add Field and Value',
				default: {},
				description: "The counterparty's own fields. Enter (clear) as a value to empty a field.",
				options: [
					{
						displayName: 'Field',
						name: 'field',
						values: [
							counterpartyFieldLocator,
							{ displayName: 'Value', name: 'value', type: 'string', default: '' },
						],
					},
				],
			},
			{
				displayName: 'Logo URL',
				name: 'logoUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/logo.png',
				description: 'Enter (clear) to remove it',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Globex Corporation',
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
				description: 'An expression can set other statuses',
			},
		],
	},
	...earlier('fields', { mappingMode: 'defineBelow', value: null }),
	...earlier('furtherFields', {}),
];

/** Where values were entered before Update Fields took them all: they still count, and are told of. */
function earlier(name: string, none: INodeParameters): INodeProperties[] {
	const description = 'Values that an earlier version of the node has saved here';
	const hide = { [name]: [{ _cnd: { eq: none as unknown as NodeParameterValue } }] };
	const displayName = `Saved values of an earlier version count too (${name}), unless Update Fields has the same field. To remove them, add the node anew.`;
	return [
		{ displayName: name, name, type: 'hidden', default: none, description },
		{ displayName, name: `${name}Notice`, type: 'notice', default: '', displayOptions: { hide } },
	];
}
