import { contractManagementApiTest } from './credentialTest';
import { getCreationFormFields, getRecordColumns } from './mappers';
import {
	getContractTypes,
	getFolders,
	searchContractTypes,
	searchFolders,
	searchMembers,
} from './recentContracts';
import { searchCounterpartyFields } from './searchCounterpartyFields';
import { searchClauses, searchContracts, searchCounterparties, searchTemplates } from './searches';

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
