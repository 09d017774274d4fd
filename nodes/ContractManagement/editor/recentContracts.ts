import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Contract } from '../api/types';
import { connect } from '../transport/connection';
import { completeContracts } from '../transport/contracts';
import { newestContracts } from './newestContracts';

/** Pages of contracts in which is looked for what the service has no list of. */
const PAGES = 5;

/** Contracts that are read one by one where the list does not show what is looked for. */
const MOST_SINGLE_READS = 100;

/** The newest contracts with these properties. The editor's lists of types, members and folders are made of them. */
export async function recentContracts(
	context: ILoadOptionsFunctions,
	...properties: Array<keyof Contract>
): Promise<Contract[]> {
	const connection = await connect(context);
	const { records } = await newestContracts(connection, { pages: PAGES });
	const showAll = records.every((each) => properties.every((property) => property in each));
	const contracts = showAll ? records : records.slice(0, MOST_SINGLE_READS);
	return await completeContracts(connection, contracts, properties);
}
