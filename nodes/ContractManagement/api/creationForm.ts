import { isBlank } from './options';
import { PROFILE } from './profile';
import { isObject, listIn, textIn, unwrap } from './shapes';
import type { NamedReference } from './types';

/** What a field holds: a key of `TYPE_WORDS`. */
export type FieldKind = keyof typeof TYPE_WORDS;

/** A field with a type, of a creation form, a custom object or a counterparty. */
export interface TypedField {
	id: string;
	name: string;
	type: FieldKind;
	required: boolean;
	/** The service fills it in by itself where it is not given. */
	hasDefault?: true;
	/** Of `select`, `multiSelect` and `relation`; empty where any value is possible. */
	options: NamedReference[];
	helpText: string | null;
}

/** A creation form, read from whichever shape it came in. */
export interface ReadableForm {
	contractTypeId: string;
	templates: NamedReference[];
	fields: TypedField[];
}

/** Words for the same thing. The first one is what docs/assumptions.md assumes. */
const FIELD_LISTS = ['fields', 'smartFields', 'smart_fields'];
const IDS = ['id', 'attributeDefinitionId', 'smartFieldId', 'fieldId'];
const NAMES = ['name', 'label', 'displayName', 'title'];
const OPTION_LISTS = ['options', 'availableOptions', 'choices', 'values'];
const OPTION_IDS = ['id', 'value'];
const HELP_TEXTS = ['helpText', 'help_text', 'description'];
const DEFAULTS = Object.keys(PROFILE['creation-form-default'].values);
const REQUIRED = ['required', 'isRequired', 'mandatory'];

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

/** Reads the answer of `GET /contract-types/{id}/creation-form` (shape assumed); undefined when it lists no fields. */
export function creationFormOf(body: unknown, contractTypeId: string): ReadableForm | undefined {
	const form = unwrap(body);
	const none = isObject(form) && FIELD_LISTS.some((name) => form[name] === null) ? [] : undefined;
	const fields = Array.isArray(form) ? form : (listIn(form, FIELD_LISTS) ?? none);
	if (!fields) return undefined;
	return {
		contractTypeId,
		templates: (listIn(form, ['templates']) ?? []).flatMap(referenceOf),
		fields: fields.flatMap((field) => typedFieldOf(field) ?? []),
	};
}

/** A field from whichever shape it came in; undefined when it has neither an id nor a name. */
export function typedFieldOf(field: unknown): TypedField | undefined {
	if (!isObject(field)) return undefined;
	const id = textIn(field, IDS) ?? textIn(field, NAMES);
	if (id === undefined) return undefined;
	return {
		id,
		name: textIn(field, NAMES) ?? id,
		type: kindOf(field.type),
		required: REQUIRED.some((key) => field[key] === true),
		...(DEFAULTS.some((key) => !isBlank(field[key])) && { hasDefault: true as const }),
		options: (listIn(field, OPTION_LISTS) ?? []).flatMap(referenceOf),
		helpText: textIn(field, HELP_TEXTS) ?? null,
	};
}

function kindOf(type: unknown): FieldKind {
	const word = String(type ?? '')
		.toLowerCase()
		.replace(/[^a-z]/g, '');
	const kinds = Object.entries(TYPE_WORDS) as Array<[FieldKind, string[]]>;
	return kinds.find(([, words]) => words.includes(word))?.[0] ?? 'other';
}

function referenceOf(entry: unknown): NamedReference[] {
	if (typeof entry === 'string' || typeof entry === 'number') {
		return [{ id: String(entry), name: String(entry) }];
	}
	if (!isObject(entry)) return [];
	const id = textIn(entry, OPTION_IDS) ?? textIn(entry, NAMES);
	return id === undefined ? [] : [{ id, name: textIn(entry, NAMES) ?? id }];
}
