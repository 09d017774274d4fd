import { COUNTERPARTY_SORT_FIELDS, SMALL_PAGE_SIZE } from '../../api/limits';
import { containsName, searchedBy } from '../../api/names';
import type { Counterparty } from '../../api/types';
import { textOf } from '../../node/values';
import { hint } from '../../transport/hint';
import { compareBy, withTieBreak } from '../../transport/lists/order';
import { counterpartyPages } from '../../transport/counterparty';
import { collection, several, text } from '../shared/fields';
import { listBody, tellEmpty } from '../shared/list';
import { paging, returnAllOrLimit, sortFields, sortOf } from '../shared/list.fields';
import type { Operation } from '../shared/operation';
import { counterpartyShape, STATUSES, statusOf } from './changes.fields';

const filters = collection('Filters', 'filters', {
	name: text('Name Contains', 'acme'),
	status: several('Status Is Any Of', [], { options: STATUSES }),
});

/** Counterparties by status and part of the name ("GET /counterparties"). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Search counterparties',
	description:
		'List counterparties, filtered by status or name. Use it to find the ID of a counterparty by its name.',
	request: { method: 'GET', url: '/counterparties' },
	fields: [...returnAllOrLimit, filters, sortFields(COUNTERPARTY_SORT_FIELDS)],
	options: paging,
	items: counterpartyShape,
	run: listBody<Counterparty>(SMALL_PAGE_SIZE, (scope) => {
		const { name, status } = filters.parts;
		tellEmpty(scope, [name, status]);
		const statuses = status.of(scope).map((one) => statusOf(textOf(scope, status.label, one)));
		const wanted = name.of(scope);
		const sent = searchedBy(wanted);
		const sort = sortOf(scope, COUNTERPARTY_SORT_FIELDS);
		const inOrder = (all: Counterparty[]) => (sort ? all.sort(compareBy(withTieBreak(sort))) : all);
		return {
			qs: {
				...(statuses[0] && { status: (statuses[1] ? 'in:' : '') + statuses.join(',') }),
				...(sent && { name: sent }),
				...(sort && { sort }),
			},
			// Then others are found, too.
			...(sent !== wanted && { keep: ({ name }) => containsName(name, wanted) }),
			present: async (found) => {
				const isCased = scope.connection.profile['counterparty-name-filter'] === 'exact-case';
				const none = 'Name Contains found nothing: try other letter case.';
				if (isCased && sent && !found[0]) hint(scope.context, none);
				return found;
			},
			source: (list, page) => counterpartyPages(scope.connection, list, page, inOrder),
		};
	}),
};
