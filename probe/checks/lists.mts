import { CONTRACT_STATUSES } from '../../sandbox/schemas/contract.mts';
import { accepted, differs, held, unchecked, type Check, type Observation } from '../check.mts';
import { isRow, textOf, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { nameOrPlaceholder } from '../shape.mts';

const SORT_FIELDS = ['id', 'name', 'status', 'createdAt', 'updatedAt', 'startAt', 'endAt'] as const;

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
			const order = orderOf(await service.contracts(), 'createdAt');
			if (order === 'unknown') return unchecked('The contracts tell no order');
			return order === 'descending' ? held() : accepted(`createdAt is ${order}`);
		},
	},
	{
		id: 'contract-list-sort',
		assumed: `GET /contracts sorts on ${SORT_FIELDS.join(', ')}`,
		observe: sorting,
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
		: accepted(
				`rows lack ${missing.map(nameOrPlaceholder).join(', ')}`,
				'switch on Complete Records in the options of Get Many where the whole contract is needed',
			);
}

async function sorting(service: Service): Promise<Observation> {
	const refused: string[] = [];
	const ignored: string[] = [];
	for (const field of SORT_FIELDS) {
		const { status, body } = await service.read('/contracts', { limit: 20, sort: field });
		if (status !== 200) refused.push(`${field} (${status})`);
		else if (field.endsWith('At') && orderOf(rowsIn(body), field) === 'descending') {
			ignored.push(field);
		}
	}
	const seen = [
		...(refused.length > 0 ? [`refused: ${refused.join(', ')}`] : []),
		...(ignored.length > 0 ? [`not applied: ${ignored.join(', ')}`] : []),
	];
	return seen.length === 0 ? held() : accepted(seen.join('; '));
}

async function refusals(service: Service): Promise<Observation> {
	const asked = {
		'an unknown sort field': await service.read('/contracts', { limit: 1, sort: 'nonsense' }),
		'a limit of 101': await service.read('/contracts', { limit: 101 }),
		'a limit of 51 for counterparties': await service.read('/counterparties', { limit: 51 }),
	};
	const others = Object.entries(asked).filter(([, { status }]) => status !== 400);
	if (others.length === 0) return held();
	return accepted(others.map(([what, { status }]) => `${what}: ${status}`).join('; '));
}

type Order = 'ascending' | 'descending' | 'mixed' | 'unknown';

function orderOf(rows: Row[], field: string): Order {
	const times = rows.map((row) => Date.parse(textOf(row, field) ?? '')).filter(Number.isFinite);
	const steps = new Set(times.slice(1).map((time, i) => Math.sign(time - times[i]!)));
	steps.delete(0);
	if (steps.size !== 1) return steps.size === 0 ? 'unknown' : 'mixed';
	return steps.has(1) ? 'ascending' : 'descending';
}

function rowsIn(body: unknown): Row[] {
	const list = isRow(body) ? body.data : body;
	return Array.isArray(list) ? list.filter(isRow) : [];
}
