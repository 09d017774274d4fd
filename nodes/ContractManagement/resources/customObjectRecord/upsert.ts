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
			name: 'Keep Where They Are Read',
			value: 'automatic',
			description:
				'Sent along where the existing records are read anyway: to match on a field, to update by Record ID, or as a tool',
		},
		{
			name: 'Always Keep',
			value: 'keep',
			description: 'Always read and sent along, so that they stay whatever the service does',
		},
		{
			name: 'Leave Out',
			value: 'omit',
			description:
				'Never sent along: right where the service keeps records that a request does not name',
		},
	],
	default: 'automatic',
	description:
		'Whether the service keeps records that a request does not name is not documented. Existing records that are sent along stay as they are either way.',
};

const recordsPerRequest: INodeProperties = {
	displayName: 'Records per Request',
	name: 'recordsPerRequest',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'How many records of the input a request takes; 0 sends all records of a contract and custom object at once. If the service replaces the table by what a request names, records of earlier requests are only safe because they are sent along again, see Records Not in the Input.',
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
