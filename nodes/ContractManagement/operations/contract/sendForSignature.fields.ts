import { prepare } from './sendForSignature';
import { contractLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import { tagExecutions } from '../shared/parameters.fields';
import type { Operation } from '../shared/operation';

export const sendForSignature: Operation = {
	option: {
		name: 'Send for Signature',
		value: 'sendForSignature',
		action: 'Send contract for signature',
		description:
			'Send the document of a contract to its signatories, to be signed in the service. For PDFs signed elsewhere use Mark as Signed.',
		routing: {
			request: { method: 'POST', url: '/contracts/{contractId}/signatures/send' },
		},
	},
	prepare,
	fields: [
		contractLocator,
		options(tagExecutions, {
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			description: 'A message for the signatories, if the service supports one',
		}),
	],
	items: '{id, status}',
};
