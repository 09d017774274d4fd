import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { throwing } from '../transport/errors/thrown';
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
	listSearch: thrownBy({ ...searches, searchContractTypes, searchFolders, searchMembers }),
	loadOptions: thrownBy({ getContractTypes, getFolders }),
	resourceMapping: thrownBy({ ...resourceMapping }),
};

type Ask = (this: ILoadOptionsFunctions, ...given: never[]) => Promise<unknown>;

/** The same, whose errors are as n8n gets them. */
function thrownBy<T extends Record<string, Ask>>(all: T): T {
	const guarded = Object.entries(all).map(([name, ask]): [string, Ask] => [
		name,
		async function (...given) {
			return await throwing(ask.apply(this, given));
		},
	]);
	return Object.fromEntries(guarded) as T;
}
