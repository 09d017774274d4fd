import type { FieldType, ResourceMapperField } from 'n8n-workflow';
import { isList } from './coercion';
import type { FieldKind, TypedField } from './creationForm';
import type { Table } from './customObjects';
import type { NamedReference } from './types';

/** The column with the id of the record, and the one with the id of the catalog record that it derives from. */
export const RECORD_ID = 'id';
export const CATALOG_RECORD_ID = 'fromCatalogRecordId';

/** A column that remembers what its smart field is, so that a run need not ask the service again. */
export interface RecordColumn extends ResourceMapperField {
	kind?: FieldKind;
	/** The smart field's own name; the column may show more. */
	label?: string;
	/** What may be named, where the column is no list to choose from. */
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
			column(field, {
				kind: field.type,
				label: field.name,
				...(isList(field) && field.options.length > 0 && { choices: field.options }),
			}),
		),
	];
}

/** The smart fields as the columns remember them; undefined where a given one does not, as in a workflow by hand. */
export function rememberedFields(
	schema: RecordColumn[],
	given: string[],
): TypedField[] | undefined {
	const columns = schema.filter(({ kind }) => kind !== undefined);
	const ids = new Set(schema.map(({ id }) => id));
	if (columns.length === 0 || given.some((id) => !ids.has(id))) return undefined;
	return columns.map(({ id, displayName, kind, label, options, choices }) => ({
		id,
		name: label ?? displayName,
		type: kind as FieldKind,
		required: false,
		options: choices ?? (options ?? []).map(({ name, value }) => ({ id: String(value), name })),
		helpText: null,
	}));
}

/** A list of which several can be chosen would be a JSON editor; text takes names, separated by semicolons. */
const WIDGETS: Partial<Record<FieldKind, FieldType>> = {
	boolean: 'boolean',
	date: 'dateTime',
	dateTime: 'dateTime',
	number: 'number',
};

type NamedField = Partial<TypedField> & Pick<TypedField, 'id' | 'name' | 'type'>;

/** A column of a mapper: a list to choose from where its field has options and is one of the `chosen` types. */
export function columnOf(
	{ id, name, type, options = [] }: NamedField,
	chosen: FieldKind[],
	more: Partial<RecordColumn>,
): RecordColumn {
	const isChosen = options.length > 0 && chosen.includes(type);
	return {
		id,
		displayName: name,
		defaultMatch: false,
		canBeUsedToMatch: false,
		required: false,
		display: true,
		type: isChosen ? 'options' : (WIDGETS[type] ?? 'string'),
		...(isChosen && { options: options.map((each) => ({ name: each.name, value: each.id })) }),
		...more,
	};
}
