import type { FieldType, ResourceMapperField } from 'n8n-workflow';
import { isList } from './coercion';
import type { FieldKind, TypedField } from './creationForm';
import type { Table } from './customObjects';
import type { NamedReference } from './types';

/** The column with the id of the record, and the one with the id of the catalog record that it derives from. */
export const RECORD_ID = 'id';
export const CATALOG_RECORD_ID = 'fromCatalogRecordId';

/** A column, with what tells a run what the person saw. What the field is today, the service says (`readTable`). */
export interface RecordColumn extends ResourceMapperField {
	/** What could be named then, where the column is no list to choose from. */
	choices?: NamedReference[];
}

/** The columns for the rows of a custom object. */
export function recordColumns({ fields }: Table): RecordColumn[] {
	const column = (field: NamedField, more: Partial<RecordColumn>) =>
		columnOf(field, ['select'], {
			displayName: field.type === 'relation' ? `${field.name} (Record ID)` : field.name,
			canBeUsedToMatch: field.type !== 'multiSelect' && field.type !== 'richText',
			...more,
		});
	return [
		column({ id: RECORD_ID, name: 'Record ID', type: 'text' }, { defaultMatch: true }),
		column({ id: CATALOG_RECORD_ID, name: 'Catalog Record ID', type: 'text' }, { removed: true }),
		...fields.map((field) =>
			column(field, isList(field) && field.options.length > 0 ? { choices: field.options } : {}),
		),
	];
}

/** A list of which several can be chosen would be a JSON editor; text takes names, separated by semicolons. */
const WIDGETS: Partial<Record<FieldKind, FieldType>> = {
	date: 'dateTime',
	dateTime: 'dateTime',
	number: 'number',
};

// The editor turns on or off a switch that nobody touched, and so would write false: of a list nothing is chosen at first.
const YES_OR_NO = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

type NamedField = Partial<TypedField> & Pick<TypedField, 'id' | 'name' | 'type'>;

/** A column of a mapper: a list to choose from where its field has options and is one of the `chosen` types. */
export function columnOf(
	{ id, name, type, options = [] }: NamedField,
	chosen: FieldKind[],
	more: Partial<RecordColumn>,
): RecordColumn {
	const isChosen = options.length > 0 && chosen.includes(type);
	const choices = options.map((each) => ({ name: each.name, value: each.id }));
	const shown = isChosen ? choices : type === 'boolean' && YES_OR_NO;
	return {
		id,
		displayName: name,
		defaultMatch: false,
		canBeUsedToMatch: false,
		required: false,
		display: true,
		type: shown ? 'options' : (WIDGETS[type] ?? 'string'),
		...(shown && { options: shown }),
		...more,
	};
}
