import { reshape, without, type Json, type Variant } from './variant.mts';

const OTHER_WORDS: Record<string, string> = {
	text: 'string',
	number: 'decimal',
	date: 'datetime',
	boolean: 'checkbox',
	select: 'dropdown',
	multiSelect: 'multi_select',
	richText: 'rich-text',
	relation: 'reference',
};

/** How a creation form looks. */
export const FORM_VARIANTS: Variant[] = [
	reshape(
		'smartFieldsKey',
		'The fields of a creation form come under `smartFields`',
		['creationForm'],
		({ fields, ...form }) => ({ ...form, smartFields: fields }),
	),
	reshape(
		'smartFieldsSnakeKey',
		'The fields of a creation form come under `smart_fields`',
		['creationForm'],
		({ fields, ...form }) => ({ ...form, smart_fields: fields }),
	),
	fieldVariant(
		'attributeDefinitionIds',
		'The id of a form field is `attributeDefinitionId`',
		({ id, ...field }) => ({ attributeDefinitionId: id, ...field }),
	),
	fieldVariant('labelKeys', 'The name of a form field is `label`', ({ name, ...field }) => ({
		...field,
		label: name,
	})),
	fieldVariant('optionStrings', 'The options of a form field are strings', (field) => ({
		...field,
		options: field.options.map((option: Json) => option.name),
	})),
	fieldVariant('optionValueLabel', 'The options of a form field are `{value, label}`', (field) => ({
		...field,
		options: field.options.map((option: Json) => ({ value: option.id, label: option.name })),
	})),
	fieldVariant('otherTypeWords', 'The types of form fields are other words', (field) => ({
		...field,
		type: OTHER_WORDS[field.type],
	})),
	fieldVariant('helpTextMissing', 'Form fields have no help text', (field) =>
		without(field, 'helpText'),
	),
];

/** Finds the fields under whichever name another variant gave them, so that all can be combined. */
function fieldVariant(name: string, summary: string, change: (field: Json) => Json): Variant {
	return reshape(name, summary, ['creationForm'], (form) => {
		const key = ['fields', 'smartFields', 'smart_fields'].find((candidate) => candidate in form)!;
		return { ...form, [key]: form[key].map(change) };
	});
}
