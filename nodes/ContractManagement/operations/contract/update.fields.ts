import { prepare } from './update';
import { contractShape, fieldsAs } from '../shared/contractOutput.fields';
import { additionalBody, simplify } from '../shared/parameters.fields';
import { contractLocator } from '../shared/locators.fields';
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
			description: 'What to change; everything else stays as it is',
			options: [
				additionalBody,
				{
					displayName: 'Folder ID',
					name: 'folderId',
					type: 'string',
					default: '',
					placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718',
					description: 'The folder to move the contract to',
				},
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
		options(fieldsAs),
	],
	items: contractShape,
};
