import type { IDataObject } from 'n8n-workflow';
import { requestRecord } from '../../transport/records';
import { toItem } from '../../node/scope';
import { isSimplified } from '../../node/toolOutput';
import { simplify } from '../../node/toolOutput.fields';
import { clauseLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';

/** One clause with its text ("GET /clauses/:id"). */
export const get: Operation = {
	name: 'Get',
	action: 'Get text of a clause by ID',
	description: 'Get one clause of the clause library by ID, with its text',
	request: { method: 'GET', url: '/clauses/{clauseId}' },
	fields: [clauseLocator, simplify],
	items: '{id, name, description, languages, contentText, createdAt, updatedAt}',
	run: async (scope, asked) => {
		const clause = await requestRecord<IDataObject>(scope.connection, asked);
		if (!isSimplified(scope)) return [toItem(scope, clause)];
		const { id, name, description, languages, contentText, createdAt, updatedAt } = clause;
		return [toItem(scope, { id, name, description, languages, contentText, createdAt, updatedAt })];
	},
};
