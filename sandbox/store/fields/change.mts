import type { FormFieldType } from '../../schemas/creationForm.mts';
import type { SmartField } from '../../schemas/customObject.mts';
import type { FieldMap, FieldValue } from '../../schemas/values.mts';
import type { CustomObjectDefinition, FieldDefinition } from '../catalog.mts';
import { insert, update, type Database } from '../database.mts';
import { newId } from '../ids.mts';

/** What an administrator sets of a field of a form, or of a column of a table. */
export interface FieldChange {
	name?: string;
	type?: string;
	required?: boolean;
	/** All of them; one without an id is made, and so is one of a name that was there before under another id. */
	options?: Array<{ id?: string; name: string }>;
	/** Of a form: what a contract gets that is created without a value; null for none. */
	defaultValue?: FieldValue;
}

type Options = FieldDefinition['options'];

const named = (options: FieldChange['options']): Options | undefined =>
	options?.map(({ id = newId(), name }) => ({ id, name }));

/** Adds a field to the form of a contract type, at its end. */
export function addFormField(
	database: Database,
	{ organizationId, typeId }: { organizationId: string; typeId: string },
	{ name = 'Field', type = 'text', options, ...more }: FieldChange,
): string {
	const id = newId();
	insert(database, 'field_definitions', {
		id,
		organization_id: organizationId,
		scope: 'contract',
		name,
		type: type as FormFieldType,
		options: named(options) ?? [],
	});
	const last = database.get<{ position: number | null }>(
		'SELECT max(position) AS position FROM contract_type_fields WHERE contract_type_id = ?',
		typeId,
	);
	insert(database, 'contract_type_fields', {
		contract_type_id: typeId,
		field_id: id,
		required: false,
		position: (last?.position ?? 0) + 1,
	});
	changeFormField(database, typeId, id, more);
	return id;
}

/** Changes a field of a form. Name, type and options are those of all forms that have the field. */
export function changeFormField(
	database: Database,
	typeId: string,
	id: string,
	{ required, defaultValue, options, ...definition }: FieldChange,
): void {
	const choices = named(options);
	const changes = { ...definition, ...(choices && { options: choices }) };
	update(database, 'field_definitions', id, changes);
	const place = [typeId, id];
	if (required !== undefined) {
		const sql =
			'UPDATE contract_type_fields SET required = ? WHERE contract_type_id = ? AND field_id = ?';
		database.run(sql, Number(required), ...place);
	}
	if (defaultValue === undefined) return;
	database.run('DELETE FROM field_defaults WHERE contract_type_id = ? AND field_id = ?', ...place);
	if (defaultValue === null) return;
	const value = JSON.stringify(defaultValue);
	insert(database, 'field_defaults', { contract_type_id: typeId, field_id: id, value });
}

/** Takes a field out of the form; what contracts hold of it stays. */
export function removeFormField(database: Database, typeId: string, id: string): void {
	for (const table of ['contract_type_fields', 'field_defaults']) {
		database.run(`DELETE FROM ${table} WHERE contract_type_id = ? AND field_id = ?`, typeId, id);
	}
}

/** Adds a column to a table, at its end. */
export function addColumn(
	database: Database,
	{ id, smartFields }: CustomObjectDefinition,
	{ name = 'Column', type = 'string', options, required }: FieldChange,
): string {
	const choices = named(options);
	const column: SmartField = {
		...{ id: newId(), name, type, related_object_id: null },
		...(choices && { options: choices }),
		...(required !== undefined && { required }),
	};
	update(database, 'custom_objects', id, { smart_fields: [...smartFields, column] });
	return column.id;
}

/** Changes a column. What its rows hold becomes text with it; into any other type it stays as it is. */
export function changeColumn(
	database: Database,
	{ id, smartFields }: CustomObjectDefinition,
	column: SmartField,
	{ options, name, type, required }: FieldChange,
): void {
	const choices = named(options);
	const changed: SmartField = {
		...column,
		...(name !== undefined && { name }),
		...(type !== undefined && { type }),
		...(choices && { options: choices }),
		...(required !== undefined && { required }),
	};
	const fields = smartFields.map((each) => (each.id === column.id ? changed : each));
	update(database, 'custom_objects', id, { smart_fields: fields });
	if (type === 'string' && column.type !== 'string') becomeText(database, id, column);
}

/** Removes a column; what its rows hold of it is no longer shown. */
export function removeColumn(
	database: Database,
	{ id, smartFields }: CustomObjectDefinition,
	column: SmartField,
): void {
	const fields = smartFields.filter((each) => each.id !== column.id);
	update(database, 'custom_objects', id, { smart_fields: fields });
}

function becomeText(database: Database, customObjectId: string, column: SmartField): void {
	const rows = database.all<{ id: string; fields: string }>(
		'SELECT id, fields FROM records WHERE custom_object_id = ?',
		customObjectId,
	);
	for (const { id, fields } of rows) {
		const values = JSON.parse(fields) as FieldMap;
		const held = values[column.id] ?? null;
		if (held === null) continue;
		update(database, 'records', id, { fields: { ...values, [column.id]: readable(column, held) } });
	}
}

/** What people read of a value: of options their names. */
export function readable({ options = [] }: SmartField, value: FieldValue): string {
	const nameOf = (one: unknown) => options.find(({ id }) => id === one)?.name ?? String(one);
	return [value].flat().map(nameOf).join('; ');
}
