import { choice, mapper, number, inOptions } from '../shared/fields';

/** The values of a record; read with `rowOf`. */
export const recordFields = mapper(
	'customObjectId.value',
	{
		resourceMapperMethod: 'getRecordColumns',
		mode: 'upsert',
		multiKeyMatch: true,
		matchingFieldsLabels: {
			title: 'Fields to match on',
			description: 'A record with the same values in these fields is updated, else one is created.',
			hint: 'Input items with the same values become one record; later values win',
		},
	},
	{
		required: true,
		description:
			'Empty values change nothing; (clear) empties a field, as an expression in non-text columns. Relations: the ID of a record, or its name if listed.',
		builderHint: {
			propertyHint:
				"{ mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Description'] }: properties go by field name; tools need 'defineBelow' with value",
		},
	},
);

export const upsertOptions = inOptions({
	otherRows: choice('Records Not in the Input', 'keep', {
		keep: ['Keep', 'Sends existing rows along, so none are removed'],
		omit: [
			'Leave to the Service',
			'Sends only your input. Faster, but removes existing rows unless the service keeps them.',
		],
	}).says('Existing rows that are not in your input'),
	recordsPerRequest: number('Records per Request', 0, { minValue: 0 }).says(
		'Rows of the input per request; 0 sends all in one',
	),
});
