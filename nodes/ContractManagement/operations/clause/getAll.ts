import { SMALL_PAGE_SIZE } from '../../api/limits';
import { containsName } from '../../api/names';
import { nameFilter } from '../../api/serviceProfile';
import type { NamedReference } from '../../api/types';
import { collection, text } from '../shared/fields';
import { listBody, tellEmpty } from '../shared/list';
import { paging, returnAllOrLimit } from '../shared/list.fields';
import type { Operation } from '../shared/operation';

const filters = collection('Filters', 'filters', {
	name: text('Name Contains', 'liability'),
});

/** Clauses without their text ("GET /clauses"). The name filter's identifier is not shown, so names are checked again. */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Search clauses of the library',
	description:
		'List clauses of the library, filtered by name: names, descriptions and languages, without text. For the clauses of one contract use Contract > Get Clauses.',
	request: { method: 'GET', url: '/clauses' },
	fields: [...returnAllOrLimit, filters],
	options: paging,
	items: '{id, name, description, organizationId, languages, createdAt, updatedAt}',
	run: listBody<NamedReference>(SMALL_PAGE_SIZE, (scope) => {
		tellEmpty(scope, [filters.parts.name]);
		const wanted = filters.parts.name.of(scope);
		return {
			qs: nameFilter(scope.connection.profile, 'clause-name-filter', wanted),
			keep: ({ name }) => containsName(name, wanted),
		};
	}),
};
