import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CONTRACT_STATUSES, FILTER_NAMES } from '../../api/limits';
import { choices } from '../shared/list.fields';
import { counterpartyLocator, folderLocator, optional } from '../shared/locators.fields';

const statuses = choices(CONTRACT_STATUSES);

const operators: INodePropertyOptions[] = [
	{ name: 'Equals', value: 'eq' },
	{ name: 'Greater Than or Equal', value: 'gte' },
	{ name: 'In List', value: 'in', description: 'Any of several values, separated by commas' },
	{ name: 'Less Than or Equal', value: 'lte' },
	{ name: 'Not Equal', value: 'ne' },
];

const additional: INodeProperties = {
	displayName: 'Additional Filters',
	name: 'additional',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Filter',
	default: {},
	description: 'Any documented filter with any operator',
	options: [
		{
			displayName: 'Filter',
			name: 'filter',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'options',
					options: choices(FILTER_NAMES),
					default: 'status',
				},
				{
					displayName: 'Operator',
					name: 'operator',
					type: 'options',
					options: operators,
					default: 'eq',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'An ID, status, date or text; for In List, several with commas',
				},
			],
		},
	],
};

/** Filters of Contract > Get Many, by their labels; read with `contractFilters`. */
export const contractFilterFields: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		additional,
		optional(counterpartyLocator),
		{
			displayName: 'End Date From',
			name: 'endAtFrom',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'A date alone means its start',
		},
		{
			displayName: 'End Date To',
			name: 'endAtTo',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'A date alone means its end',
		},
		{
			displayName: 'Ends Within (Days)',
			name: 'endsWithinDays',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 30,
			description: 'Counted from today',
		},
		optional(folderLocator),
		{
			displayName: 'Name Contains',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. services agreement',
		},
		{
			displayName: 'Start Date From',
			name: 'startAtFrom',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'A date alone means its start',
		},
		{
			displayName: 'Start Date To',
			name: 'startAtTo',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'A date alone means its end',
		},
		{
			displayName: 'Starts Within (Days)',
			name: 'startsWithinDays',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 30,
			description: 'Counted from today',
		},
		{
			displayName: 'Status Is Any Of',
			name: 'status',
			type: 'multiOptions',
			options: statuses,
			default: [],
		},
		{
			displayName: 'Status Is Not',
			name: 'statusNot',
			type: 'multiOptions',
			options: statuses,
			default: [],
		},
	],
};
