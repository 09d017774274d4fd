import type { IDataObject } from 'n8n-workflow';
import { isClear, type CoercionSettings } from '../../api/coercion';
import type { TypedField } from '../../api/creationForm';
import { missing, shown, together } from '../../api/fieldProblems';
import { isIdentifier } from '../../api/identifiers';
import { listed } from '../../api/names';
import { isBlank } from '../../api/options';
import { yielding } from '../../transport/concurrent';
import { sharedCreationForm } from '../../transport/definitions';
import { invalidInput, wrongInput } from '../../transport/errors/requestError';
import { hint } from '../../transport/hint';
import { keptIn } from '../../transport/memory';
import type { ItemScope } from '../../node/scope';
import { coercedFields, mappedValues, unknownField } from '../shared/fieldInput';
import { readingOf } from '../shared/dateParameters';
import { finderOf } from '../shared/fieldFinder';
import { hintOfChanges, hintOfInput, leftOut, noneFits } from '../shared/formChanges';
import { sendable } from '../../node/values';
import { createOptions } from './create.fields';

// All items have the same creation form, and the same columns to compare with it once for each run of a node.
const lookedAt = keptIn(new WeakMap<TypedField[], ReturnType<typeof looked>>(), looked);

function looked(fields: TypedField[]) {
	return { find: finderOf(fields), compared: new WeakSet<object>() };
}

/**
 * The `fields` of `POST /contracts`: the item's values as the creation form takes them, by field id, or as a list where
 * the profile says so; undefined when there are none.
 * @throws NodeOperationError that names every field that does not fit, its value and what is allowed
 */
export async function contractFields(scope: ItemScope, contractTypeId: string) {
	const values: Array<[string, unknown]> = createOptions.checkFields.of(scope)
		? await checkedValues(scope, contractTypeId)
		: uncheckedValues(scope);
	if (values.length === 0) return undefined;
	const isList = scope.connection.profile['contract-create-fields'] === 'pairs';
	// An option of earlier versions.
	const isChosen = scope.parameter<unknown>('options.fieldsFormat', '') === 'array';
	if (!isList && !isChosen) return Object.fromEntries(values) as IDataObject;
	const pairs = values.map(([attributeDefinitionId, value]) => ({ attributeDefinitionId, value }));
	return pairs as IDataObject[];
}

/**
 * The mapper and Fields (JSON), whose values win. In automatic mode the item's own properties count where a field has
 * their name; the others are ignored, with a hint, but refused where that would leave a contract without any value.
 */
async function checkedValues(scope: ItemScope, contractTypeId: string) {
	const { fields } = await sharedCreationForm(scope.connection, contractTypeId);
	const mapped = mappedValues(scope);
	const { find, compared } = lookedAt(fields);
	if (mapped.isAutomatic) hintOfInput(scope, mapped, find, 'creation form');
	else if (!compared.has(scope.context))
		hintOfChanges(scope, mapped.schema, fields, 'creation form');
	compared.add(scope.context);
	const coerced = () =>
		coercedFields(
			mapped,
			find,
			readingOf(scope, createOptions.richText.of(scope) as CoercionSettings['richText']),
			// The form may have changed since the fields were chosen in the editor, which still knows their names.
			(_key, name, value) =>
				unknownField(`The creation form has no field '${shown(name)}'`, name, name, value, fields),
			createOptions.fieldsJson.of(scope),
		);
	// All items have waited for the form.
	const { values, problems, given, hints } = await yielding(coerced);
	for (const told of hints) hint(scope.context, told);
	const isAbsent = ({ id, required, hasDefault }: TypedField) =>
		required && !hasDefault && !given.has(id);
	const isMeant = given.size > 0 || fields.length === 0 || problems.length > 0;
	const unmapped = isMeant ? undefined : noneFits(mapped, find, fields);
	const all = unmapped ? [unmapped] : [...problems, ...fields.filter(isAbsent).map(missing)];
	if (all.length === 0) return [...values];
	const details = { ...all[0].details, problems: all };
	const problem = { ...together(all), errorId: all[0].errorId, details };
	throw invalidInput(scope.node, problem, scope.itemIndex);
}

// Without the form nothing is known about the values, so they are sent as they are, and names mean nothing.
function uncheckedValues(scope: ItemScope): Array<[string, unknown]> {
	const { values, schema, isAutomatic } = mappedValues(scope);
	const isId = (key: string) => isIdentifier(key) || schema.some(({ id }) => id === key);
	const ignored = isAutomatic ? leftOut(scope, values, isId) : [];
	const mapped = Object.entries(values).filter(([key]) => !isAutomatic || isId(key));
	const given = [...mapped, ...Object.entries(createOptions.fieldsJson.of(scope))];
	const told = `Check Fields is off, so only field IDs count, not ${listed(ignored)}`;
	const advice = 'Give values by field ID, as properties or in Fields (JSON), or turn it on.';
	if (ignored.length > 0 && given.length === 0) throw wrongInput(scope, ['Fields'], told, advice);
	if (ignored.length > 0) hint(scope.context, `${told}.`);
	const filled = given.filter(([, value]) => !isBlank(value));
	const sent = (key: string, value: unknown) =>
		isClear(value) ? null : sendable(scope, key, value);
	return [...new Map(filled.map(([key, value]) => [key, sent(key, value)]))];
}
