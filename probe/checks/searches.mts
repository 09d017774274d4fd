import { COUNTERPARTY_STATUSES } from '../../sandbox/schemas/counterparty.mts';
import {
	accepted,
	differs,
	held,
	profiled,
	undecided,
	type Check,
	type Observation,
} from '../check.mts';
import { textOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { nameOrPlaceholder } from '../shape.mts';

/** Searches by name, and the words that a counterparty's status can be. */
export const searches: readonly Check[] = [
	{
		id: 'counterparty-name-filter',
		assumed: 'name finds counterparties by a part of the name, in any case; % and _ are plain',
		observe: counterpartyNames,
	},
	{
		id: 'clause-name-filter',
		assumed: 'GET /clauses filters by a part of the name with the parameter name',
		observe: clauseNames,
	},
	{
		id: 'contract-name-filter',
		assumed: 'GET /contracts filters by a part of the name with the parameter name',
		observe: contractNames,
	},
	{
		id: 'counterparty-status',
		assumed: `A counterparty's status is ${COUNTERPARTY_STATUSES.join(' or ')}`,
		observe: async (service) => {
			const known: readonly unknown[] = COUNTERPARTY_STATUSES;
			const others = (await service.counterparties()).filter(
				({ status }) => !known.includes(status),
			);
			if (others.length === 0) return held();
			const words = new Set(others.map(({ status }) => nameOrPlaceholder(String(status))));
			return accepted(`also ${[...words].join(', ')}`);
		},
	},
];

async function counterpartyNames(service: Service): Promise<Observation> {
	const rows = await service.counterparties();
	const name = distinctive(rows, (one) => /^\p{L}{2,}/u.test(one) && swapped(one) !== one);
	if (!name) return undecided('The counterparties do not show two different names with letters');
	const { status } = await service.read('/counterparties', { limit: 50, name });
	if (status !== 200) {
		return differs(`refused with ${status}`, NAME_SEARCH);
	}
	const found = await search(service, name);
	if (!found.every((row) => contains(textOf(row, 'name') ?? '', name))) {
		return accepted('the parameter is ignored');
	}
	if (!hasName(found, name)) return differs('an exact name is not found', NAME_SEARCH);
	const finds = async (words: string) => hasName(await search(service, words), name);
	const facts = {
		caseSensitive: !(await finds(swapped(name))),
		wholeNames: !(await finds(name.slice(0, -1))),
		wildcards: (await search(service, '%')).some((row) => !textOf(row, 'name')?.includes('%')),
	};
	service.found('counterparty-name-filter', facts.caseSensitive ? 'exact-case' : 'any-case');
	const seen = [
		...(facts.caseSensitive ? ['letter case matters'] : []),
		...(facts.wholeNames ? ['only whole names are found'] : []),
		...(facts.wildcards ? ['% stands for anything'] : []),
	];
	return seen.length === 0 ? held() : accepted(seen.join('; '));
}

async function search(service: Service, name: string): Promise<Row[]> {
	return (await service.page('/counterparties', { limit: 50, name })).rows;
}

/** A name that a filter can show its effect with: others do not contain it. */
function distinctive(rows: Row[], isFit: (name: string) => boolean = () => true) {
	const names = rows.map((row) => textOf(row, 'name') ?? '');
	return names.find(
		(one) => one !== '' && isFit(one) && names.some((other) => !contains(other, one)),
	);
}

async function contractNames(service: Service): Promise<Observation> {
	return await nameFilter(service, '/contracts', await service.contracts());
}

async function clauseNames(service: Service): Promise<Observation> {
	return await nameFilter(service, '/clauses', await service.clauses());
}

/** Names that services give a filter by name, the one of the assumption first. */
const PARAMETERS = ['name', 'title', 'search', 'query', 'q', 'filter'];

async function nameFilter(service: Service, path: string, known: Row[]): Promise<Observation> {
	const name = distinctive(known);
	if (!name) return undecided(`${path} does not show two different names`);
	const entry = path === '/contracts' ? 'contract-name-filter' : 'clause-name-filter';
	for (const parameter of PARAMETERS) {
		const { status } = await service.read(path, { limit: 50, [parameter]: name });
		if (status !== 200) continue;
		const { rows } = await service.page(path, { limit: 50, [parameter]: name });
		if (!rows.every((row) => contains(textOf(row, 'name') ?? '', name))) continue;
		if (!hasName(rows, name)) return differs('a name is not found', NAME_CHECK);
		if (parameter !== 'name') {
			return profiled(service, `the parameter is ${parameter}`, { [entry]: parameter });
		}
		const part = name.slice(0, -1);
		const byPart = part ? (await service.page(path, { limit: 50, name: part })).rows : rows;
		return hasName(byPart, name) ? held() : accepted('only whole names are found');
	}
	return profiled(service, 'no parameter filters by name', { [entry]: 'none' });
}

const NAME_SEARCH = 'nodes/ContractManagement/transport/counterparties.ts';
const NAME_CHECK = 'nodes/ContractManagement/operations/contract/filterChecks.ts';

function contains(text: string, part: string): boolean {
	return text.toLowerCase().includes(part.toLowerCase());
}

function hasName(rows: Row[], name: string): boolean {
	return rows.some((row) => row.name === name);
}

function swapped(name: string): string {
	return [...name]
		.map((letter) =>
			letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
		)
		.join('');
}
