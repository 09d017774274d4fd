import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { isIdentifier, sameId } from '../api/identifiers';
import { containsName } from '../api/names';
import type { Contract } from '../api/types';
import { newestContracts } from './newestContracts';
import { connectInEditor } from './connection';
import { labelOf, PAGES_PER_SEARCH, unfinished } from './search';

/**
 * Contracts, newest first. The name is matched here, over a few pages at a time; the token continues with older ones.
 */
export async function searchContracts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const connection = await connectInEditor(this);
	const pages = filter ? PAGES_PER_SEARCH : 1;
	const { records, nextCursor } = await newestContracts(connection, pages, paginationToken);
	const found = records.filter((contract) => matches(contract, filter)).map(resultOf);
	const isUnfinished = filter !== undefined && filter !== '' && nextCursor !== null;
	return {
		results: isUnfinished ? [...found, unfinished(filter, `${records.length} contracts`)] : found,
		...(nextCursor !== null && { paginationToken: nextCursor }),
	};
}

function matches({ id, name }: Contract, filter = ''): boolean {
	if (isIdentifier(filter.trim())) return sameId(id, filter.trim());
	return containsName(name, filter);
}

function resultOf(contract: Contract) {
	const { id, status, counterparty, contractUrl } = contract;
	const name = labelOf(contract);
	return {
		name: counterparty?.name ? `${name} (${counterparty.name}, ${status})` : `${name} (${status})`,
		value: id,
		...(contractUrl && { url: contractUrl }),
	};
}
