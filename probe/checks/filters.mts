import { accepted, held, undecided, type Check, type Observation } from '../check.mts';
import { filterEffect, observationOf, type Effect, type FilterTrial } from '../effects.mts';
import { textOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';

const FILTERS = 'nodes/ContractManagement/operations/contract/filters.ts';

/** Which filters lists apply: what came of each is looked at, not its status alone. */
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
		id: 'spec-counterparty-filters',
		assumed: 'status (equal, in:) filters GET /counterparties',
		observe: counterpartyFilters,
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
	if (days.length < 3) return undecided('Fewer than three start dates among the newest 100');
	const middle = days[Math.floor(days.length / 2)]!;
	const day = new Date(middle).toISOString();
	const query = { limit: 100, startAt: [`gte:${day}`, `lte:${day}`] };
	const { status } = await service.read('/contracts', query);
	if (status !== 200) {
		return accepted(`refused with ${status}`);
	}
	const found = startsOf((await service.page('/contracts', query)).rows);
	const sides = [
		...(found.some((start) => start < middle) ? ['gte'] : []),
		...(found.some((start) => start > middle) ? ['lte'] : []),
	];
	if (sides.length > 0) return accepted(`not applied: ${sides.join(' and ')}`);
	return found.length > 0 ? held() : accepted('the two bounds together find nothing');
}

function startsOf(rows: Row[]): number[] {
	return rows.map((row) => Date.parse(textOf(row, 'startAt') ?? '')).filter(Number.isFinite);
}

async function contractFilters(service: Service): Promise<Observation> {
	const [contract, sample] = [await service.contract(), await service.contracts()];
	const trials = {
		...statusTrials(sample),
		counterpartyId: ofReference('counterparty', contract),
		contractTypeId: ofReference('contractType', contract),
	};
	const effects = await effectsOf(service, '/contracts', 100, sample, trials);
	return observationOf(effects, FILTERS);
}

async function counterpartyFilters(service: Service): Promise<Observation> {
	const sample = await service.counterparties();
	const { status, 'status in:': either } = statusTrials(sample);
	const trials = { status: status!, 'status in:': either! };
	const effects = await effectsOf(service, '/counterparties', 50, sample, trials);
	return observationOf(effects);
}

async function effectsOf(
	service: Service,
	path: string,
	limit: number,
	sample: Row[],
	trials: Record<string, FilterTrial>,
): Promise<Record<string, Effect>> {
	const effects: Record<string, Effect> = {};
	for (const [name, trial] of Object.entries(trials)) {
		effects[name] = await filterEffect(service, path, limit, sample, trial);
	}
	return effects;
}

/** Asks for words that the sample shows: another word may be refused for itself. */
function statusTrials(sample: Row[]): Record<string, FilterTrial> {
	const words = [...new Set(sample.flatMap((row) => textOf(row, 'status') ?? []))];
	const [first = 'signed', second = first] = words;
	const among =
		(...wanted: string[]) =>
		(row: Row) => {
			const status = textOf(row, 'status');
			return status === undefined ? undefined : wanted.includes(status);
		};
	return {
		status: { query: { status: first }, belongs: among(first) },
		'status in:': { query: { status: `in:${first},${second}` }, belongs: among(first, second) },
		'status ne:': {
			query: { status: `ne:${first}` },
			belongs: among(...words.filter((word) => word !== first)),
		},
	};
}

function ofReference(field: string, contract: Row): FilterTrial {
	const id = textOf(contract, field, 'id') ?? '';
	return {
		query: { [`${field}Id`]: id },
		belongs(row) {
			const other = textOf(row, field, 'id');
			return other === undefined ? undefined : other === id;
		},
	};
}
