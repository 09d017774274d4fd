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
	const people = contracts.flatMap(({ author, contractMembers }) =>
		[author, contractMembers].flat(),
	);
	const members = onceByName(listed(people, 'email'));
	const found = members.filter(({ name }) => containsName(name, filter));
	return fromRecent(found, contracts);
}

/** Those of the values that have an id, each with the text that it is known by. */
function listed(values: unknown[], name: string): Listed[] {
	return values.filter(isObject).flatMap((value) => {
		const id = identifierIn(value.id);
		const text = value[name];
		return id === undefined ? [] : [{ id, name: typeof text === 'string' ? text : null }];
	});
}
