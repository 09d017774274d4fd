import { unwrap } from '../../api/shapes';
import { identifierOf } from '../../transport/path';
import { hook, toItem } from '../../transport/routing';
import { readCreationForm } from '../../transport/creationForm';

/** What it takes to create a contract of a type: its templates, and its fields with types and options. */
export const getCreationForm = hook(async (scope) => {
	const contractTypeId = identifierOf(scope, 'contractTypeId');
	const { form, body } = await readCreationForm(scope.connection, contractTypeId);
	return [toItem(scope, scope.parameter('simplify', true) ? form : wholeForm(body))];
});

// A form that is a bare list of fields is no item yet.
function wholeForm(body: unknown): unknown {
	const form = unwrap(body);
	return Array.isArray(form) ? { fields: form as unknown[] } : form;
}
