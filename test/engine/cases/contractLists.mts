import type { Contract } from '../../../nodes/ContractManagement/api/types';
import { byId } from '../../support/byId.mts';
import type { Sandbox } from '../../support/sandbox.mts';
import { operationCase, pageOf, uuid } from './case.mts';
import { contract, simplified } from './contractFixtures.mts';

/** The contracts of three counterparties: none, one and five, newest first. */
interface Lists {
	counterpartyIds: string[];
	lists: Contract[][];
}

const lists = {
	recorded: (): Lists => {
		const counterpartyIds = [1, 2, 3].map((n) => uuid('y', n));
		const of = (which: number, numbers: number[]) =>
			numbers.map((n) =>
				contract(n, {
					counterparty: { id: counterpartyIds[which], name: `Counterparty ${which}` },
					integration: link(`D-${n}`),
				}),
			);
		return { counterpartyIds, lists: [[], of(1, [1]), of(2, [2, 3, 4, 5, 6])] };
	},
	live: async ({ control, api }: Sandbox): Promise<Lists> => {
		const counterpartyIds: string[] = [];
		const all: Contract[][] = [];
		for (const count of [0, 1, 5]) {
			const { id } = await control.createCounterparty({ name: `Has ${count}` });
			for (let n = 0; n < count; n++) {
				const externalId = `D-${count}-${n}`;
				await control.createContract({ counterpartyId: id, integration: link(externalId) });
			}
			counterpartyIds.push(id);
			all.push((await api('GET', `/contracts?counterpartyId=${id}`)).body.data);
		}
		return { counterpartyIds, lists: all };
	},
};

function link(externalId: string) {
	return {
		type: 'crmOne',
		externalId,
		externalEntity: 'deal',
		externalUrl: `https://crm.example/${externalId}`,
	};
}

const getAll = operationCase<Lists>({
	operation: 'contract.getAll',
	does: 'lists 0, 1 and 5 contracts, each linked to its input',
	fixture: lists,
	run: ({ counterpartyIds, lists: all }) => ({
		parameters: {
			returnAll: true,
			filters: { counterpartyId: byId('={{ $json.counterparty }}') },
			sort: { by: [{ field: 'createdAt', direction: 'desc' }] },
		},
		inputs: counterpartyIds.map((counterparty) => ({ counterparty })),
		calls: counterpartyIds.map((counterpartyId, i) => ({
			method: 'GET',
			path: '/contracts',
			query: { counterpartyId, sort: '-createdAt', limit: '100' },
			reply: { body: pageOf(all[i]) },
		})),
		outputs: all.map((list) => list.map(simplified)),
	}),
});

const getAllOnePage = operationCase<Lists>({
	operation: 'contract.getAll',
	does: 'puts one page into one item, also when it is empty',
	fixture: lists,
	run: ({ counterpartyIds, lists: all }) => ({
		parameters: {
			limit: 50,
			filters: { counterpartyId: byId('={{ $json.counterparty }}') },
			options: { onePage: true, fieldsAs: 'array' },
		},
		inputs: counterpartyIds.map((counterparty) => ({ counterparty })),
		calls: counterpartyIds.map((counterpartyId, i) => ({
			method: 'GET',
			path: '/contracts',
			query: { counterpartyId, limit: '50' },
			reply: { body: pageOf(all[i]) },
		})),
		outputs: all.map((list) => [
			{
				records: list.map(({ id }) => expect.objectContaining({ id, fields: expect.any(Array) })),
				nextCursor: null,
				hasNextPage: false,
			},
		]),
	}),
});

const getByExternalId = operationCase<Lists>({
	operation: 'contract.getByExternalId',
	does: 'finds the contract of each record among those of the counterparty, with one search for all',
	fixture: lists,
	run: ({ counterpartyIds: [, , counterpartyId], lists: [, , five] }) => ({
		parameters: {
			externalId: '={{ $json.deal }}',
			filters: { counterpartyId: byId(counterpartyId), type: 'CRMOne', externalEntity: 'deal' },
		},
		inputs: [4, 0, 2].map((n) => ({ deal: five[n].integration?.externalId })),
		calls: [
			{
				method: 'GET',
				path: '/contracts',
				query: { counterpartyId, limit: '100' },
				reply: { body: pageOf(five) },
			},
		],
		outputs: [4, 0, 2].map((n) => [simplified(five[n])]),
	}),
});

export const contractListCases = [getAll, getAllOnePage, getByExternalId];
