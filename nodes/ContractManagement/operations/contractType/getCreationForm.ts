import { unwrap } from '../../api/shapes';
import { readCreationForm } from '../../transport/creationForm';
import { toItem, type OperationBody } from '../../transport/routing';
import { isSimplified } from '../../transport/toolOutput';

/** What it takes to create a contract of a type: its templates, and its fields with types and options. */
export const run: OperationBody = async (scope, _asked, { contractTypeId }) => {
	const { form, body } = await readCreationForm(scope.connection, contractTypeId);
	return [toItem(scope, isSimplified(scope) ? form : wholeForm(body))];
};

// A form that is a bare list of fields is no item yet.
function wholeForm(body: unknown): unknown {
	const form = unwrap(body);
	return Array.isArray(form) ? { fields: form as unknown[] } : form;
}
