import { described, fields } from './fields';
import { leftOut } from './parameters.fields';

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

const FORMS = described({
	raw: ['Raw', 'The answer of the service, which can fill much of the context of a model'],
	selectedFields: ['Selected Fields', 'Of the short form, only the fields that you name'],
	simplified: ['Simplified', 'The short form, where the operation has one'],
});

/** How much of the answer an agent gets; only shown where the node is a tool. */
export const toolOutput = fields({
	output: ['Output', 'simplified', { displayOptions: { show: RECORDS }, options: FORMS }],
	selectedFields: [
		'Fields to Return',
		'',
		{
			displayOptions: { show: { ...RECORDS, output: ['selectedFields'] } },
			placeholder: 'e.g. name, status, fields.Payment term',
		},
	],
}).map(leftOut);
