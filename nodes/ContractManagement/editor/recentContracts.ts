import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { firstTimeById, identifierIn, uuidOf } from '../api/identifiers';
import { LARGE_PAGE_SIZE } from '../api/limits';
import { comparableName, containsName } from '../api/names';
import { isObject } from '../api/shapes';
import type { Contract, NamedReference } from '../api/types';
import type { Connection } from '../transport/connection';
import { completeContracts } from '../transport/contracts';
import type { ApiRequest } from '../transport/exchange';
import { keptIn } from '../transport/memory';
import { connectInEditor, labelOf, notice, partOf, results } from './search';
import type { Listed, ListSearch } from './search';

/** The contract types of the newest contracts, by name. */
export const searchContractTypes: ListSearch = async function (filter) {
	const found = (await contractTypes(this)).filter(({ name }) => containsName(name, filter));
	const none = notice('No such type among the newest 500 contracts: give its ID');
	return { results: found.length > 0 ? results(found) : [none] };
};

/** The same for a list without a search; a notice where the node has no credential yet. */
export async function getContractTypes(this: ILoadOptionsFunctions) {
	// n8n's editor asks for a new node before it has given it the credential, and does not ask again.
	if (!this.getNode().credentials)
		return [notice('Close this node and open it again for the list')];
	return results(await contractTypes(this));
}

async function contractTypes(context: ILoadOptionsFunctions): Promise<NamedReference[]> {
	const contracts = await recentContracts(context, 'contractType');
	const types = contracts.flatMap(({ contractType }) => contractType ?? []);
	return onceByName(types.filter(({ id }) => identifierIn(id) !== undefined));
}

/** The members that wrote recent contracts or take part in them, by email. */
export const searchMembers: ListSearch = async function (filter) {
	const contracts = await recentContracts(this, 'author', 'contractMembers');
	const people: unknown[] = contracts.flatMap((one) => [one.author, one.contractMembers].flat());
	const members = people.filter(isObject).map(({ id, email }) => {
		return { id: identifierIn(id) ?? '', name: typeof email === 'string' ? email : null };
	});
	const known = members.filter(({ id, name }) => id && containsName(name, filter));
	return fromRecent(onceByName(known), contracts);
};

/** The folders that recent contracts are filed in; found by the names and counterparties of these contracts. */
export const searchFolders: ListSearch = async function (filter) {
	const contracts = await recentContracts(this, 'folderId');
	return fromRecent(foldersOf(contracts, filter), contracts);
};

/** The same folders for a list without a search, those with the newest contracts first. */
export async function getFolders(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const folders = foldersOf(await recentContracts(this, 'folderId'));
	return folders.map(({ id, name, count }) => {
		const description = `Folder with ${count} recent contract${count === 1 ? '' : 's'}`;
		return { name, value: id, description };
	});
}

function foldersOf(contracts: Contract[], filter?: string) {
	const folders = new Map<string, Contract[]>();
	const inFolder = keptIn(folders, () => []);
	for (const contract of contracts) {
		const id = identifierIn(contract.folderId);
		if (id) inFolder(uuidOf(id)).push(contract);
	}
	return [...folders].flatMap(([id, inside]) => {
		const count = inside.length;
		const matching = inside.filter((each) => isCalled(each, filter));
		// The service shows the ID of a folder only, so people know it by two of the contracts in it.
		const names = matching.slice(0, 2).map((each) => shortened(labelOf(each)));
		const others = count > names.length ? ` +${count - names.length}` : '';
		return names.length > 0 ? [{ id, name: names.join(', ') + others, count }] : [];
	});
}

/** Whether the contract, or the company that it is with, has the text in its name. */
export function isCalled({ name, counterparty }: Contract, text?: string): boolean {
	return [name, counterparty?.name].some((each) => containsName(each, text));
}

/** The editor shows about 55 letters, and contracts are told apart by the end of their names as well. */
function shortened(name: string): string {
	return name.length > 24 ? `${name.slice(0, 10)}…${name.slice(-12)}` : name;
}

/** The records without those that come again, by name. */
function onceByName<T extends Listed>(records: T[]): T[] {
	const order = (record: Listed) => comparableName(labelOf(record));
	return records.filter(firstTimeById()).sort((a, b) => order(a).localeCompare(order(b)));
}

/** What was found in recent contracts, and a line that says so: the service has no list of these. */
function fromRecent(found: Listed[], { length }: Contract[]) {
	// The editor shows about 55 letters, and this line first while nothing is chosen.
	const source = notice(`From the newest ${length} contracts; enter others by ID`);
	return { results: [...results(found), source] };
}

const LIST: ApiRequest = { method: 'GET', path: '/contracts', qs: { sort: '-createdAt,id' } };

/** A few pages of contracts, newest first. */
export async function newestContracts(connection: Connection, pages: number, cursor?: string) {
	const isSorted = connection.profile['contract-list-sort'] === 'sorted';
	const list = isSorted ? LIST : { ...LIST, qs: {} };
	return await partOf<Contract>(connection, list, { pageSize: LARGE_PAGE_SIZE, pages, cursor });
}

/** Pages of contracts in which is looked for what the service has no list of. */
const PAGES = 5;

/** Contracts that are read one by one where the list does not show what is looked for. */
const MOST_SINGLE_READS = 100;

async function recentContracts(
	context: ILoadOptionsFunctions,
	...properties: Array<keyof Contract>
): Promise<Contract[]> {
	const connection = await connectInEditor(context);
	const { records } = await newestContracts(connection, PAGES);
	const isPartial = connection.profile['contract-list-items'] === 'partial';
	const contracts = isPartial ? records.slice(0, MOST_SINGLE_READS) : records;
	return await completeContracts(connection, contracts, properties, true);
}
