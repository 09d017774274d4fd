import { getCreationForm as hook } from '../../hooks/contracts/creationForm';
import { simplify } from '../shared/fields';
import { contractTypeLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options';

export const getCreationForm: Operation = {
	option: {
		name: 'Get Creation Form',
		value: 'getCreationForm',
		action: 'Get the creation form of a contract type',
		description:
			'Describe what it takes to create a contract of a type: its templates with their IDs, and its fields with ID, name, type, whether they are required, and the allowed options. Read it before Create Contract.',
		routing: {
			request: { method: 'GET', url: '/contract-types/{contractTypeId}/creation-form' },
			operations: { pagination: hook },
		},
	},
	fields: [contractTypeLocator, simplify, options()],
};
