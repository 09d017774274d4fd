import type { INodeProperties } from 'n8n-workflow';
import { leftOut } from './leftOut';

/** Operations that answer with records; what the others answer is short. */
const RECORDS = {
	'@tool': [true],
	resource: [
		'clause',
		'contract',
		'contractType',
		'counterparty',
		'customObject',
		'customObjectRecord',
	],
	operation: ['create', 'get', 'getAll', 'getByExternalId', 'getCreationForm', 'update'],
};

/** How much of the answer an agent gets; only shown where the node is a tool. */
export const toolOutput: INodeProperties[] = [
	leftOut({
		displayName: 'Output',
		name: 'output',
		type: 'options',
		displayOptions: { show: RECORDS },
		options: [
			{
				name: 'Raw',
				value: 'raw',
				description: 'The answer of the service, which can fill much of the context of a model',
			},
			{
				name: 'Selected Fields',
				value: 'selectedFields',
				description: 'Of the short form, only the fields that you name',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The short form, where the operation has one',
			},
		],
		default: 'simplified',
	}),
	leftOut({
		displayName: 'Fields to Return',
		name: 'selectedFields',
		type: 'string',
		displayOptions: { show: { ...RECORDS, output: ['selectedFields'] } },
		default: '',
		placeholder: 'e.g. name, status, fields.Payment term',
	}),
];
