import type { IDataObject } from 'n8n-workflow';
import type { ItemScope } from '../../transport/scope';

/** The `sort` parameter of the item: comma-separated field names, `-` for descending; empty when nothing is chosen. */
export function sortOf(scope: ItemScope): string {
	const keys = scope.parameter<IDataObject[]>('sort.by', []);
	return keys
		.filter(({ field }) => typeof field === 'string' && field !== '')
		.map(({ field, direction }) => `${direction === 'asc' ? '' : '-'}${String(field)}`)
		.join(',');
}
