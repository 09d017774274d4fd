import type { Counterparty } from '../../../nodes/ContractManagement/api/types';
import type { Sandbox } from '../../support/sandbox.mts';
import { operationCase, pageOf, uuid, type Call } from './case.mts';
import { byId } from '../../support/byId.mts';

interface Three {
	counterparties: Counterparty[];
	/** A text field. */
	field: string;
}

const record = (number: number): Counterparty => ({
	id: uuid('y', number),
	name: `Company ${number}`,
	status: 'active',
	logoUrl: '',
	fields: { [uuid('f', 1)]: 'Germany', [uuid('f', 2)]: number },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-02T00:00:00.000Z',
});

const three = {
	recorded: (): Three => ({ counterparties: [1, 2, 3].map(record), field: uuid('f', 1) }),
	live: async (sandbox: Sandbox): Promise<Three> => {
		const { counterpartyFields } = await sandbox.control.fixtures();
		const counterparties = (await sandbox.api('GET', '/counterparties?limit=3')).body.data;
		return { counterparties, field: counterpartyFields[0].id };
	},
};

const get = operationCase<Three>({
	operation: 'counterparty.get',
	does: 'gets each counterparty by its ID',
	fixture: three,
	run: ({ counterparties }) => ({
		parameters: { counterpartyId: byId('={{ $json.id }}') },
		inputs: counterparties.map(({ id }) => ({ id })),
		calls: counterparties.map((each) => ({
			method: 'GET',
			path: `/counterparties/${each.id}`,
			reply: { body: each },
		})),
		outputs: counterparties.map((each) => [each]),
	}),
});

interface Lists {
	names: string[];
	lists: Counterparty[][];
}

const getAll = operationCase<Lists>({
	operation: 'counterparty.getAll',
	does: 'lists 0, 1 and 5 counterparties by statuses and a part of the name, sorted',
	fixture: {
		recorded: () => ({
			names: ['none', 'one', 'five'],
			lists: [[], [record(1)], [2, 3, 4, 5, 6].map(record)],
		}),
		live: async ({ control, api }) => {
			const names = ['Nobody here', 'Only me here', 'Five of us here'];
			for (const [index, count] of [0, 1, 5].entries()) {
				for (let n = 0; n < count; n++) {
					await control.createCounterparty({ name: `${names[index]} ${n}` });
				}
			}
			const lists = names.map(async (name) => {
				const query = `name=${encodeURIComponent(name)}&sort=status,-name`;
				return (await api('GET', `/counterparties?${query}`)).body.data;
			});
			return { names, lists: await Promise.all(lists) };
		},
	},
	run: ({ names, lists }) => ({
		parameters: {
			returnAll: true,
			filters: { name: '={{ $json.name }}', status: ['active', 'archived'] },
			sort: {
				by: [
					{ field: 'status', direction: 'asc' },
					{ field: 'name', direction: 'desc' },
				],
			},
		},
		inputs: names.map((name) => ({ name })),
		calls: names.map((name, index) => ({
			method: 'GET',
			path: '/counterparties',
			query: { name, status: 'in:active,archived', sort: 'status,-name', limit: '50' },
			reply: { body: pageOf(lists[index]) },
		})),
		outputs: lists,
	}),
});

const update = operationCase<Three>({
	operation: 'counterparty.update',
	does: 'sends the whole map of fields with the new value in it',
	fixture: three,
	run: ({ counterparties, field }) => ({
		parameters: {
			counterpartyId: byId('={{ $json.id }}'),
			updateFields: {
				status: 'archived',
				name: '={{ $json.name }}',
				fields: { field: [{ key: byId(field), value: 'France' }] },
			},
		},
		inputs: counterparties.map(({ id, name }) => ({ id, name: `${name} SE` })),
		calls: counterparties.flatMap((each): Call[] => {
			const changed = {
				status: 'archived',
				name: `${each.name} SE`,
				fields: { ...each.fields, [field]: 'France' },
			};
			return [
				{ method: 'GET', path: `/counterparties/${each.id}`, reply: { body: each } },
				{
					method: 'PATCH',
					path: `/counterparties/${each.id}`,
					body: changed,
					reply: { body: { ...each, ...changed } },
				},
			];
		}),
		outputs: counterparties.map(({ id, name, fields }) => [
			expect.objectContaining({
				id,
				name: `${name} SE`,
				status: 'archived',
				fields: { ...fields, [field]: 'France' },
			}),
		]),
	}),
});

const sync = operationCase<Three>({
	operation: 'counterparty.sync',
	does: 'finds by exact name and changes only the one that differs',
	fixture: three,
	run: ({ counterparties, field }) => {
		const [differs, ...same] = counterparties;
		return {
			parameters: {
				findBy: 'name',
				matchName: '={{ $json.name }}',
				updateFields: {
					fields: { field: [{ key: byId(field), value: '={{ $json.country }}' }] },
				},
			},
			inputs: counterparties.map(({ name, fields }, index) => ({
				name: ` ${name} `,
				country: index === 0 ? 'Elsewhere' : fields[field],
			})) as never,
			calls: [
				...counterparties.map((each): Call => {
					const query = { name: each.name.normalize('NFC'), limit: '50' };
					return { method: 'GET', path: '/counterparties', query, reply: { body: pageOf([each]) } };
				}),
				{ method: 'GET', path: `/counterparties/${differs.id}`, reply: { body: differs } },
				{
					method: 'PATCH',
					path: `/counterparties/${differs.id}`,
					body: { fields: { ...differs.fields, [field]: 'Elsewhere' } },
					reply: { body: { ...differs, fields: { ...differs.fields, [field]: 'Elsewhere' } } },
				},
			],
			outputs: [
				[
					expect.objectContaining({
						action: 'updated',
						id: differs.id,
						changes: [{ field, fieldId: field, from: differs.fields[field], to: 'Elsewhere' }],
						candidates: [],
					}),
				],
				...same.map(({ id, name }) => [
					expect.objectContaining({ action: 'unchanged', id, name, changes: [] }),
				]),
			],
		};
	},
});

export const counterpartyCases = [get, getAll, update, sync];
