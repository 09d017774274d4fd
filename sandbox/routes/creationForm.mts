import { notFound } from '../http/apiError.mts';
import { ok, operation, type Call } from '../http/operation.mts';
import { CreationForm, type FormField } from '../schemas/creationForm.mts';
import type { ContractType } from '../store/catalog.mts';
import { optionsOf } from '../store/fields/check.mts';
import { pathUuid } from './contracts/find.mts';

export const getCreationForm = operation({
	method: 'GET',
	path: '/contract-types/:id/creation-form',
	tag: 'Contract types',
	summary: 'The templates and fields from which a contract of this type is created',
	shape: 'creationForm',
	success: { status: 200, schema: CreationForm, description: 'The creation form' },
	errors: [400, 404],
	find: contractTypeOf,
	handle: (call, type) =>
		ok({
			contractTypeId: type.id,
			templates: type.templates,
			fields: type.fields.map((field) => formField(call, field)),
		}),
});

function contractTypeOf(call: Call): ContractType {
	const type = call.catalog.contractTypes.get(pathUuid(call, 'id'));
	if (!type) throw notFound('CONTRACT_TYPE_NOT_FOUND', call.params.id!);
	return type;
}

function formField(
	{ database }: Call,
	{ definition, ...more }: ContractType['fields'][number],
): FormField {
	const { id, name, type, helpText } = definition;
	return { id, name, type, options: optionsOf(database, definition), helpText, ...more };
}
