import type { FieldType, ResourceMapperField } from 'n8n-workflow';
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
	return [
		column({ id: RECORD_ID, name: 'Record ID', type: 'text' }, { defaultMatch: true }),
		column({ id: CATALOG_RECORD_ID, name: 'Catalog Record ID', type: 'text' }, { removed: true }),
		...fields.map((field) => ({
			...column(field, { required: false }),
			kind: field.type,
			label: field.name,
			...(isTyped(field) && { choices: field.options }),
		})),
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

/** Whether options are typed in, and not chosen. */
function isTyped({ type, options }: TypedField): boolean {
	return options.length > 0 && (type === 'multiSelect' || type === 'relation');
}

/** A list of which several can be chosen would be a JSON editor; text takes names, separated by semicolons. */
const WIDGETS: Partial<Record<FieldKind, FieldType>> = {
	boolean: 'boolean',
	date: 'dateTime',
	dateTime: 'dateTime',
	number: 'number',
};

/** What a value of the field is typed into, where it is not chosen from options. */
export function widgetOf(type: FieldKind): FieldType {
	return WIDGETS[type] ?? 'string';
}

function column(
	{ id, name, type, options = [] }: Pick<TypedField, 'id' | 'name' | 'type'> & Partial<TypedField>,
	more: Partial<ResourceMapperField>,
): ResourceMapperField {
	const isChoice = type === 'select' && options.length > 0;
	return {
		id,
		displayName: type === 'relation' ? `${name} (Record ID)` : name,
		defaultMatch: false,
		canBeUsedToMatch: type !== 'multiSelect' && type !== 'richText',
		required: false,
		display: true,
		type: isChoice ? 'options' : widgetOf(type),
		...(isChoice && {
			options: options.map((option) => ({ name: option.name, value: option.id })),
		}),
		...more,
	};
}
