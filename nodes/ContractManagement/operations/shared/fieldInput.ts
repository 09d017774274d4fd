import type { ResourceMapperField, ResourceMapperValue } from 'n8n-workflow';
import { coerce, type CoercionSettings } from '../../api/coercion';
import type { TypedField } from '../../api/creationForm';
import type { FieldProblem } from '../../api/fieldProblems';
import { sameName } from '../../api/names';
import { isBlank } from '../../api/options';
import type { FieldValue } from '../../api/types';
import type { ItemScope } from '../../transport/scope';

/** What a resource mapper gives for one item, before any coercion: n8n's own refuses labels and drops modes. */
export interface MappedValues {
	/** By column id; in automatic mode every property of the input, whether it is a column or not. */
	values: Record<string, unknown>;
	/** The columns as the editor knew them. */
	schema: ResourceMapperField[];
	/** The columns that existing records are matched by. */
	matchingColumns: string[];
	isAutomatic: boolean;
}

/** Reads the resource mapper Fields. */
export function mappedValues(scope: ItemScope): MappedValues {
	const mapper = scope.parameter<Partial<ResourceMapperValue> | null>('fields', {}) ?? {};
	const isAutomatic = mapper.mappingMode === 'autoMapInputData';
	return {
		values: (isAutomatic ? scope.input.json : mapper.value) ?? {},
		schema: mapper.schema ?? [],
		matchingColumns: mapper.matchingColumns ?? [],
		isAutomatic,
	};
}

/** Values as the service takes them, by field id, and what is wrong with the others. */
export interface CoercedFields {
	values: Map<string, FieldValue>;
	problems: FieldProblem[];
	/** The ids of all fields that have been given a value, right or wrong. */
	given: Set<string>;
}

/**
 * Turns values by field id or name into what their fields take. Blank ones are left out; of several for the same field the
 * last one counts.
 *
 * @param unknown what is wrong with a key that no field has
 */
export function coercedFields(
	given: Record<string, unknown>,
	fields: TypedField[],
	settings: CoercionSettings,
	unknown: (key: string, value: unknown) => FieldProblem,
): CoercedFields {
	const coerced: CoercedFields = { values: new Map(), problems: [], given: new Set() };
	const wanted = new Map<TypedField, unknown>();
	for (const [key, value] of Object.entries(given)) {
		if (isBlank(value)) continue;
		const field = fieldNamed(fields, key);
		if (field) wanted.set(field, value);
		else coerced.problems.push(unknown(key, value));
	}
	for (const [field, value] of wanted) {
		coerced.given.add(field.id);
		const result = coerce(field, value, settings);
		if ('problem' in result) coerced.problems.push(result.problem);
		else coerced.values.set(field.id, result.value);
	}
	return coerced;
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
