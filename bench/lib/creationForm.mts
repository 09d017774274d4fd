/** A contract type as the sandbox's fixtures show it. */
export interface ContractType {
	id: string;
	templates: Array<{ id: string }>;
	fields: FormField[];
}

interface FormField {
	id: string;
	name: string;
	type: string;
	required: boolean;
	options?: Array<{ id: string; name: string }>;
}

/** Values for what a creation form requires: as the editor saves them, and as they are sent. */
export function formFieldsOf({ fields }: ContractType) {
	const required = fields.filter((field) => field.required);
	const by = (value: (field: FormField) => unknown) =>
		Object.fromEntries(required.map((field) => [field.id, value(field)]));
	return {
		value: by(sampleValue),
		schema: required.map(({ id, name }) => ({ id, displayName: name, type: 'string' })),
		sent: by(sentValue),
	};
}

function sampleValue({ type, options }: FormField): unknown {
	const [option] = options ?? [];
	const byType: Record<string, unknown> = {
		number: 1,
		date: '2026-01-31',
		boolean: true,
		select: option?.name,
		multiSelect: option?.name,
	};
	return byType[type] ?? 'Text';
}

function sentValue(field: FormField): unknown {
	const [option] = field.options ?? [];
	if (field.type === 'select') return option?.id;
	if (field.type === 'multiSelect') return [option?.id];
	if (field.type === 'richText') return [{ type: 'p', children: [{ text: 'Text' }] }];
	return sampleValue(field);
}
