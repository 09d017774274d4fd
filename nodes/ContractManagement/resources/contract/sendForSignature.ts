import { sendForSignature as hook } from '../../hooks/signing/sendForSignature';
import { contractLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';

export const sendForSignature: Operation = {
	option: {
		name: 'Send for Signature',
		value: 'sendForSignature',
		action: 'Send a contract for signature',
		description:
			'Send the document of a contract to its signatories to be signed in the service. For PDFs that were signed elsewhere use Mark as Signed.',
		routing: {
			request: { method: 'POST', url: '/contracts/{contractId}/signatures/send' },
			operations: { pagination: hook },
		},
	},
	fields: [
		contractLocator,
		options({
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			description: 'Text for the signatories, where the service supports one',
		}),
	],
};
