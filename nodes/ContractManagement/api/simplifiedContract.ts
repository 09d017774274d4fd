import { keysByName } from './names';
import type { Contract, ContractField, FieldValue } from './types';

/** How the smart fields of a simplified contract are keyed. */
export type FieldsAs = 'array' | 'byId' | 'byName';

/** The short form of a contract, which most workflows need; of a partial one, what is there. */
export function simplifiedContract(contract: Partial<Contract>, fieldsAs: FieldsAs) {
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
		fields: keyed(listOf(fields ?? []), fieldsAs),
	};
}

// The answer may have them as the request does, by id.
function listOf(fields: ContractField[] | Record<string, FieldValue>): ContractField[] {
	if (Array.isArray(fields)) return fields;
	return Object.entries(fields).map(([id, value]) => ({
		attributeDefinitionId: id,
		name: id,
		value,
	}));
}

function keyed(fields: ContractField[], fieldsAs: FieldsAs) {
	if (fieldsAs === 'array') {
		return fields.map(({ attributeDefinitionId, name, value }) => ({
			id: attributeDefinitionId,
			name,
			value,
		}));
	}
	const haveOwnNames = new Set(fields.map(({ name }) => name)).size === fields.length;
	// Most contracts need no key but the name, and lists have thousands of them.
	const names = haveOwnNames
		? undefined
		: keysByName(fields.map(({ attributeDefinitionId: id, name }) => ({ id, name })));
	return Object.fromEntries(
		fields.map(({ attributeDefinitionId: id, name, value }) => [
			fieldsAs === 'byId' ? id : (names?.get(id) ?? name),
			value,
		]),
	);
}
