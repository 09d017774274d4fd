import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { recentContracts } from './recentContracts';
import { contains, fromRecent, listed, onceByName } from './search';

/** The members that wrote recent contracts or take part in them, by email. */
export async function searchMembers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const contracts = await recentContracts(this, 'author', 'contractMembers');
	const people = contracts.flatMap(({ author, contractMembers }) =>
		[author, contractMembers].flat(),
	);
	const members = onceByName(listed(people, 'email'));
	const found = members.filter(({ name }) => contains(name, filter));
	return fromRecent(found, contracts);
}
