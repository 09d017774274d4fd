import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import type { TypedField } from '../../api/creationForm';
import { isBlank } from '../../api/options';
import { sameName } from '../../api/names';
import type { FieldProblem } from '../../api/fieldProblems';
import { hint } from '../../transport/hint';
import type { ItemScope } from '../../transport/scope';
import { mappedValues } from './mappedValues';
import { jsonObject } from './parameters';

/** What the item gives for each field of a form, before any coercion. */
export interface FieldInput {
	values: Array<{ field: TypedField; value: unknown }>;
	/** Names that no field has. */
	problems: FieldProblem[];
}

/**
 * Reads the mapper and Fields (JSON), whose values win. Keys are field ids or names. In automatic mode the item's own
 * properties count where a field has their name, and the others are ignored. Blank values are left out.
 */
export function fieldInput(scope: ItemScope, fields: TypedField[]): FieldInput {
	const { values, schema, isAutomatic } = mappedValues(scope, 'fields');
	if (!isAutomatic) hintOfChanges(scope, schema, fields);
	const named = { ...(isAutomatic ? known(values, fields) : values), ...fieldsJson(scope) };
	const input: FieldInput = { values: [], problems: [] };
	for (const [key, value] of Object.entries(named)) {
		if (isBlank(value)) continue;
		const field = fieldNamed(fields, key);
		if (field) input.values.push({ field, value });
		else input.problems.push(unknownField(labelOf(schema, key), value, fields));
	}
	return { ...input, values: lastOfEach(input.values) };
}

// What was written by hand, or by an agent, has no columns to compare with.
function hintOfChanges(
	{ context }: ItemScope,
	schema: ResourceMapperField[],
	fields: TypedField[],
): void {
	if (schema.length === 0) return;
	const added = fields.filter(({ id }) => !schema.some((column) => column.id === id));
	const gone = schema.filter(({ id }) => !fields.some((field) => field.id === id));
	const changes = [
		...added.map(({ name }) => `'${name}' is new`),
		...gone.map(({ displayName }) => `'${displayName}' is gone`),
	];
	if (changes.length === 0) return;
	const told = changes.join(', ');
	hint(
		context,
		`The creation form has changed since this node was set up: ${told}. Open the node to see the fields as they are now.`,
	);
}

/** Fields (JSON), which wins over the mapper. */
export function fieldsJson(scope: ItemScope): IDataObject {
	return jsonObject(scope, 'Fields (JSON)', scope.parameter<unknown>('options.fieldsJson', ''));
}

/** The field with the id, or with the name; a name that differs in case only counts when it is the only one. */
export function fieldNamed(fields: TypedField[], key: string): TypedField | undefined {
	const alike = fields.filter(({ name }) => sameName(name, key));
	return (
		fields.find(({ id }) => id === key.trim()) ??
		fields.find(({ name }) => name === key) ??
		(alike.length === 1 ? alike[0] : undefined)
	);
}

/** Properties of the input that are no field are not meant for it. */
export function known(
	values: Record<string, unknown>,
	fields: TypedField[],
): Record<string, unknown> {
	return Object.fromEntries(Object.entries(values).filter(([key]) => fieldNamed(fields, key)));
}

function lastOfEach(values: FieldInput['values']): FieldInput['values'] {
	return [...new Map(values.map((each) => [each.field.id, each])).values()];
}

// The form may have changed since the fields were chosen in the editor, which still knows their names.
function labelOf(schema: ResourceMapperField[], key: string): string {
	return schema.find(({ id }) => id === key)?.displayName ?? key;
}

function unknownField(name: string, value: unknown, fields: TypedField[]): FieldProblem {
	const availableOptions = fields.map((field) => field.name);
	return {
		errorId: 'FIELD_NOT_FOUND',
		message: `The creation form has no field '${name}'`,
		description: `It has: ${availableOptions.join(', ')}`,
		details: { field: name, fieldId: name, value, availableOptions },
	};
}
