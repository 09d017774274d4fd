import type { INodeProperties } from 'n8n-workflow';
import { fieldsAs, readableValues } from '../resources/shared/contractOutput';
import { simplify } from '../resources/shared/fields';
import { filterProperties, viewProperty } from './filterProperties';

const contractEvents: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	displayOptions: { show: { resource: ['contract'] } },
	options: [
		{
			name: 'Contract Created',
			value: 'created',
			description: 'A contract was created',
		},
		{
			name: 'Contract Signed',
			value: 'signed',
			description: 'All parties signed a contract, or it was marked as signed',
		},
		{
			name: 'Contract Status Changed',
			value: 'statusChanged',
			description: 'A contract moved to another status, also to signed',
		},
		{
			name: 'Contract Updated',
			value: 'updated',
			description: 'Anything about a contract changed, also its status',
		},
	],
	default: ['signed'],
	description: 'The events to start on',
};

const counterpartyEvents: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	displayOptions: { show: { resource: ['counterparty'] } },
	options: [
		{
			name: 'Counterparty Created',
			value: 'counterpartyCreated',
			description: 'A counterparty was created',
		},
		{
			name: 'Counterparty Updated',
			value: 'counterpartyUpdated',
			description: 'Anything about a counterparty changed, also its status',
		},
	],
	default: ['counterpartyCreated', 'counterpartyUpdated'],
	description: 'The events to start on',
};

const OF_CONTRACTS = { displayOptions: { show: { '/resource': ['contract'] } } };

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{ ...viewProperty, ...OF_CONTRACTS },
		{ ...fieldsAs, ...OF_CONTRACTS },
		{
			displayName: 'Lookback (Seconds)',
			name: 'lookbackSeconds',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 3600 },
			default: 60,
			description:
				'How late a change may become visible in the service, or how far its clocks may differ, without being missed',
		},
		{
			displayName: 'Max Changes per Poll',
			name: 'maxChanges',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5000,
			description:
				'How many changed records start one execution at the most, give or take a page. The next poll goes on with the rest.',
		},
		{ ...readableValues, ...OF_CONTRACTS },
	],
};

/** The parameters of the polling trigger. */
export const pollingProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Contract', value: 'contract' },
			{ name: 'Counterparty', value: 'counterparty' },
		],
		default: 'contract',
	},
	contractEvents,
	counterpartyEvents,
	filterProperties,
	{ ...simplify, displayOptions: { show: { resource: ['contract'] } } },
	options,
];
