import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { identifierIn } from '../api/identifiers';
import { containsName } from '../api/names';
import { isObject } from '../api/shapes';
import { recentContracts } from './newestContracts';
import { fromRecent, onceByName, type Listed } from './search';

/** The members that wrote recent contracts or take part in them, by email. */
export async function searchMembers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const contracts = await recentContracts(this, 'author', 'contractMembers');
	const people: unknown[] = contracts.flatMap(({ author, contractMembers }) =>
		[author, contractMembers].flat(),
	);
	const members = people.filter(isObject).flatMap(({ id: given, email }): Listed[] => {
		const id = identifierIn(given);
		return id === undefined ? [] : [{ id, name: typeof email === 'string' ? email : null }];
	});
	const found = onceByName(members).filter(({ name }) => containsName(name, filter));
	return fromRecent(found, contracts);
}
