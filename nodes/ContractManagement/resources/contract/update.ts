import { updateContract as hook } from '../../hooks/contracts/update';
import { fieldsAs } from '../shared/contractOutput';
import { additionalBody, simplify } from '../shared/fields';
import { contractLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a contract',
		description:
			'File a contract in a folder, or change further properties given as JSON. It does not change the status: use Send for Signature or Mark as Signed for that.',
		routing: {
			request: { method: 'PATCH', url: '/contracts/{contractId}' },
			operations: { pagination: hook },
		},
	},
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
					description: 'The folder to file the contract in',
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
};
