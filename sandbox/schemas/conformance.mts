/**
 * Compile-time check, never run: the types of the sandbox's schemas and those of the node are mutually assignable.
 * A difference makes `npm run typecheck` fail on the line of the type.
 */
import type * as node from '../../nodes/ContractManagement/api/types.ts';
import type { Clause, ClauseSummary, ContractClause } from './clause.mts';
import type { Contract, ContractStatus } from './contract.mts';
import type { Counterparty } from './counterparty.mts';
import type { CreationForm } from './creationForm.mts';
import type { ContractRecords, CustomObject } from './customObject.mts';
import type { ErrorBody } from './error.mts';
import type { FileLink, UploadTarget } from './file.mts';
import type { Member } from './member.mts';
import type { Organization } from './organization.mts';
import type { PageBody } from './page.mts';

type Equal<A, B> = [A] extends [B]
	? [B] extends [A]
		? true
		: 'wider than the node’s'
	: 'narrower';

export type Conformance = [
	Assert<Equal<Contract, node.Contract>>,
	Assert<Equal<ContractStatus, node.ContractStatus>>,
	Assert<Equal<Counterparty, node.Counterparty>>,
	Assert<Equal<ClauseSummary, node.ClauseSummary>>,
	Assert<Equal<Clause, node.Clause>>,
	Assert<Equal<ContractClause, node.ContractClause>>,
	Assert<Equal<CustomObject, node.CustomObject>>,
	Assert<Equal<ContractRecords, node.ContractRecords>>,
	Assert<Equal<Member, node.Member>>,
	Assert<Equal<Organization, node.Organization>>,
	Assert<Equal<CreationForm, node.CreationForm>>,
	Assert<Equal<UploadTarget, node.UploadTarget>>,
	Assert<Equal<FileLink, node.FileLink>>,
	Assert<Equal<PageBody<Contract>, node.PageBody<node.Contract>>>,
	Assert<Equal<ErrorBody, node.ErrorBody>>,
];

type Assert<T extends true> = T;
