import type { INodeProperties } from 'n8n-workflow';
import { upsertOneItem } from '../../hooks/records/upsertItems';
import { contractLocator, customObjectLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';

const fields: INodeProperties = {
	displayName: 'Fields',
	name: 'fields',
	type: 'resourceMapper',
	noDataExpression: true,
	required: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'The values of the record. A blank value leaves the field as it is, the value (clear) empties it. Relations take the ID of the related record, or its name where the service lists the records to choose from.',
	typeOptions: {
		loadOptionsDependsOn: ['customObjectId.value'],
		resourceMapper: {
			resourceMapperMethod: 'getRecordColumns',
			mode: 'upsert',
			fieldWords: { singular: 'field', plural: 'fields' },
			matchingFieldsLabels: {
				title: 'Fields to match on',
				description:
					'An existing record with the same value in these fields is updated, otherwise a record is created. So running twice creates nothing twice.',
				hint: 'Two input items with the same value become one record, in which the later values win',
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
			description: 'Reads existing rows and sends them along, so that they stay in any case',
		},
		{
			name: 'Leave to the Service',
			value: 'omit',
			description:
				'Sends the input only, and reads nothing unless rows are matched: faster, and right where the service keeps rows that a request does not name. Where it does not, they are removed.',
		},
	],
	default: 'keep',
	description:
		'What happens to existing rows that are not in your input. Whether the service keeps rows that a request does not name is not documented.',
};

const recordsPerRequest: INodeProperties = {
	displayName: 'Records per Request',
	name: 'recordsPerRequest',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Maximum rows of the input per request; 0 sends all in one. Rows that are kept are sent along with every request.',
};

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update records of a contract',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		routing: {
			request: {
				method: 'PUT',
				url: '/custom-objects/{customObjectId}/contract/{contractId}/records',
			},
			operations: { pagination: upsertOneItem },
		},
	},
	fields: [customObjectLocator, contractLocator, fields, options(otherRows, recordsPerRequest)],
};
