import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

/** One operation: its entry in the Operation list, and the fields that it shows. */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

/** Turns a resource's operations into its Operation list and their fields; the first one is the default. */
export function resource(value: string, operations: Operation[]): INodeProperties[] {
	const byName = operations.toSorted((a, b) => a.option.name.localeCompare(b.option.name));
	const picker: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: byName.map(({ option }) => option),
		default: '',
	};
	return [
		{ ...picker, default: operations[0].option.value },
		...byName.flatMap(({ option, fields }) =>
			updateDisplayOptions({ show: { resource: [value], operation: [option.value] } }, fields),
		),
	];
}
