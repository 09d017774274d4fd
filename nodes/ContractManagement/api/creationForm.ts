import { cameAs } from './flaws';
import { isBlank, isScalar } from './options';
import type { Misfit, Profile } from './profile';
import { isObject, textsIn, unwrap } from './shapes';
import type { NamedReference } from './types';

/** What a field holds: a key of `TYPE_WORDS`. */
export type FieldKind = keyof typeof TYPE_WORDS;

/** A field with a type, of a creation form, a custom object or a counterparty. */
export interface TypedField {
	id: string;
	name: string;
	type: FieldKind;
	/** Undefined where nobody shows it: then it counts as false. */
	required?: boolean;
	/** The service fills it in by itself where it is not given. */
	hasDefault?: true;
	/** Of `select`, `multiSelect` and `relation`; empty where any value is possible. */
	options: NamedReference[];
	helpText: string | null;
}

/** A creation form, as the profile of the service says. */
export interface ReadableForm {
	contractTypeId: string;
	templates: NamedReference[];
	fields: TypedField[];
}

/** Type words in lower case without separators. */
const TYPE_WORDS = {
	text: ['text', 'string', 'shorttext', 'longtext', 'textarea', 'email', 'url', 'phone'],
	number: ['number', 'integer', 'float', 'decimal', 'currency', 'amount', 'money', 'percentage'],
	date: ['date', 'day'],
	dateTime: ['datetime', 'timestamp'],
	boolean: ['boolean', 'bool', 'checkbox', 'toggle', 'yesno'],
	select: ['select', 'singleselect', 'option', 'enum', 'dropdown', 'picklist', 'radio', 'list'],
	multiSelect: ['multiselect', 'multipleselect', 'multioptions', 'multipicklist', 'checkboxes'],
	richText: ['richtext', 'slate', 'formattedtext'],
	relation: ['relation', 'reference', 'lookup'],
	other: [],
} satisfies Record<string, string[]>;

/** Reads the answer of `GET /contract-types/{id}/creation-form` as the profile says. */
export function creationFormOf(
	body: unknown,
	contractTypeId: string,
	profile: Profile,
): Misfit | ReadableForm {
	const form = unwrap(body);
	const listed = isObject(form) ? form[profile['creation-form-fields']] : undefined;
	if (listed !== null && !Array.isArray(listed)) {
		return { entry: 'creation-form-fields', came: cameAs(form) };
	}
	const names = [profile['creation-form-field-id'], profile['creation-form-field-name']];
	const fields = (listed ?? []).map((one) => typedFieldOf(one, profile, names));
	const wrong = fields.find((field) => 'entry' in field);
	if (wrong) return wrong;
	const { templates = [] } = form as { templates?: unknown[] };
	const known = [templates].flat().map((one) => (isObject(one) ? textsIn(one, AS_SPECIFIED) : []));
	return {
		contractTypeId,
		templates: known.flatMap(([id, name = id]) => (id ? { id, name: String(name) } : [])),
		fields: fields as TypedField[],
	};
}

/** Of the fields of a custom object, which the specification shows without options. */
const AS_SPECIFIED = ['id', 'name'];

/** A field as the profile says. @param names of its ID and its name */
export function typedFieldOf(
	field: unknown,
	profile: Profile,
	names = AS_SPECIFIED,
): Misfit | TypedField {
	const [id, name] = isObject(field) ? textsIn(field, names) : [];
	const came = cameAs(field);
	if (!isObject(field) || id === undefined) return { entry: 'creation-form-field-id', came };
	if (name === undefined) return { entry: 'creation-form-field-name', came };
	const type = kindOf(field.type);
	const listed = field[profile['field-options']];
	const isMissing = names !== AS_SPECIFIED && /select/i.test(type) && listed === undefined;
	const given: unknown = listed ?? [];
	if (isMissing || !Array.isArray(given)) return { entry: 'field-options', came };
	const options = given.map((one) => referenceOf(one, profile['field-option']));
	const odd = options.indexOf(undefined);
	if (odd >= 0) return { entry: 'field-option', came: cameAs(given[odd]) };
	const required = field[profile['field-required']];
	return {
		id,
		name,
		type,
		...(required !== undefined && { required: required === true }),
		...(!isBlank(field[profile['creation-form-default']]) && { hasDefault: true as const }),
		options: options as NamedReference[],
		helpText: textsIn(field, [profile['field-help-text']])[0] ?? null,
	};
}

function kindOf(type: unknown): FieldKind {
	const word = String(type ?? '')
		.toLowerCase()
		.replace(/[^a-z]/g, '');
	const kinds = Object.entries(TYPE_WORDS) as Array<[FieldKind, string[]]>;
	return kinds.find(([, words]) => words.includes(word))?.[0] ?? 'other';
}

const REFERENCES = { 'id-name': ['id', 'name'], 'value-label': ['value', 'label'] };

function referenceOf(one: unknown, form: Profile['field-option']): NamedReference | undefined {
	if (form === 'text') return isScalar(one) ? { id: String(one), name: String(one) } : undefined;
	const [id, name] = isObject(one) ? textsIn(one, REFERENCES[form]) : [];
	return id === undefined || name === undefined ? undefined : { id, name };
}
