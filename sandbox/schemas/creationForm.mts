import { Type, type Static } from '@sinclair/typebox';
import { Enum, FieldValue, NamedReference, Nullable, Uuid } from './values.mts';

/** Types of a creation form's fields. */
export const FORM_FIELD_TYPES = [
	'text',
	'number',
	'date',
	'boolean',
	'select',
	'multiSelect',
	'richText',
	'relation',
] as const;
export type FormFieldType = (typeof FORM_FIELD_TYPES)[number];

export const FormField = Type.Object({
	id: Uuid(),
	name: Type.String(),
	type: Enum(FORM_FIELD_TYPES),
	required: Type.Boolean(),
	options: Type.Array(NamedReference, { description: 'Of select, multiSelect and relation' }),
	helpText: Nullable(Type.String()),
	defaultValue: Type.Optional(FieldValue),
});
export type FormField = Static<typeof FormField>;

export const CreationForm = Type.Object(
	{
		contractTypeId: Uuid(),
		templates: Type.Array(NamedReference),
		fields: Type.Array(FormField),
	},
	{ $id: 'CreationForm' },
);
export type CreationForm = Static<typeof CreationForm>;
