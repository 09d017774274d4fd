import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { isBlank } from '../../api/options';
import type { Field } from '../../node/field';
import { choice, fields, number, inOptions, text, toggle } from '../../node/fields';
import { choices, list } from './fields';
import type { ItemScope } from '../../node/scope';
import { offeredOf } from '../../node/values';

export const { returnAll, limit } = fields({
	returnAll: toggle('Return All').says('Whether to return all results or only up to a given limit'),
	limit: number(
		'Limit',
		50,
		{ minValue: 1 },
		{ displayOptions: { show: { returnAll: [false] } } },
	).says('Max number of results to return'),
});

export const returnAllOrLimit = [returnAll, limit];

/** The Options of a list operation that has pages. */
export const paging = inOptions({
	onePage: toggle('One Page').says(
		'Whether to return one page as {records, nextCursor, hasNextPage}',
	),
	cursor: text('Cursor', '{{ $json.nextCursor }}').says('The nextCursor of the page before'),
});

/** The sort order as a list of field and direction; read with `sortOf`. */
export function sortFields(names: readonly string[]): Field {
	return list('Sort', 'Add Sort Field', ['by', 'Field'], sortedBy(names)).with({
		name: 'sort',
		typeOptions: { multipleValues: true, sortable: true },
	});
}

function sortedBy(names: readonly string[]) {
	return fields({
		field: choice('Field', 'createdAt', choices(names)),
		direction: choice('Direction', 'desc', { asc: ['Ascending'], desc: ['Descending'] }),
	});
}

/**
 * The `sort` parameter of the item: comma-separated field names, `-` for descending; empty when nothing is chosen.
 * @param names those that can be sorted by
 * @throws NodeOperationError where an expression came to another one, or to no direction
 */
export function sortOf(scope: ItemScope, names: readonly string[]): string {
	const rows = scope.parameter<IDataObject[]>('sort.by', []);
	const { field, direction } = sortedBy(names);
	const among = chosenIn.bind(null, scope, 'Sort');
	return rows
		.filter((row) => !isBlank(row.field))
		.map(({ field: by, direction: way }) => [
			among(field, by),
			among(direction, isBlank(way) ? direction.default : way),
		])
		.map(([by, way]) => (way === 'asc' ? by : `-${by}`))
		.join(',');
}

/** What is chosen in a row of a list. @throws NodeOperationError where an expression came to something else */
export function chosenIn(scope: ItemScope, of: string, { label, options }: Field, given: unknown) {
	return offeredOf(scope, `${of} > ${label}`, given, options as INodePropertyOptions[]);
}
