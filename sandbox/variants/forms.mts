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
	fieldVariant('otherTypeWords', 'The types of form fields are other words', (field) => ({
		...field,
		type: OTHER_WORDS[field.type],
	})),
	fieldVariant('helpTextMissing', 'Form fields have no help text', (field) =>
		without(field, 'helpText'),
	),
];

/** Finds the fields under whichever name the profile gave them. */
function fieldVariant(name: string, summary: string, change: (field: Json) => Json): Variant {
	return reshape(name, summary, ['creationForm'], (form) => {
		const [key] = Object.entries(form).find(
			([one, list]) => one !== 'templates' && Array.isArray(list),
		)!;
		return { ...form, [key]: form[key].map(change) };
	});
}
