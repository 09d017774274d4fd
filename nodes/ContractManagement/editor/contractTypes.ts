import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { uuidOf } from '../api/identifiers';
import { comparableName } from '../api/names';
import type { NamedReference } from '../api/types';
import { connect } from '../transport/connection';
import { completeContracts } from '../transport/contracts';
import { newestContracts } from './newestContracts';
import { contains, notice, results } from './search';

/** Pages of contracts in which types are looked for, as the service has no list of types. */
const PAGES = 5;

/** Contracts that are read one by one where the list does not show their type. */
const MOST_SINGLE_READS = 100;

/** The contract types of the newest contracts, by name. */
export async function searchContractTypes(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const types = await contractTypes(this);
	const found = types.filter(({ name }) => contains(name, filter));
	if (found.length > 0) return { results: results(found) };
	return notice('No such type among the newest 500 contracts: give its ID');
}

/** The same as options. */
export async function getContractTypes(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return (await contractTypes(this)).map(({ id, name }) => ({ name, value: id }));
}

async function contractTypes(context: ILoadOptionsFunctions): Promise<NamedReference[]> {
	const connection = await connect(context);
	const { records } = await newestContracts(connection, { pages: PAGES });
	const showTypes = records.every((contract) => 'contractType' in contract);
	const contracts = showTypes
		? records
		: await completeContracts(connection, records.slice(0, MOST_SINGLE_READS), ['contractType']);
	const byId = new Map<string, NamedReference>();
	for (const { contractType } of contracts) {
		if (contractType && !byId.has(uuidOf(contractType.id))) {
			byId.set(uuidOf(contractType.id), contractType);
		}
	}
	const order = ({ name }: NamedReference) => comparableName(name);
	return [...byId.values()].sort((a, b) => order(a).localeCompare(order(b)));
}
