import type { IDataObject } from 'n8n-workflow';
import { coerce, type CoercionSettings } from '../../api/coercion';
import { missing, together, type FieldProblem } from '../../api/fieldProblems';
import { isIdentifier } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import type { FieldValue } from '../../api/types';
import { invalidInput } from '../../transport/errors/requestError';
import type { ItemScope } from '../../transport/scope';
import { sharedCreationForm } from '../../transport/creationForm';
import { fieldInput, fieldsJson } from '../shared/fieldInput';
import { mappedValues } from '../shared/mappedValues';

type Values = Record<string, FieldValue>;

/**
 * The `fields` of `POST /contracts`: the item's values as the creation form takes them, by field id, or as a list where
 * the person chose that; undefined when there are none.
 *
 * @throws NodeOperationError that names every field that does not fit, its value and what is allowed
 */
export async function contractFields(
	scope: ItemScope,
	contractTypeId: string,
): Promise<IDataObject | IDataObject[] | undefined> {
	const values = scope.parameter('options.checkFields', true)
		? await checkedValues(scope, contractTypeId)
		: uncheckedValues(scope);
	if (Object.keys(values).length === 0) return undefined;
	const format = scope.parameter<string>('options.fieldsFormat', 'object');
	return format === 'array' ? asList(values) : (values as IDataObject);
}

async function checkedValues(scope: ItemScope, contractTypeId: string): Promise<Values> {
	const { fields } = await sharedCreationForm(scope.connection, contractTypeId);
	const input = fieldInput(scope, fields);
	const settings: CoercionSettings = {
		zone: scope.context.getTimezone(),
		richText: scope.parameter('options.richText', 'markdown'),
	};
	const problems = [...input.problems];
	const values: Values = {};
	for (const { field, value } of input.values) {
		const coerced = coerce(field, value, settings);
		if ('problem' in coerced) problems.push(coerced.problem);
		else values[field.id] = coerced.value;
	}
	const given = new Set(input.values.map(({ field }) => field.id));
	const absent = fields.filter(({ id, required }) => required && !given.has(id));
	problems.push(...absent.map(missing));
	if (problems.length > 0) throw fieldError(scope, problems);
	return values;
}

// Without the form nothing is known about the values, so they are sent as they are; automatic mapping knows IDs only.
function uncheckedValues(scope: ItemScope): Values {
	const { values, isAutomatic } = mappedValues(scope, 'fields');
	const mapped = Object.entries(values).filter(([key]) => !isAutomatic || isIdentifier(key));
	const named = [...mapped, ...Object.entries(fieldsJson(scope))];
	return Object.fromEntries(named.filter(([, value]) => !isBlank(value))) as Values;
}

function asList(values: Values): IDataObject[] {
	return Object.entries(values).map(([attributeDefinitionId, value]) => ({
		attributeDefinitionId,
		value: value as IDataObject,
	}));
}

function fieldError({ node, itemIndex }: ItemScope, problems: FieldProblem[]) {
	const [{ errorId, details }] = problems;
	const { message, description } = together(problems);
	const error = invalidInput(
		node,
		{ message, description: `${description} [item ${itemIndex}]` },
		itemIndex,
	);
	Object.assign(error.context, { errorId, details: { ...details, problems } });
	return error;
}
