import type { OperationCase } from './case.mts';
import { clauseCases } from './clause.mts';
import { contractCases } from './contract.mts';
import { contractCreationCases } from './contractCreation.mts';
import { contractListCases } from './contractLists.mts';
import { contractTypeCases } from './contractType.mts';
import { counterpartyCases } from './counterparty.mts';
import { customObjectCases } from './customObject.mts';
import { fileCases } from './file.mts';
import { memberCases } from './member.mts';
import { organizationCases } from './organization.mts';
import { signingCases } from './signing.mts';

/** Every row of the table. A new resource adds its list here. */
export const CASES: OperationCase[] = [
	...clauseCases,
	...contractCases,
	...contractCreationCases,
	...contractListCases,
	...contractTypeCases,
	...counterpartyCases,
	...customObjectCases,
	...fileCases,
	...memberCases,
	...organizationCases,
	...signingCases,
];
