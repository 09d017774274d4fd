import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { syncCounterparty } from '../../hooks/counterparties/sync';
import { counterpartyLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';
import { changeFields } from './changes';

const findBy: INodeProperties = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	options: [
		{
			name: 'Field Value',
			value: 'field',
			description:
				'One of its own fields has this value, for example a tax number. All counterparties are read for it, once per execution.',
		},
		{ name: 'ID', value: 'id', description: 'Its ID in the service' },
		{
			name: 'Name',
			value: 'name',
			description: 'Its name is exactly this, but for case and outer blanks',
		},
	],
	default: 'name',
	description: 'How to find the counterparty that the input stands for',
};

const matchFields: INodeProperties[] = [
	...updateDisplayOptions({ show: { findBy: ['id'] } }, [counterpartyLocator]),
	{
		displayName: 'Name to Find',
		name: 'matchName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Globex Corporation',
		displayOptions: { show: { findBy: ['name'] } },
		description: 'The name of the counterparty as the other system has it',
	},
	{
		displayName: 'Field ID',
		name: 'matchField',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718',
		displayOptions: { show: { findBy: ['field'] } },
		description: 'The ID of the field that holds the value',
	},
	{
		displayName: 'Value to Find',
		name: 'matchValue',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. DE123456789',
		displayOptions: { show: { findBy: ['field'] } },
		description: 'The value of the field, compared without case and outer blanks',
	},
];

const syncOptions = options(
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to only say what would be changed, with dryRun true in the output, and change nothing',
	},
	{
		displayName: 'Source Updated At',
		name: 'sourceUpdatedAt',
		type: 'dateTime',
		default: '',
		description:
			"When the other system last changed its copy. If the service's copy was changed later, it stays as it is, with reason newerInService in the output.",
	},
);

export const sync: Operation = {
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync a counterparty',
		description:
			'Find a counterparty by ID, name or field value, and change only what differs. Answers with action: updated, unchanged, notFound or ambiguous, and the changes. Creates nothing.',
		routing: {
			request: { method: 'GET', url: '/counterparties' },
			operations: { pagination: syncCounterparty },
		},
	},
	fields: [findBy, ...matchFields, ...changeFields, syncOptions],
};
