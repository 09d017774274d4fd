import { CLEAR, reading } from './coercion';
import type { FieldKind, TypedField } from './creationForm';
import { uuidOf } from './identifiers';
import { isBlank, jsonList, optionOf } from './options';
import { markdownOfSlate } from './markdown';
import { isSlate } from './slate';
import type { ContractField, FieldValue } from './types';

/** Gives fields with their values in the words that Create takes. What the form does not know stays as it is. */
export function readableBy(form: TypedField[]): (fields: ContractField[]) => ContractField[] {
	// Of several with one id the first counts.
	const byId = new Map(form.toReversed().map((field) => [uuidOf(field.id), field]));
	const readable = (field: ContractField) => {
		const known = byId.get(uuidOf(String(field.attributeDefinitionId)));
		return known ? { ...field, value: readableValue(known, field.value) } : field;
	};
	return (fields) => fields.map(readable);
}

/** One value, in the words that Create takes. */
export function readableValue(field: TypedField, value: FieldValue): FieldValue {
	if (isBlank(value)) return value;
	return READERS[field.type]?.(field, value) ?? value;
}

type Readable = (field: TypedField, value: FieldValue) => FieldValue | undefined;

const READERS: Partial<Record<FieldKind, Readable>> = {
	boolean: stored,
	multiSelect: named,
	number: stored,
	relation: named,
	richText: (_field, value) => {
		const nodes = jsonList(value) ?? value;
		return isSlate(nodes) ? markdownOfSlate(nodes) : undefined;
	},
	select: named,
};

/** The value as the service takes it, where it came as text. */
function stored(field: TypedField, value: FieldValue): FieldValue | undefined {
	return reading(field, value, { zone: 'UTC', richText: 'markdown' });
}

/** Of options their names, unless Create would take one for another option, or for nothing. Deleted ones of a list stay. */
function named(field: TypedField, value: FieldValue): FieldValue | undefined {
	const ids = stored(field, value);
	const list = ids === undefined && (jsonList(value) ?? value);
	if (Array.isArray(list)) return list.flatMap((one) => named(field, one as FieldValue) ?? one);
	const nameOf = (id: unknown) => {
		const name = field.options.find((option) => option.id === id)?.name;
		return name !== CLEAR && optionOf(name, field.options) === id ? name : id;
	};
	return Array.isArray(ids) ? ids.map(nameOf) : (nameOf(ids) as FieldValue | undefined);
}
