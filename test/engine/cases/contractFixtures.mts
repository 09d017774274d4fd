import type { Contract } from '../../../nodes/ContractManagement/api/types';
import type { CreationForm } from '../../../sandbox/schemas/creationForm.mts';
import { uuid } from './case.mts';

export type Form = CreationForm;

export const TYPE = { id: uuid('t', 1), name: 'Master Service Agreement' };
export const TEMPLATE = { id: uuid('p', 1), name: 'MSA standard' };

/** A form with a field of each type. */
export const FORM: Form = {
	contractTypeId: TYPE.id,
	templates: [TEMPLATE],
	fields: [
		field(1, 'Reference', 'text', { required: true }),
		field(2, 'Payment term', 'select', {
			required: true,
			options: [
				{ id: '30-days', name: '30 days' },
				{ id: '60-days', name: '60 days' },
			],
		}),
		field(3, 'Contract value', 'number'),
		field(4, 'End date', 'date'),
		field(5, 'Auto-renewal', 'boolean'),
		field(6, 'Regions', 'multiSelect', {
			options: [
				{ id: 'emea', name: 'EMEA' },
				{ id: 'apac', name: 'APAC' },
			],
		}),
		field(7, 'Scope of work', 'richText'),
		field(8, 'Parent record', 'relation'),
	],
};

function field(
	number: number,
	name: string,
	type: Form['fields'][number]['type'],
	more: Partial<Form['fields'][number]> = {},
): Form['fields'][number] {
	return {
		id: uuid('f', number),
		name,
		type,
		required: false,
		options: [],
		helpText: null,
		...more,
	};
}

/** A contract as the service answers it. */
export function contract(number: number, more: Partial<Contract> = {}): Contract {
	const id = `contract_${uuid('c', number)}`;
	const createdAt = new Date(Date.UTC(2026, 0, 100 - number)).toISOString();
	return {
		id,
		name: `Contract ${number}`,
		status: 'draft',
		counterparty: { id: uuid('y', 1), name: 'Globex' },
		contractType: TYPE,
		templateId: TEMPLATE.id,
		initialContractId: null,
		folderId: null,
		author: { id: uuid('m', 1), email: 'ada@example.com' },
		fields: [
			{ attributeDefinitionId: uuid('f', 1), name: 'Reference', value: `PO-${number}` },
			{ attributeDefinitionId: uuid('f', 3), name: 'Contract value', value: number * 1000 },
		],
		signatories: [],
		integration: null,
		signatureDate: null,
		startAt: null,
		endAt: null,
		createdAt,
		updatedAt: createdAt,
		contractUrl: `https://app.example.com/acme/project/${id}`,
		contractMembers: [],
		...more,
	};
}

/** What Simplify makes of a contract, written down once more and independently of the node. */
export function simplified(of: Contract): Record<string, unknown> {
	return {
		id: of.id,
		name: of.name,
		status: of.status,
		counterpartyId: of.counterparty.id,
		counterpartyName: of.counterparty.name,
		contractTypeId: of.contractType.id,
		contractTypeName: of.contractType.name,
		contractUrl: of.contractUrl,
		externalId: of.integration === null ? null : of.integration.externalId,
		signatureDate: of.signatureDate ?? null,
		startAt: of.startAt ?? null,
		endAt: of.endAt ?? null,
		createdAt: of.createdAt,
		updatedAt: of.updatedAt,
		fields: Object.fromEntries(of.fields.map(({ name, value }) => [name, value])),
	};
}
