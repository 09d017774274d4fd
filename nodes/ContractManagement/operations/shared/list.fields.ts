import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank } from '../../api/options';
import type { ItemScope } from '../../node/scope';
import { choices, described, fields, list } from './fields';
import { offeredOf } from './offered';

/** Return All and Limit, as every list operation has them. */
export const returnAllOrLimit = fields({
	returnAll: ['Return All', false, 'Whether to return all results or only up to a given limit'],
	limit: [
		'Limit',
		50,
		'Max number of results to return',
		{ typeOptions: { minValue: 1 }, displayOptions: { show: { returnAll: [false] } } },
	],
});

/** The Options of a list operation that has pages. */
export const paging = fields({
	onePage: ['One Page', false, 'Whether to return one page as {records, nextCursor, hasNextPage}'],
	cursor: [
		'Cursor',
		'',
		'The nextCursor of the page before',
		{ placeholder: 'e.g. {{ $json.nextCursor }}' },
	],
});

const DIRECTIONS = described({ asc: ['Ascending'], desc: ['Descending'] });

/** The sort order as a list of field and direction; read with `sortOf`. */
export function sortFields(names: readonly string[]): INodeProperties {
	return list(
		{
			displayName: 'Sort',
			name: 'sort',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add Sort Field',
		},
		{
			displayName: 'Field',
			name: 'by',
			values: fields({
				field: ['Field', 'createdAt', { options: choices(names) }],
				direction: ['Direction', 'desc', { options: DIRECTIONS }],
			}),
		},
	);
}

/**
 * The `sort` parameter of the item: comma-separated field names, `-` for descending; empty when nothing is chosen.
 *
 * @param names those that can be sorted by
 * @throws NodeOperationError where an expression came to another one, or to no direction
 */
export function sortOf(scope: ItemScope, names: readonly string[]): string {
	const keys = scope.parameter<IDataObject[]>('sort.by', []);
	return keys
		.filter(({ field }) => !isBlank(field))
		.map(({ field, direction }) => {
			const by = offeredOf(scope, 'Sort > Field', field, choices(names));
			const given = isBlank(direction) ? 'desc' : direction;
			const isUp = offeredOf(scope, 'Sort > Direction', given, DIRECTIONS) === 'asc';
			return isUp ? by : `-${by}`;
		})
		.join(',');
}
