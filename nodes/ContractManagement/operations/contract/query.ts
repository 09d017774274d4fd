import { firstTime } from '../../api/identifiers';
import { commaList, isBlank } from '../../api/options';
import { checkedIdentifier } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter } from '../shared/parameters';
import { sortOf } from '../shared/list.fields';
import type { Filter } from './filterChecks';
import { contractFilters } from './filters';

/** Which contracts the item asks for, and in which order. */
export interface ContractQuery {
	filters: Filter[];
	typeIds: string[];
	sort: string;
}

/** @throws NodeOperationError for values that the service would refuse */
export function contractQuery(scope: ItemScope): ContractQuery {
	const filters = contractFilters(scope);
	return { filters, typeIds: contractTypeIds(scope, filters), sort: sortOf(scope) };
}

function contractTypeIds(scope: ItemScope, filters: Filter[]): string[] {
	const ids = commaList(scope.parameter('contractTypeIds', []));
	const checked = ids.map((id) => checkedIdentifier(scope, 'Contract Type', id));
	const unique = checked.filter(firstTime());
	const filtered = filters.some(({ name }) => name === 'contractTypeId');
	if (unique.length > 0 && filtered) throw typeGivenTwice(scope);
	if (unique.length > 1 && isPaged(scope)) throw oneTypePerPage(scope);
	return unique;
}

function isPaged(scope: ItemScope): boolean {
	const cursor = scope.parameter<unknown>('options.cursor', '');
	return scope.parameter('options.onePage', false) || !isBlank(cursor);
}

function oneTypePerPage(scope: ItemScope) {
	return refusedParameter(scope, {
		field: 'Contract Type',
		message: 'One Page and Cursor work with one contract type only',
		description:
			'The service pages through one contract type at a time. Choose one type, or none, or turn off One Page and Cursor.',
	});
}

function typeGivenTwice(scope: ItemScope) {
	return refusedParameter(scope, {
		field: 'Contract Type',
		message: 'The contract type is given twice',
		description: 'Give it in Contract Type Names or IDs, or as an Additional Filter, but not both.',
	});
}
