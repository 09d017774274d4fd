import { markAsSigned as hook } from '../../hooks/signing/markAsSigned';
import { contractLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';

export const markAsSigned: Operation = {
	option: {
		name: 'Mark as Signed',
		value: 'markAsSigned',
		action: 'Mark a contract as signed',
		description:
			'Mark a contract as signed from 1 to 20 PDFs that were signed in a third-party tool: uploads them and sets the signature date. Not for sending a contract out for signature.',
		routing: {
			request: { method: 'POST', url: '/contracts/{contractId}/signed-version' },
			operations: { pagination: hook },
		},
	},
	fields: [
		contractLocator,
		{
			displayName: 'Input Binary Field',
			name: 'binaryProperties',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data,annex_1,annex_2',
			hint: 'The names of the input binary fields that hold the signed PDFs, separated by commas',
			description:
				'The binary fields with the signed PDFs: the main document first, then its annexes, separated by commas. 1 to 20 files; all of them are checked before the first one is uploaded.',
		},
		{
			displayName: 'Signature Date',
			name: 'signatureDate',
			type: 'dateTime',
			default: '',
			required: true,
			description:
				'The moment when the last person signed in the signature tool, not the time of this call. A date without a time is the start of that day in the timezone of the workflow. It must not lie in the future.',
		},
		options({
			displayName: 'Use All PDFs of the Item',
			name: 'allPdfs',
			type: 'boolean',
			default: false,
			description:
				'Whether to use every PDF of the input item, in the order of its binary fields, whatever Input Binary Field says. What a webhook or a form received has no reliable order.',
		}),
	],
};
