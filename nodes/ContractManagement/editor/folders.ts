import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { identifierIn, uuidOf } from '../api/identifiers';
import { containsName } from '../api/names';
import type { Contract } from '../api/types';
import { recentContracts } from './newestContracts';
import { fromRecent, labelOf, type Listed } from './search';

/** Contracts that a folder is described by. */
const NAMED = 2;

/** The folders that recent contracts are filed in; found by the names and counterparties of these contracts. */
export async function searchFolders(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const contracts = await recentContracts(this, 'folderId');
	return fromRecent(foldersOf(contracts, filter), contracts);
}

/** The same as options. */
export async function getFolders(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const folders = foldersOf(await recentContracts(this, 'folderId'));
	return folders.map(({ id, name, count }) => ({
		name,
		value: id,
		description: `Folder with ${count} recent contract${count === 1 ? '' : 's'}`,
	}));
}

interface Folder extends Listed {
	name: string;
	count: number;
}

function foldersOf(contracts: Contract[], filter?: string): Folder[] {
	const folders = new Map<string, Contract[]>();
	for (const contract of contracts) {
		const id = identifierIn(contract.folderId);
		if (id) folders.set(uuidOf(id), [...(folders.get(uuidOf(id)) ?? []), contract]);
	}
	return [...folders].flatMap(([id, inside]) => {
		const matching = inside.filter(
			({ name, counterparty }) =>
				containsName(name, filter) || containsName(counterparty?.name, filter),
		);
		if (matching.length === 0) return [];
		const count = inside.length;
		return [{ id, name: described(matching, count), count }];
	});
}

// The service shows the ID of a folder only, so people know it by what is in it.
function described(contracts: Contract[], count: number): string {
	const names = contracts.slice(0, NAMED).map((each) => shortened(labelOf(each)));
	const others = count - names.length;
	return `${names.join(', ')}${others > 0 ? ` +${others}` : ''}`;
}

/** The editor shows about 55 letters, and contracts are told apart by the end of their names as well. */
function shortened(name: string): string {
	return name.length > 24 ? `${name.slice(0, 10)}…${name.slice(-12)}` : name;
}
