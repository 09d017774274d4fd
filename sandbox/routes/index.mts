import type { Operation } from '../http/operation.mts';
import { getClause } from './clauses/get.mts';
import { listClauses } from './clauses/list.mts';
import { getContractClauses } from './contracts/clauses.mts';
import { createContract } from './contracts/create.mts';
import { getCurrentVersion, getSignedFiles } from './contracts/files.mts';
import { getConsolidatedContract, getContract } from './contracts/get.mts';
import { listContracts } from './contracts/list.mts';
import { sendForSignature } from './contracts/send.mts';
import { markAsSigned } from './contracts/sign.mts';
import { updateContract } from './contracts/update.mts';
import { getCounterparty } from './counterparties/get.mts';
import { listCounterparties } from './counterparties/list.mts';
import { updateCounterparty } from './counterparties/update.mts';
import { getCreationForm } from './creationForm.mts';
import { getCustomObject } from './customObjects/get.mts';
import { getContractRecords } from './customObjects/records.mts';
import { upsertContractRecords } from './customObjects/upsert.mts';
import { updateMember } from './members.mts';
import { getOrganization } from './organization.mts';
import { createUploadUrl } from './uploadUrl.mts';

/** Every endpoint of the specification, by the operationId of the OpenAPI document. */
export const operations: Record<string, Operation> = {
	listContracts,
	createContract,
	getContract,
	updateContract,
	getConsolidatedContract,
	getContractClauses,
	getSignedFiles,
	getCurrentVersion,
	markAsSigned,
	sendForSignature,
	getCreationForm,
	listCounterparties,
	getCounterparty,
	updateCounterparty,
	listClauses,
	getClause,
	getCustomObject,
	getContractRecords,
	upsertContractRecords,
	updateMember,
	createUploadUrl,
	getOrganization,
};
