import { COUNTERPARTY_STATUSES } from '../../sandbox/schemas/counterparty.mts';
import { accepted, differs, held, unchecked, type Check, type Observation } from '../check.mts';
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
	const name = (await service.counterparties())
		.map((row) => textOf(row, 'name') ?? '')
		.find((candidate) => /^\p{L}{2,}/u.test(candidate) && swapped(candidate) !== candidate);
	if (!name) return unchecked('No counterparty has letters in its name');
	const finds = async (words: string) => hasName(await search(service, words), name);
	if (!(await finds(name))) {
		return differs(
			'an exact name is not found',
			'nodes/ContractManagement/transport/counterparties.ts',
		);
	}
	const seen = [
		...((await finds(swapped(name))) ? [] : ['letter case matters']),
		...((await finds(name.slice(0, -1))) ? [] : ['only whole names are found']),
		...((await search(service, '%')).some((row) => !textOf(row, 'name')?.includes('%'))
			? ['% stands for anything']
			: []),
	];
	return seen.length === 0 ? held() : accepted(seen.join('; '));
}

async function search(service: Service, name: string): Promise<Row[]> {
	return (await service.page('/counterparties', { limit: 50, name })).rows;
}

async function contractNames(service: Service): Promise<Observation> {
	return await nameFilter(service, '/contracts', await service.contracts());
}

async function clauseNames(service: Service): Promise<Observation> {
	return await nameFilter(service, '/clauses', await service.clauses());
}

async function nameFilter(service: Service, path: string, known: Row[]): Promise<Observation> {
	const names = known.map((row) => textOf(row, 'name') ?? '');
	const name = names.find((one) => one !== '' && names.some((other) => !contains(other, one)));
	if (!name) return unchecked(`${path} does not show two different names`);
	const { status } = await service.read(path, { limit: 50, name });
	if (status !== 200) return accepted(`refused with ${status}; the node reads on without it`);
	const { rows } = await service.page(path, { limit: 50, name });
	if (!rows.every((row) => contains(textOf(row, 'name') ?? '', name))) {
		return accepted('the parameter is ignored; the node checks the names');
	}
	return hasName(rows, name) ? held() : differs('a name is not found', NAME_CHECK);
}

const NAME_CHECK = 'nodes/ContractManagement/hooks/contracts/filterChecks.ts';

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
