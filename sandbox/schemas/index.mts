import type { TSchema } from '@sinclair/typebox';
import { Clause, ClauseSummary, ContractClause } from './clause.mts';
import { Contract } from './contract.mts';
import { Counterparty } from './counterparty.mts';
import { CreationForm } from './creationForm.mts';
import { ContractRecords, CustomObject } from './customObject.mts';
import { ErrorBody } from './error.mts';
import { DeliveryBody } from './event.mts';
import { FileLink, UploadTarget } from './file.mts';
import { Member } from './member.mts';
import { Organization } from './organization.mts';
import { PageLinks, Pagination } from './page.mts';

/** The resources of the service, named as in the OpenAPI document. */
export const namedSchemas: TSchema[] = [
	Contract,
	CreationForm,
	Counterparty,
	ClauseSummary,
	Clause,
	ContractClause,
	CustomObject,
	ContractRecords,
	Member,
	Organization,
	UploadTarget,
	FileLink,
	Pagination,
	PageLinks,
	ErrorBody,
	DeliveryBody,
];
