import type { Contract, ContractClause } from '../../../nodes/ContractManagement/api/types';
import { byId } from '../../support/byId.mts';
import type { Sandbox } from '../../support/sandbox.mts';
import { operationCase, pageOf, uuid } from './case.mts';
import { contract, FORM, simplified, TEMPLATE, TYPE } from './contractFixtures.mts';

/** The contracts of three counterparties: none, one and five, newest first. */
interface Lists {
	counterpartyIds: string[];
	lists: Contract[][];
}

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

interface Creation {
	typeId: string;
	templateId: string;
	counterpartyIds: string[];
	/** Ids of the fields by name. */
	fields: Record<string, string>;
}

const creation = {
	recorded: (): Creation => ({
		typeId: TYPE.id,
		templateId: TEMPLATE.id,
		counterpartyIds: [1, 2, 3].map((n) => uuid('y', n)),
		fields: Object.fromEntries(FORM.fields.map(({ id, name }) => [name, id])),
	}),
	live: async ({ control }: Sandbox): Promise<Creation> => {
		const { contractTypes, counterparties } = await control.fixtures();
		const [type] = contractTypes;
		return {
			typeId: type.id,
			templateId: type.templates[0].id,
			counterpartyIds: counterparties.slice(0, 3).map(({ id }: { id: string }) => id),
			fields: Object.fromEntries(
				type.fields.map(({ id, name }: { id: string; name: string }) => [name, id]),
			),
		};
	},
};

const create = operationCase<Creation>({
	operation: 'contract.create',
	does: 'creates each contract with values as a CRM has them, reading the form once',
	fixture: creation,
	run: ({ typeId, templateId, counterpartyIds, fields }) => {
		const values = (n: number) => ({
			[fields.Reference]: `PO-${n}`,
			[fields['Payment term']]: '60-days',
			[fields['Contract value']]: 1200.5,
			[fields['End date']]: '2027-12-31',
			[fields['Auto-renewal']]: true,
			[fields['Scope of work']]: [
				{ type: 'paragraph', children: [{ text: 'Delivery ' }, { text: 'at once', bold: true }] },
			],
		});
		const body = (n: number) => ({
			contractTypeId: typeId,
			templateId,
			counterpartyId: counterpartyIds[n],
			name: `Deal ${n}`,
			fields: values(n),
			integration: { type: 'crmOne', externalEntity: 'deal', externalId: `D-${n}` },
		});
		return {
			parameters: {
				contractTypeId: byId(typeId),
				templateId: byId(templateId),
				counterpartyId: byId('={{ $json.account }}'),
				name: '={{ $json.title }}',
				fields: {
					mappingMode: 'defineBelow',
					value: {
						[fields.Reference]: '={{ $json.po }}',
						[fields['Payment term']]: '={{ $json.term }}',
						[fields['Contract value']]: '={{ $json.amount }}',
						[fields['End date']]: '={{ $json.ends }}',
						[fields['Auto-renewal']]: '={{ $json.renews }}',
						[fields['Scope of work']]: '={{ $json.scope }}',
					},
					schema: [],
					matchingColumns: [],
				},
				integration: {
					type: 'crmOne',
					externalEntity: 'deal',
					externalId: '={{ $json.deal }}',
					externalUrl: '',
				},
				options: { fieldsAs: 'byId' },
			},
			inputs: counterpartyIds.map((account, n) => ({
				account,
				title: `Deal ${n}`,
				po: `PO-${n}`,
				term: '60 DAYS',
				amount: '1200.50',
				ends: '2027-12-31T00:00:00.000Z',
				renews: 'yes',
				scope: 'Delivery **at once**',
				deal: `D-${n}`,
			})),
			calls: [
				{
					method: 'GET',
					path: `/contract-types/${typeId}/creation-form`,
					reply: { body: FORM },
				},
				...counterpartyIds.map((id, n) => ({
					method: 'POST' as const,
					path: '/contracts',
					body: body(n),
					reply: {
						status: 201,
						body: contract(n + 1, {
							name: `Deal ${n}`,
							counterparty: { id, name: 'Any' },
							integration: { ...body(n).integration, externalUrl: '' },
							fields: Object.entries(values(n)).map(([attributeDefinitionId, value]) => ({
								attributeDefinitionId,
								name: attributeDefinitionId,
								value,
							})),
						}),
					},
				})),
			],
			outputs: counterpartyIds.map((counterpartyId, n) => [
				expect.objectContaining({
					action: 'created',
					name: `Deal ${n}`,
					status: 'draft',
					counterpartyId,
					externalId: `D-${n}`,
					fields: expect.objectContaining(values(n)),
				}),
			]),
		};
	},
});

export const contractCases = [
	create,
	get,
	getConsolidated,
	getByExternalId,
	getAll,
	getAllOnePage,
	update,
	getClauses,
];
