import { tableOf } from '../../api/customObjects';
import { requestRecord } from '../../transport/records';
import { toItem } from '../../node/scope';
import { isSimplified } from '../../node/toolOutput';
import { simplify } from '../../node/toolOutput.fields';
import { customObjectLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';

/** A custom object with its smart fields ("GET /custom-objects/{id}"). */
export const get: Operation = {
	name: 'Get',
	action: 'Get columns of a dynamic table',
	description:
		'Get a custom object (dynamic table) by ID: the names, IDs and types of its fields. Use it before you write records.',
	request: { method: 'GET', url: '/custom-objects/{customObjectId}' },
	fields: [customObjectLocator, simplify],
	items: '{id, name, helpText, fields: [{id, name, type, relatedObjectId}]}',
	run: async (scope, asked) => {
		const { connection } = scope;
		const record = await requestRecord(connection, asked);
		const table = isSimplified(scope) ? tableOf(record, connection.profile) : undefined;
		// To look at it is no use of what does not fit.
		if (!table || 'entry' in table) return [toItem(scope, record)];
		const fields = table.fields.map(({ id, name, type, options, relatedObjectId }) => ({
			...{ id, name, type, relatedObjectId },
			...(options.length > 0 && { options }),
		}));
		return [toItem(scope, { id: table.id, name: table.name, helpText: table.helpText, fields })];
	},
};
