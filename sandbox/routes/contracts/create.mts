import { ApiError, notFound } from '../../http/apiError.mts';
import { operation, type Call } from '../../http/operation.mts';
import {
	Contract,
	ContractCreate,
	DOCUMENT_TYPES,
	type FieldInputs,
	type Integration,
} from '../../schemas/contract.mts';
import type { FieldMap } from '../../schemas/values.mts';
import type { ContractType } from '../../store/catalog.mts';
import { insertContract } from '../../store/contracts/change.mts';
import { fieldDates } from '../../store/contracts/dates.mts';
import { findContract } from '../../store/contracts/row.mts';
import { signatoriesOf } from '../../store/contracts/signatories.mts';
import { contractView } from '../../store/contracts/view.mts';
import { checkedFields } from '../../store/fields/check.mts';
import { insert } from '../../store/database.mts';
import { newId } from '../../store/ids.mts';
import { DOCUMENT_POSITION } from '../../files/links.mts';
import { referencedCounterparty } from '../counterparties/reference.mts';
import { uploadId } from '../uploads.mts';

export const createContract = operation({
	method: 'POST',
	path: '/contracts',
	tag: 'Contracts',
	summary: 'Creates a contract from a template',
	body: ContractCreate,
	shape: 'contractCreated',
	success: { status: 201, schema: Contract, description: 'The contract, a draft' },
	errors: [400, 404],
	handle(call) {
		const { body, catalog, key, organizationId, state } = call;
		const type = catalog.contractTypes.get(body.contractTypeId.toLowerCase());
		if (!type) throw notFound('CONTRACT_TYPE_NOT_FOUND', body.contractTypeId);
		const templateId = templateOf(type, body.templateId);
		const counterparty = referencedCounterparty(call, body);
		const fields = fieldsOf(call, type, body.fields ?? {});
		const upload = body.document && uploadId(call, body.document.key, DOCUMENT_TYPES, 'document');
		const now = state.clock.timestamp();
		const id = newId();
		insertContract(state, {
			id,
			organization_id: organizationId,
			name: body.name ?? `${type.name} - ${counterparty.name}`,
			status: 'draft',
			counterparty_id: counterparty.id,
			contract_type_id: type.id,
			template_id: templateId,
			initial_contract_id: null,
			folder_id: null,
			author_id: key.memberId,
			fields: JSON.stringify(fields),
			consolidation: null,
			signatories: JSON.stringify(signatoriesOf(call.database, type, counterparty)),
			integration: integrationOf(body),
			member_ids: JSON.stringify([key.memberId]),
			signature_process: null,
			signature_date: null,
			...fieldDates(type, fields),
			created_at: now,
			updated_at: now,
		});
		if (body.document && upload) {
			insert(call.database, 'contract_files', {
				id: newId(),
				contract_id: id,
				position: DOCUMENT_POSITION,
				name: body.document.name,
				content_type: body.document.contentType,
				upload_id: upload,
			});
		}
		return {
			status: 201,
			body: contractView(call, findContract(call.database, organizationId, id)!),
		};
	},
});

function templateOf(type: ContractType, templateId: string): string {
	const template = type.templates.find(({ id }) => id === templateId.toLowerCase());
	if (!template) throw notFound('TEMPLATE_NOT_FOUND', templateId);
	return template.id;
}

function fieldsOf(call: Call, type: ContractType, input: FieldInputs): FieldMap {
	const definitions = new Map(type.fields.map(({ definition }) => [definition.id, definition]));
	const given = checkedFields(call.database, definitions, asMap(call, input));
	const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
	const defaults = type.fields.flatMap(({ definition: { id }, defaultValue }) =>
		defaultValue === undefined || id in given ? [] : [[id, defaultValue] as const],
	);
	const fields = { ...Object.fromEntries(defaults), ...set };
	const missing = type.fields.find(
		({ definition, required }) => required && !(definition.id in fields),
	);
	if (!missing) return fields;
	const { id, name } = missing.definition;
	throw new ApiError('FIELD_REQUIRED', `Field '${name}' is required`, { field: name, fieldId: id });
}

function asMap({ state: { profile } }: Call, input: FieldInputs): FieldMap {
	const isArray = Array.isArray(input);
	if (isArray !== (profile.of('contract-create-fields') === 'pairs')) {
		throw new ApiError('INVALID_BODY', `fields: expected ${isArray ? 'an object' : 'an array'}`, {
			field: 'fields',
		});
	}
	if (!isArray) return input as FieldMap;
	return Object.fromEntries(
		input.map(({ attributeDefinitionId, value }) => [attributeDefinitionId, value]),
	);
}

function integrationOf({ integration }: ContractCreate): string | null {
	if (!integration) return null;
	return JSON.stringify({ externalUrl: '', ...integration } satisfies Integration);
}
