import type { Contract } from '../../../nodes/ContractManagement/api/types';
import type { ContractClause } from '../../../sandbox/schemas/clause.mts';
import { byId } from '../../support/byId.mts';
import type { Sandbox } from '../../support/sandbox.mts';
import { operationCase, uuid } from './case.mts';
import { contract, simplified } from './contractFixtures.mts';

interface Three {
	contracts: Contract[];
	folderId: string;
}

const three = {
	recorded: (): Three => ({ contracts: [1, 2, 3].map((n) => contract(n)), folderId: uuid('d', 1) }),
	live: async (sandbox: Sandbox): Promise<Three> => {
		const { folderIds } = await sandbox.control.fixtures();
		return {
			contracts: (await sandbox.api('GET', '/contracts?limit=3')).body.data,
			folderId: folderIds[0],
		};
	},
};

const get = operationCase<Three>({
	operation: 'contract.get',
	does: 'gets each contract by its ID',
	fixture: three,
	run: ({ contracts }) => ({
		parameters: { contractId: byId('={{ $json.contract }}') },
		inputs: contracts.map(({ id }) => ({ contract: id })),
		calls: contracts.map((each) => ({
			method: 'GET',
			path: `/contracts/${each.id}`,
			reply: { body: each },
		})),
		outputs: contracts.map((each) => [simplified(each)]),
	}),
});

const getConsolidated = operationCase<Three>({
	operation: 'contract.get',
	does: 'gets the consolidated view as the service sends it',
	fixture: three,
	run: ({ contracts }) => ({
		parameters: {
			contractId: byId('={{ $json.contract }}'),
			view: 'consolidated',
			simplify: false,
		},
		inputs: contracts.map(({ id }) => ({ contract: id })),
		calls: contracts.map((each) => ({
			method: 'GET',
			path: `/contracts/${each.id}/consolidated`,
			reply: { body: each },
		})),
		outputs: contracts.map(({ id }) => [
			expect.objectContaining({ id, fields: expect.any(Array) }),
		]),
	}),
});

const update = operationCase<Three>({
	operation: 'contract.update',
	does: 'files each contract in a folder',
	fixture: three,
	run: ({ contracts, folderId }) => ({
		parameters: { contractId: byId('={{ $json.contract }}'), updateFields: { folderId } },
		inputs: contracts.map(({ id }) => ({ contract: id })),
		calls: contracts.map((each) => ({
			method: 'PATCH',
			path: `/contracts/${each.id}`,
			body: { folderId },
			reply: { body: { ...each, folderId } },
		})),
		outputs: contracts.map(({ id, name }) => [expect.objectContaining({ id, name })]),
	}),
});

interface Clauses {
	contractIds: string[];
	clauses: ContractClause[][];
}

const getClauses = operationCase<Clauses>({
	operation: 'contract.getClauses',
	does: 'lists the clauses of each contract',
	fixture: {
		recorded: () => {
			const clause = (n: number): ContractClause => ({
				id: uuid('a', n),
				contractId: uuid('c', 1),
				isCustom: n % 2 === 0,
				clause: { id: uuid('l', n), name: `Clause ${n}` },
				contractUrl: 'https://app.example.com/acme/project/1',
			});
			return {
				contractIds: [1, 2, 3].map((n) => uuid('c', n)),
				clauses: [[], [clause(1)], [2, 3, 4, 5, 6].map(clause)],
			};
		},
		live: async ({ api, control }) => {
			const fresh = await control.createContract();
			const known: Contract[] = (await api('GET', '/contracts?limit=2&sort=createdAt')).body.data;
			const contractIds = [fresh.id, ...known.map(({ id }) => id)];
			const read = contractIds.map(
				async (id) => (await api('GET', `/contracts/${id}/clauses`)).body,
			);
			return { contractIds, clauses: await Promise.all(read) };
		},
	},
	run: ({ contractIds, clauses }) => ({
		parameters: { contractId: byId('={{ $json.contract }}') },
		inputs: contractIds.map((id) => ({ contract: id })),
		calls: contractIds.map((id, i) => ({
			method: 'GET',
			path: `/contracts/${id}/clauses`,
			reply: { body: clauses[i] },
		})),
		outputs: clauses,
	}),
});

export const contractCases = [get, getConsolidated, update, getClauses];
