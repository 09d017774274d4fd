import type { INodeProperties } from 'n8n-workflow';
import { run, runAll } from './upsert';
import { contractLocator, customObjectLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import { tagExecutions } from '../shared/parameters.fields';
import type { Operation } from '../shared/operation';

const fields: INodeProperties = {
	displayName: 'Fields',
	name: 'fields',
	type: 'resourceMapper',
	noDataExpression: true,
	required: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'Empty values change nothing; (clear) empties a field. Relations: the ID of the related record, or its name if the service lists them.',
	builderHint: {
		propertyHint:
			"{ mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Description'] }: input properties and columns go by field name",
	},
	typeOptions: {
		loadOptionsDependsOn: ['customObjectId.value'],
		resourceMapper: {
			resourceMapperMethod: 'getRecordColumns',
			refreshStaleSchemaOnOpen: true,
			mode: 'upsert',
			fieldWords: { singular: 'field', plural: 'fields' },
			matchingFieldsLabels: {
				title: 'Fields to match on',
				description:
					'A record with the same values in these fields is updated; if there is none, one is created. Running twice creates no duplicates.',
				hint: 'Input items with the same values become one record; later values win',
			},
			hideNoDataError: true,
			addAllFields: true,
			multiKeyMatch: true,
			supportAutoMap: true,
		},
	},
};

const otherRows: INodeProperties = {
	displayName: 'Records Not in the Input',
	name: 'otherRows',
	type: 'options',
	options: [
		{
			name: 'Keep',
			value: 'keep',
			description: 'Reads existing rows and sends them along, so none are removed',
		},
		{
			name: 'Leave to the Service',
			value: 'omit',
			description:
				'Sends only your input. Faster, but removes existing rows unless the service keeps rows that a request leaves out.',
		},
	],
	default: 'keep',
	description: 'What happens to existing rows that are not in your input',
};

const recordsPerRequest: INodeProperties = {
	displayName: 'Records per Request',
	name: 'recordsPerRequest',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Maximum rows per request; 0 sends all in one',
};

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update records of contract',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		routing: {
			request: {
				method: 'PUT',
				url: '/custom-objects/{customObjectId}/contract/{contractId}/records',
			},
		},
	},
	run,
	runAll,
	fields: [
		customObjectLocator,
		contractLocator,
		fields,
		options(otherRows, recordsPerRequest, tagExecutions),
	],
	items: "{action: 'created' | 'updated', ...customObjectRecord.getAll}",
};
