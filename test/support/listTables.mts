import fc, { type Arbitrary } from 'fast-check';
import {
	choiceFilter,
	dateFilter,
	equalFilter,
	moment,
	name,
	nameFilter,
	type ListAbilities,
} from './listArbitrary.mts';
import type { Row } from './listModel.mts';
import type { Sandbox } from './sandbox.mts';

export type Input = Record<string, string | null>;

/** A table that a list shows: how its rows look, how they get into the sandbox, what the list can be asked. */
export interface Table {
	resource: string;
	row: Arbitrary<Input>;
	/** What has to be there before rows can be created. */
	prepare(sandbox: Sandbox): Promise<unknown>;
	create(sandbox: Sandbox, input: Input): Promise<{ id: string }>;
	/** The row as the naive list sees it. */
	asRow(input: Input, id: string): Row;
	abilities: ListAbilities;
}

const STATUSES = ['draft', 'negotiating', 'signing', 'signed', 'canceled'];
const CATALOG = { contracts: 0, types: 3, counterparties: 3 };
const numbered = (kind: string) =>
	[1, 2, 3].map((number) => `${kind}000000-0000-4000-8000-00000000000${number}`);
/** Ids that the seed gives its types and counterparties. */
const TYPE_IDS = numbered('b7');
const COUNTERPARTY_IDS = numbered('bc');
const FOLDER_IDS = numbered('fd');

const contracts: Table = {
	resource: '/contracts',
	row: fc.record({
		name: name(),
		status: fc.constantFrom(...STATUSES),
		contractTypeId: fc.constantFrom(...TYPE_IDS),
		counterpartyId: fc.constantFrom(...COUNTERPARTY_IDS),
		folderId: fc.constantFrom(null, ...FOLDER_IDS),
		startAt: fc.option(moment()),
		endAt: fc.option(moment()),
		createdAt: moment(),
		updatedAt: moment(),
	}),
	async prepare(sandbox) {
		const seeded = await sandbox.control.seed(CATALOG);
		expect([seeded.contractTypeIds, seeded.counterpartyIds]).toEqual([TYPE_IDS, COUNTERPARTY_IDS]);
	},
	create: (sandbox, input) => sandbox.control.createContract(input),
	asRow: (input, id) => ({ ...input, id }),
	abilities: {
		sortFields: ['id', 'name', 'status', 'createdAt', 'updatedAt', 'startAt', 'endAt'],
		maxLimit: 100,
		filters: [
			choiceFilter('status', STATUSES),
			choiceFilter('counterpartyId', COUNTERPARTY_IDS),
			choiceFilter('folderId', FOLDER_IDS),
			equalFilter('contractTypeId', TYPE_IDS),
			dateFilter('startAt'),
			dateFilter('startAt'),
			dateFilter('endAt'),
			nameFilter(),
		],
	},
};

const counterparties: Table = {
	resource: '/counterparties',
	row: fc.record({
		name: name(),
		status: fc.constantFrom('active', 'archived'),
		createdAt: moment(),
		updatedAt: moment(),
	}),
	prepare: async () => undefined,
	create: (sandbox, input) => sandbox.control.createCounterparty(input),
	asRow: (input, id) => ({ ...input, id }),
	abilities: {
		sortFields: ['id', 'name', 'status', 'createdAt', 'updatedAt'],
		maxLimit: 50,
		filters: [choiceFilter('status', ['active', 'archived']), nameFilter()],
	},
};

const clauses: Table = {
	resource: '/clauses',
	row: fc.record({ name: name(), createdAt: moment() }),
	prepare: async () => undefined,
	create: (sandbox, input) => sandbox.control.call('POST', '/clauses', input),
	asRow: (input, id) => ({ ...input, id }),
	// The specification shows no sort for clauses.
	abilities: { sortFields: [], maxLimit: 50, filters: [nameFilter()] },
};

export const TABLES = { contracts, counterparties, clauses };
