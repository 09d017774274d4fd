import { tableOf } from '../../api/customObjects';
import { recordIn } from '../../transport/records';
import { request } from '../../transport/request';
import { toItem, type OperationBody } from '../../transport/routing';
import { isSimplified } from '../../transport/toolOutput';

/** A custom object with its smart fields ("GET /custom-objects/{id}"). */
export const run: OperationBody = async (scope, asked) => {
	const body = await request<unknown>(scope.connection, asked);
	const table = isSimplified(scope) ? tableOf(body) : undefined;
	if (!table) return [toItem(scope, recordIn(scope.connection, asked, body))];
	const fields = table.fields.map(({ id, name, type, options, relatedObjectId }) => ({
		id,
		name,
		type,
		relatedObjectId,
		...(options.length > 0 && { options }),
	}));
	return [toItem(scope, { id: table.id, name: table.name, helpText: table.helpText, fields })];
};
