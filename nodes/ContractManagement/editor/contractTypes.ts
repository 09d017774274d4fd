import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { containsName } from '../api/names';
import type { NamedReference } from '../api/types';
import { recentContracts } from './newestContracts';
import { notice, onceByName, results } from './search';

/** The contract types of the newest contracts, by name. */
export async function searchContractTypes(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const types = await contractTypes(this);
	const found = types.filter(({ name }) => containsName(name, filter));
	if (found.length > 0) return { results: results(found) };
	return notice('No such type among the newest 500 contracts: give its ID');
}

/** The same as options. */
export async function getContractTypes(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return results(await contractTypes(this));
}

async function contractTypes(context: ILoadOptionsFunctions): Promise<NamedReference[]> {
	const contracts = await recentContracts(context, 'contractType');
	return onceByName(contracts.flatMap(({ contractType }) => contractType ?? []));
}
