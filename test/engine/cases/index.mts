import type { OperationCase } from './case.mts';
import { contractCases } from './contract.mts';
import { contractTypeCases } from './contractType.mts';

/** Every row of the table. A new resource adds its list here. */
export const CASES: OperationCase[] = [...contractCases, ...contractTypeCases];
