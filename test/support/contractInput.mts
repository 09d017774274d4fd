import type { Sandbox } from './sandbox.mts';

interface FormField {
	id: string;
	type: string;
	required: boolean;
	options: Array<{ id: string }>;
}

const VALUES: Record<string, (field: FormField) => unknown> = {
	text: () => 'Some text',
	number: () => 12.5,
	date: () => '2026-03-31',
	boolean: () => true,
	select: ({ options }) => options[0]!.id,
	multiSelect: ({ options }) => [options[0]!.id],
	richText: () => [{ type: 'paragraph', children: [{ text: 'Some words' }] }],
	relation: ({ options }) => options[0]!.id,
};

/** A body that `POST /contracts` takes: a type with its template, a counterparty, the required fields. */
export async function contractInput(sandbox: Sandbox, name: string) {
	const { contractTypes, counterparties } = await sandbox.control.fixtures();
	const [{ id: contractTypeId, templates }] = contractTypes;
	const form = await sandbox.api('GET', `/contract-types/${contractTypeId}/creation-form`);
	const required = (form.body.fields as FormField[]).filter((field) => field.required);
	return {
		contractTypeId: contractTypeId as string,
		templateId: templates[0].id as string,
		counterpartyId: counterparties[0].id as string,
		name,
		fields: Object.fromEntries(required.map((field) => [field.id, VALUES[field.type]!(field)])),
	};
}
