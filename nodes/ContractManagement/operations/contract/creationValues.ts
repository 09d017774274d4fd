import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import type { TypedField } from '../../api/creationForm';
import { missing, together } from '../../api/fieldProblems';
import { uuidOf } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { yielding } from '../../transport/concurrent';
import { sharedCreationForm } from '../../transport/creationForm';
import { invalidInput } from '../../transport/errors/requestError';
import { hint } from '../../transport/hint';
import { keptIn } from '../../transport/memory';
import type { ItemScope } from '../../transport/scope';
import {
	coercedFields,
	finderOf,
	mappedValues,
	unknownField,
	valuesById,
} from '../shared/fieldInput';
import { jsonObject, sendable } from '../shared/parameters';

// All items have the same creation form.
const finderIn = keptIn(new WeakMap<TypedField[], ReturnType<typeof finderOf>>(), finderOf);

/**
 * The `fields` of `POST /contracts`: the item's values as the creation form takes them, by field id, or as a list where
 * the person chose that; undefined when there are none.
 *
 * @throws NodeOperationError that names every field that does not fit, its value and what is allowed
 */
export async function contractFields(scope: ItemScope, contractTypeId: string) {
	const values: Array<[string, unknown]> = scope.parameter('options.checkFields', true)
		? await checkedValues(scope, contractTypeId)
		: uncheckedValues(scope);
	if (values.length === 0) return undefined;
	const format = scope.parameter<string>('options.fieldsFormat', 'object');
	if (format !== 'array') return Object.fromEntries(values) as IDataObject;
	const pairs = values.map(([attributeDefinitionId, value]) => ({ attributeDefinitionId, value }));
	return pairs as IDataObject[];
}

/**
 * The mapper and Fields (JSON), whose values win. In automatic mode the item's own properties count where a field has
 * their name, and the others are ignored.
 */
async function checkedValues(scope: ItemScope, contractTypeId: string) {
	const { fields } = await sharedCreationForm(scope.connection, contractTypeId);
	const mapped = mappedValues(scope);
	if (!mapped.isAutomatic) hintOfChanges(scope, mapped.schema, fields);
	const coerced = () =>
		coercedFields(
			mapped,
			finderIn(fields),
			{
				zone: scope.context.getTimezone(),
				richText: scope.parameter('options.richText', 'markdown'),
			},
			// The form may have changed since the fields were chosen in the editor, which still knows their names.
			(_key, name, value) =>
				unknownField(`The creation form has no field '${name}'`, name, name, value, fields),
			fieldsJson(scope),
		);
	// All items have waited for the form.
	const { values, problems, given } = await yielding(coerced);
	const absent = fields.filter(({ id, required }) => required && !given.has(id));
	const all = [...problems, ...absent.map(missing)];
	if (all.length === 0) return [...values];
	const details = { ...all[0].details, problems: all };
	throw invalidInput(
		scope.node,
		{ ...together(all), errorId: all[0].errorId, details },
		scope.itemIndex,
	);
}

// Without the form nothing is known about the values, so they are sent as they are.
function uncheckedValues(scope: ItemScope): Array<[string, unknown]> {
	const given = [valuesById(scope), fieldsJson(scope)].flatMap(Object.entries);
	const filled = given.filter(([, value]) => !isBlank(value));
	return [...new Map(filled.map(([key, value]) => [key, sendable<unknown>(scope, key, value)]))];
}

function fieldsJson(scope: ItemScope): IDataObject {
	return jsonObject(scope, 'Fields (JSON)', scope.parameter<unknown>('options.fieldsJson', ''));
}

// What was written by hand, or by an agent, has no columns to compare with.
function hintOfChanges(scope: ItemScope, schema: ResourceMapperField[], fields: TypedField[]) {
	if (schema.length === 0) return;
	const [columns, ids] = [schema, fields].map((each) => new Set(each.map(({ id }) => uuidOf(id))));
	const added = fields.filter(({ id }) => !columns.has(uuidOf(id)));
	const gone = schema.filter(({ id }) => !ids.has(uuidOf(id)));
	const changes = [
		...added.map(({ name }) => `'${name}' is new`),
		...gone.map(({ displayName }) => `'${displayName}' is gone`),
	];
	if (changes.length === 0) return;
	const told = `The creation form has changed since this node was set up: ${changes.join(', ')}.`;
	hint(scope.context, `${told} Open the node to see the fields as they are now.`);
}
