import { keysByName } from './names';
import type { Contract, ContractField, FieldValue } from './types';

/** How the smart fields of a simplified contract are keyed. */
export type FieldsAs = 'array' | 'byId' | 'byName';

/**
 * The short form of a contract; of a partial one, what is there. New (node version 1.1) is what it amends, where it is
 * filed, and who made it of what.
 */
export function simplifiedContract(contract: Partial<Contract>, fieldsAs: FieldsAs, isNew = false) {
	const { id, name, status, counterparty, contractType, integration, fields } = contract;
	return {
		id,
		name,
		status,
		counterpartyId: counterparty?.id ?? null,
		counterpartyName: counterparty?.name ?? null,
		contractTypeId: contractType?.id ?? null,
		contractTypeName: contractType?.name ?? null,
		contractUrl: contract.contractUrl ?? null,
		externalId: integration?.externalId ?? null,
		signatureDate: contract.signatureDate ?? null,
		startAt: contract.startAt ?? null,
		endAt: contract.endAt ?? null,
		createdAt: contract.createdAt,
		updatedAt: contract.updatedAt,
		...(isNew && {
			initialContractId: contract.initialContractId ?? null,
			folderId: contract.folderId ?? null,
			templateId: contract.templateId ?? null,
			authorEmail: contract.author?.email ?? null,
		}),
		fields: keyed(fields ?? [], fieldsAs),
	};
}

function keyed(fields: ContractField[] | Record<string, FieldValue>, fieldsAs: FieldsAs) {
	// The answer may have them as the request does, by id.
	const list = Array.isArray(fields)
		? fields.map(({ attributeDefinitionId: id, name, value }) => ({ id, name, value }))
		: Object.entries(fields).map(([id, value]) => ({ id, name: id, value }));
	if (fieldsAs === 'array') return list;
	if (fieldsAs === 'byId') return Object.fromEntries(list.map(({ id, value }) => [id, value]));
	// Most contracts need none but the name; lists have thousands.
	const haveOwnNames = new Set(list.map(({ name }) => name)).size === list.length;
	const names = haveOwnNames ? undefined : keysByName(list);
	return Object.fromEntries(list.map(({ id, name, value }) => [names?.get(id) ?? name, value]));
}
