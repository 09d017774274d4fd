import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { options } from './options.fields';

/** Return All and Limit, as every list operation has them. */
export const returnAllOrLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

const onePage: INodeProperties = {
	displayName: 'One Page',
	name: 'onePage',
	type: 'boolean',
	default: false,
	description: 'Whether to return one page as {records, nextCursor, hasNextPage}',
};

const cursor: INodeProperties = {
	displayName: 'Cursor',
	name: 'cursor',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.nextCursor }}',
	description: 'The nextCursor of the page before',
};

/** The Options collection of a list operation: its own entries, One Page and Cursor, and what every operation has. */
export function listOptions(...own: INodeProperties[]): INodeProperties {
	return options(...own, onePage, cursor);
}

/** The sort order as a list of field and direction; read with `sortOf`. */
export function sortFields(fields: readonly string[]): INodeProperties {
	return {
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Sort Field',
		default: {},
		options: [
			{
				displayName: 'Field',
				name: 'by',
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'options',
						options: choices(fields),
						default: 'createdAt',
					},
					{
						displayName: 'Direction',
						name: 'direction',
						type: 'options',
						options: [
							{ name: 'Ascending', value: 'asc' },
							{ name: 'Descending', value: 'desc' },
						],
						default: 'desc',
					},
				],
			},
		],
	};
}

/** API names as options with readable labels, in alphabetical order: `createdAt` is shown as Created At. */
export function choices(names: readonly string[]): INodePropertyOptions[] {
	return names
		.map((value) => ({ name: labelOf(value), value }))
		.toSorted((a, b) => a.name.localeCompare(b.name));
}

function labelOf(name: string): string {
	const words = name.replace(/([A-Z])/g, ' $1').replace(/\bid\b/gi, 'ID');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
