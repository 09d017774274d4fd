import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { LARGE_PAGE_SIZE } from '../api/limits';
import type { Page } from '../api/shapes';
import type { Contract } from '../api/types';
import type { Connection } from '../transport/connection';
import { completeContracts } from '../transport/contracts';
import type { ApiRequest } from '../transport/exchange';
import { connectInEditor } from './connection';
import { partOf } from './search';

const LIST: ApiRequest = {
	method: 'GET',
	path: '/contracts',
	optionalQs: { sort: '-createdAt,id' },
};

/** A few pages of contracts, newest first; in the service's own order where it does not sort. */
export async function newestContracts(
	connection: Connection,
	pages: number,
	cursor?: string,
): Promise<Page<Contract>> {
	return await partOf(connection, LIST, { pageSize: LARGE_PAGE_SIZE, pages, cursor });
}

/** Pages of contracts in which is looked for what the service has no list of. */
const PAGES = 5;

/** Contracts that are read one by one where the list does not show what is looked for. */
const MOST_SINGLE_READS = 100;

/** The newest contracts with these properties. The editor's lists of types, members and folders are made of them. */
export async function recentContracts(
	context: ILoadOptionsFunctions,
	...properties: Array<keyof Contract>
): Promise<Contract[]> {
	const connection = await connectInEditor(context);
	const { records } = await newestContracts(connection, PAGES);
	const showAll = records.every((each) => properties.every((property) => property in each));
	const contracts = showAll ? records : records.slice(0, MOST_SINGLE_READS);
	return await completeContracts(connection, contracts, properties);
}
