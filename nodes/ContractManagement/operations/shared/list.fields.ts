import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ItemScope } from '../../transport/scope';
import { choices, described, fields, list } from './fields';

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

/** The sort order as a list of field and direction; read with `sortOf`. */
export function sortFields(names: readonly string[]): INodeProperties {
	const directions = described({ asc: ['Ascending'], desc: ['Descending'] });
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
				direction: ['Direction', 'desc', { options: directions }],
			}),
		},
	);
}

/** The `sort` parameter of the item: comma-separated field names, `-` for descending; empty when nothing is chosen. */
export function sortOf(scope: ItemScope): string {
	const keys = scope.parameter<IDataObject[]>('sort.by', []);
	return keys
		.filter(({ field }) => typeof field === 'string' && field !== '')
		.map(({ field, direction }) => `${direction === 'asc' ? '' : '-'}${String(field)}`)
		.join(',');
}
