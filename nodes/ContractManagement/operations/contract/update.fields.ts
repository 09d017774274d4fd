import { prepare } from './update';
import { contractShape, fieldsAs } from '../shared/contractOutput.fields';
import { additionalBody, simplify, tagExecutions } from '../shared/parameters.fields';
import { contractLocator, folderLocator, optional } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options.fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update contract',
		description:
			'Move a contract to a folder, or change other properties as JSON. To change the status use Send for Signature or Mark as Signed.',
		routing: {
			request: { method: 'PATCH', url: '/contracts/{contractId}' },
		},
	},
	prepare,
	fields: [
		contractLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				additionalBody,
				optional(folderLocator),
				{
					displayName: 'Move to Root',
					name: 'moveToRoot',
					type: 'boolean',
					default: false,
					description: 'Whether to take the contract out of its folder',
				},
			],
		},
		simplify,
		options(fieldsAs, tagExecutions),
	],
	items: contractShape,
};
