import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { prepare } from './sync';
import { counterpartyLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';
import { changeFields } from './changes.fields';

const findBy: INodeProperties = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	options: [
		{
			name: 'Field Value',
			value: 'field',
			description:
				'The value of one of its fields, for example a tax number. Reads all counterparties, once per execution.',
		},
		{ name: 'ID', value: 'id', description: 'The ID in the service' },
		{
			name: 'Name',
			value: 'name',
			description: 'Ignores upper and lower case, and spaces at both ends',
		},
	],
	default: 'name',
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
	},
	{
		displayName: 'Field ID',
		name: 'matchField',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718',
		displayOptions: { show: { findBy: ['field'] } },
	},
	{
		displayName: 'Value to Find',
		name: 'matchValue',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. DE123456789',
		displayOptions: { show: { findBy: ['field'] } },
		description: 'The value of the field, in any case',
	},
];

const syncOptions = options(
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description: 'Whether to return what would change, and change nothing',
	},
	{
		displayName: 'Source Updated At',
		name: 'sourceUpdatedAt',
		type: 'dateTime',
		default: '',
		description:
			'When the other system changed its copy. If the service has a newer one, nothing changes (reason newerInService).',
	},
);

export const sync: Operation = {
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync counterparty',
		description:
			'Find a counterparty by ID, name or field value and change only what differs. Returns the action (updated, unchanged, notFound, ambiguous) and changes.',
	},
	prepare,
	fields: [findBy, ...matchFields, ...changeFields, syncOptions],
	items:
		"{action: 'updated' | 'unchanged' | 'notFound' | 'ambiguous', id, name, changes: [{field, from, to}], dryRun, reason, counterparty, candidates}",
};
