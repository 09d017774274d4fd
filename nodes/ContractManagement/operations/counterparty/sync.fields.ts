import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { described, field, fields } from '../shared/fields';
import { counterpartyLocator } from '../shared/locators.fields';

const WAYS = described({
	field: [
		'Field Value',
		'The value of one of its fields, for example a tax number. Reads all counterparties, once per execution.',
	],
	id: ['ID', 'The ID in the service'],
	name: ['Name', 'Ignores upper and lower case, and spaces at both ends'],
});

/** How the counterparty is found; read with `searchOf`. */
export const findFields: INodeProperties[] = [
	field('findBy', ['Find By', 'name', { options: WAYS }]),
	...updateDisplayOptions({ show: { findBy: ['id'] } }, [counterpartyLocator]),
	...fields(
		{ matchName: ['Name to Find', '', { placeholder: 'e.g. Globex Corporation' }] },
		{ required: true, displayOptions: { show: { findBy: ['name'] } } },
	),
	...fields(
		{
			matchField: ['Field ID', '', { placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718' }],
			matchValue: [
				'Value to Find',
				'',
				'The value of the field, in any case',
				{ placeholder: 'e.g. DE123456789' },
			],
		},
		{ required: true, displayOptions: { show: { findBy: ['field'] } } },
	),
];

export const syncOptions = fields({
	dryRun: ['Dry Run', false, 'Whether to return what would change, and change nothing'],
	sourceUpdatedAt: [
		'Source Updated At',
		'',
		'When the other system changed its copy. If the service has a newer one, nothing changes (reason newerInService).',
		{ type: 'dateTime' },
	],
});
