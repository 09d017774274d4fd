import { getContractTypes, searchContractTypes } from './contractTypes';
import { getCounterpartyFields } from './counterpartyMapping';
import { getCreationFormFields } from './creationFormFields';
import { getRecordColumns } from './recordMapping';
import { searchClauses, searchCounterparties } from './searchByName';
import { searchContracts } from './searchContracts';
import { searchTemplates } from './searchTemplates';

/** What the editor asks while a node is being set up. */
export const methods = {
	listSearch: {
		searchClauses,
		searchContracts,
		searchContractTypes,
		searchCounterparties,
		searchTemplates,
	},
	loadOptions: { getContractTypes },
	resourceMapping: { getCounterpartyFields, getCreationFormFields, getRecordColumns },
};
