import { unwrap } from '../../api/shapes';
import { readCreationForm } from '../../transport/definitions';
import { hintUnshown } from '../../transport/errors/misfit';
import { toItem } from '../../node/scope';
import { isSimplified } from '../../node/toolOutput';
import { simplify } from '../../node/toolOutput.fields';
import { contractTypeLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';

const UNSHOWN = 'The creation form does not show which fields need a value';

/** What it takes to create a contract of a type: its templates, and its fields with types and options. */
export const getCreationForm: Operation = {
	name: 'Get Creation Form',
	action: 'Describe contract type',
	description:
		'List what Contract > Create needs for a contract type: templates with IDs, and fields with ID, name, type, allowed options and whether they are required',
	request: { method: 'GET', url: '/contract-types/{contractTypeId}/creation-form' },
	fields: [contractTypeLocator, simplify],
	items:
		'{contractTypeId, templates: [{id, name}], fields: [{id, name, type, required, options: [{id, name}], helpText}]}',
	run: async (scope, _asked, { contractTypeId }) => {
		const { form, body } = await readCreationForm(scope.connection, contractTypeId);
		if (!isSimplified(scope)) return [toItem(scope, unwrap(body))];
		const isShown = form.fields.some(({ required }) => required !== undefined);
		if (form.fields[0] && !isShown) hintUnshown(scope.connection, 'field-required', UNSHOWN);
		return [toItem(scope, form)];
	},
};
