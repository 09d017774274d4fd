import { run } from './getCreationForm';
import { simplify } from '../shared/parameters.fields';
import { contractTypeLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options.fields';

export const getCreationForm: Operation = {
	option: {
		name: 'Get Creation Form',
		value: 'getCreationForm',
		action: 'Get creation form of contract type',
		description:
			'List what Contract > Create needs for a contract type: templates with IDs, and fields with ID, name, type, allowed options and whether they are required',
		routing: {
			request: { method: 'GET', url: '/contract-types/{contractTypeId}/creation-form' },
		},
	},
	run,
	fields: [contractTypeLocator, simplify, options()],
	items:
		'{contractTypeId, templates: [{id, name}], fields: [{id, name, type, required, options: [{id, name}], helpText}]}',
};
