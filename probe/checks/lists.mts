import { CONTRACT_STATUSES } from '../../sandbox/schemas/contract.mts';
import {
	accepted,
	differs,
	held,
	profiled,
	undecided,
	type Check,
	type Observation,
} from '../check.mts';
import { observationOf, sortEffect, type Effect } from '../effects.mts';
import { textOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { nameOrPlaceholder } from '../shape.mts';

const SORT_FIELDS = ['id', 'name', 'status', 'createdAt', 'updatedAt', 'startAt', 'endAt'] as const;
const COUNTERPARTY_SORT_FIELDS = ['id', 'name', 'status', 'createdAt', 'updatedAt'] as const;

/** What `GET /contracts` lists, in which order, and which parameters it takes. */
export const lists: readonly Check[] = [
	{
		id: 'contract-list-items',
		assumed: 'GET /contracts lists full contract records',
		observe: listItems,
	},
	{
		id: 'contract-list-order',
		assumed: 'GET /contracts lists the newest first (-createdAt)',
		observe: async (service) => {
			const rows = await service.contracts();
			const order = orderOf(rows, 'createdAt');
			if (order === 'unknown') return undecided('The contracts tell no order');
			return order === 'descending' ? held() : accepted(`createdAt is ${order}`);
		},
	},
	{
		id: 'contract-list-sort',
		assumed: `GET /contracts sorts on ${SORT_FIELDS.join(', ')}`,
		observe: async (service) => await sorting(service, '/contracts', SORT_FIELDS, 100),
	},
	{
		id: 'spec-counterparty-sort',
		assumed: `GET /counterparties sorts on ${COUNTERPARTY_SORT_FIELDS.join(', ')}`,
		observe: async (service) =>
			await sorting(service, '/counterparties', COUNTERPARTY_SORT_FIELDS, 50),
	},
	{
		id: 'unknown-parameters',
		assumed: 'A sort field that is not known and a limit out of range are answered 400',
		observe: refusals,
	},
	{
		id: 'spec-contract-status',
		assumed: `A contract's status is one of ${CONTRACT_STATUSES.join(', ')}`,
		observe: async (service) => {
			const known: readonly unknown[] = CONTRACT_STATUSES;
			const others = (await service.contracts()).filter(({ status }) => !known.includes(status));
			if (others.length === 0) return held();
			const words = new Set(others.map(({ status }) => nameOrPlaceholder(String(status))));
			return differs(`also ${[...words].join(', ')}`, 'nodes/ContractManagement/api/types.ts');
		},
	},
];

async function listItems(service: Service): Promise<Observation> {
	const [row = {}] = await service.contracts();
	const whole = await service.record(`/contracts/${encodeURIComponent(textOf(row, 'id') ?? '')}`);
	const missing = Object.keys(whole).filter((key) => !(key in row));
	return missing.length === 0
		? held()
		: profiled(service, `rows lack ${missing.map(nameOrPlaceholder).join(', ')}`, {
				'contract-list-items': 'partial',
			});
}

async function sorting(
	service: Service,
	path: string,
	fields: readonly string[],
	limit: number,
): Promise<Observation> {
	const effects: Record<string, Effect> = {};
	for (const field of fields) effects[field] = await sortEffect(service, path, field, limit);
	const isSorted = Object.values(effects).some((effect) => /^(applied|undecided)$/.test(effect));
	const seen = observationOf(effects);
	if (path !== '/contracts' || isSorted || seen.outcome !== 'accepted') return seen;
	return profiled(service, seen.seen, { 'contract-list-sort': 'unsorted' });
}

async function refusals(service: Service): Promise<Observation> {
	const status = async (path: string, query: Record<string, string | number>) =>
		(await service.read(path, query)).status;
	const asked = {
		'an unknown sort field': await status('/contracts', { limit: 1, sort: 'nonsense' }),
		'a limit of 101': await status('/contracts', { limit: 101 }),
		'a limit of 51 for counterparties': await status('/counterparties', { limit: 51 }),
	};
	const others = Object.entries(asked).filter(([, answered]) => answered !== 400);
	if (others.length === 0) return held();
	return accepted(others.map(([what, answered]) => `${what}: ${answered}`).join('; '));
}

type Order = 'ascending' | 'descending' | 'mixed' | 'unknown';

function orderOf(rows: Row[], field: string): Order {
	const times = rows.map((row) => Date.parse(textOf(row, field) ?? '')).filter(Number.isFinite);
	const steps = new Set(times.slice(1).map((time, i) => Math.sign(time - times[i]!)));
	steps.delete(0);
	if (steps.size !== 1) return steps.size === 0 ? 'unknown' : 'mixed';
	return steps.has(1) ? 'ascending' : 'descending';
}
