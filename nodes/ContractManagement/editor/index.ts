import { contractManagementApiTest } from './credentialTest';
import * as resourceMapping from './mappers';
import {
	getContractTypes,
	getFolders,
	searchContractTypes,
	searchFolders,
	searchMembers,
} from './recentContracts';
import * as searches from './searches';

/** What the editor asks while a node and its credential are being set up. */
export const methods = {
	credentialTest: { contractManagementApiTest },
	listSearch: { ...searches, searchContractTypes, searchFolders, searchMembers },
	loadOptions: { getContractTypes, getFolders },
	resourceMapping: { ...resourceMapping },
};
