import { getContractTypes, searchContractTypes } from './contractTypes';
import { contractManagementApiTest } from './credentialTest';
import { getFolders, searchFolders } from './folders';
import { getCreationFormFields, getRecordColumns } from './mappers';
import { searchMembers } from './members';
import { searchClauses, searchCounterparties } from './searchByName';
import { searchContracts } from './searchContracts';
import { searchCounterpartyFields } from './searchCounterpartyFields';
import { searchTemplates } from './searchTemplates';

/** What the editor asks while a node and its credential are being set up. */
export const methods = {
	credentialTest: { contractManagementApiTest },
	listSearch: {
		searchClauses,
		searchContracts,
		searchContractTypes,
		searchCounterparties,
		searchCounterpartyFields,
		searchFolders,
		searchMembers,
		searchTemplates,
	},
	loadOptions: { getContractTypes, getFolders },
	resourceMapping: { getCreationFormFields, getRecordColumns },
};
