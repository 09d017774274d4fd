import { prepare } from './markAsSigned';
import { contractLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import { tagExecutions } from '../shared/parameters.fields';
import type { Operation } from '../shared/operation';

export const markAsSigned: Operation = {
	option: {
		name: 'Mark as Signed',
		value: 'markAsSigned',
		action: 'Mark contract as signed',
		description:
			'Mark a contract as signed with 1 to 20 PDFs that were signed in another tool, and set the signature date. To have it signed, use Send for Signature.',
		routing: {
			request: { method: 'POST', url: '/contracts/{contractId}/signed-version' },
		},
	},
	prepare,
	fields: [
		contractLocator,
		{
			displayName: 'Input Binary Field',
			name: 'binaryProperties',
			type: 'string',
			typeOptions: { binaryDataProperty: true },
			default: 'data',
			required: true,
			placeholder: 'e.g. data,annex_1,annex_2',
			hint: 'Names of input binary fields, separated by commas',
			description: 'The 1 to 20 signed PDFs, main document first',
		},
		{
			displayName: 'Signature Date',
			name: 'signatureDate',
			type: 'dateTime',
			default: '',
			required: true,
			description:
				'When the last person signed. A date alone means its start in the timezone of the workflow.',
		},
		options(tagExecutions, {
			displayName: 'Use All PDFs of the Item',
			name: 'allPdfs',
			type: 'boolean',
			default: false,
			description:
				'Whether to use every PDF of the item in its order, unreliable with webhooks and forms',
		}),
	],
	items: '{id, status, signatureDate, files: [{key, name, contentType, binaryProperty}]}',
};
