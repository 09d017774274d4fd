import { accepted, differs, held, unchecked, type Check, type Observation } from '../check.mts';
import { textOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';

/** Which filters `GET /contracts` applies. */
export const filters: readonly Check[] = [
	{
		id: 'date-range',
		assumed: 'startAt=gte:A&startAt=lte:B, the parameter repeated, applies both bounds',
		observe: dateRange,
	},
	{
		id: 'spec-contract-filters',
		assumed: 'status (equal, in:, ne:), counterpartyId and contractTypeId filter GET /contracts',
		observe: contractFilters,
	},
	{
		id: 'spec-contract-type-in',
		assumed: 'contractTypeId takes exactly one UUID: in: is refused',
		observe: async (service) => {
			const type = await service.contractTypeId();
			const query = { limit: 1, contractTypeId: `in:${type}` };
			const { status } = await service.read('/contracts', query);
			return status === 400 ? held() : accepted(`answered ${status}; the node never sends it`);
		},
	},
];

async function dateRange(service: Service): Promise<Observation> {
	const days = [...new Set(startsOf(await service.contracts()))].toSorted((a, b) => a - b);
	if (days.length < 3) return unchecked('Fewer than three start dates among the newest 100');
	const middle = days[Math.floor(days.length / 2)]!;
	const day = new Date(middle).toISOString();
	const query = { limit: 100, startAt: [`gte:${day}`, `lte:${day}`] };
	const found = startsOf((await service.page('/contracts', query)).rows);
	const sides = [
		...(found.some((start) => start < middle) ? ['gte'] : []),
		...(found.some((start) => start > middle) ? ['lte'] : []),
	];
	return sides.length === 0 ? held() : accepted(`not applied: ${sides.join(' and ')}`);
}

function startsOf(rows: Row[]): number[] {
	return rows.map((row) => Date.parse(textOf(row, 'startAt') ?? '')).filter(Number.isFinite);
}

/** A filter, and whether a row belongs to its result. A row that does not show the field may belong. */
type Trial = [name: string, query: Record<string, string>, belongs: (row: Row) => boolean];

async function contractFilters(service: Service): Promise<Observation> {
	const contract = await service.contract();
	const ignored: string[] = [];
	for (const [name, query, belongs] of trials(contract)) {
		const { rows } = await service.page('/contracts', { limit: 100, ...query });
		if (!rows.every(belongs)) ignored.push(name);
	}
	if (ignored.length === 0) return held();
	return differs(
		`not applied: ${ignored.join(', ')}`,
		'nodes/ContractManagement/hooks/contracts/filters.ts',
	);
}

function trials(contract: Row): Trial[] {
	return [
		['status', { status: 'signed' }, ({ status }) => status === 'signed'],
		[
			'status in:',
			{ status: 'in:draft,signed' },
			({ status }) => status === 'draft' || status === 'signed',
		],
		['status ne:', { status: 'ne:signed' }, ({ status }) => status !== 'signed'],
		ofReference('counterparty', contract),
		ofReference('contractType', contract),
	];
}

function ofReference(field: string, contract: Row): Trial {
	const id = textOf(contract, field, 'id') ?? '';
	const name = `${field}Id`;
	return [name, { [name]: id }, (row) => (textOf(row, field, 'id') ?? id) === id];
}
