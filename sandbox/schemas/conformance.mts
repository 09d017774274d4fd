/**
 * Compile-time check, never run: the types of the sandbox's schemas and those of the records that the node reads are mutually
 * assignable.
 * A difference makes `npm run typecheck` fail on the line of the type.
 */
import type * as node from '../../nodes/ContractManagement/api/types.ts';
import type { Contract, ContractStatus } from './contract.mts';
import type { Counterparty } from './counterparty.mts';
import type { ContractRecord } from './customObject.mts';

type Equal<A, B> = [A] extends [B]
	? [B] extends [A]
		? true
		: 'wider than the node’s'
	: 'narrower';

export type Conformance = [
	Assert<Equal<Contract, node.Contract>>,
	Assert<Equal<ContractStatus, node.ContractStatus>>,
	Assert<Equal<Counterparty, node.Counterparty>>,
	Assert<Equal<ContractRecord, node.ContractRecord>>,
];

type Assert<T extends true> = T;
