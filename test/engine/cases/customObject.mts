import type { ContractRecord } from '../../../nodes/ContractManagement/api/types';
import type { CustomObject } from '../../../sandbox/schemas/customObject.mts';
import type { Sandbox } from '../../support/sandbox.mts';
import { operationCase, uuid, type Call } from './case.mts';
import { byId } from '../../support/byId.mts';

const TEXT = uuid('s', 1);
const NUMBER = uuid('s', 2);

const TABLE: CustomObject = {
	id: uuid('t', 9),
	name: 'Line items',
	smart_fields: [
		{ id: TEXT, name: 'Description', type: 'string', related_object_id: null },
		{ id: NUMBER, name: 'Quantity', type: 'number', related_object_id: null },
	],
	help_text: 'What is delivered',
};

const get = operationCase<{ tables: CustomObject[] }>({
	operation: 'customObject.get',
	does: 'describes the fields of each custom object',
	fixture: {
		recorded: () => ({ tables: [1, 2, 3].map((n) => ({ ...TABLE, id: uuid('t', n) })) }),
		live: async (sandbox) => {
			const { customObjects } = await sandbox.control.fixtures();
			const tables = customObjects.slice(0, 3).map(async ({ id }: { id: string }) => {
				return (await sandbox.api('GET', `/custom-objects/${id}`)).body;
			});
			return { tables: await Promise.all(tables) };
		},
	},
	run: ({ tables }) => ({
		parameters: { customObjectId: byId('={{ $json.table }}') },
		inputs: tables.map(({ id }) => ({ table: id })),
		calls: tables.map((each) => ({
			method: 'GET',
			path: `/custom-objects/${each.id}`,
			reply: { body: each },
		})),
		outputs: tables.map(({ id, name, help_text: helpText }) => [
			{ id, name, helpText, fields: expect.any(Array) },
		]),
	}),
});

interface Tables {
	table: CustomObject;
	contractIds: string[];
	records: ContractRecord[][];
}

const record = (number: number): ContractRecord => ({
	id: uuid('r', number),
	fromCatalogRecordId: null,
	fields: [
		{
			smartFieldId: TEXT,
			type: 'string',
			rawValue: `Row ${number}`,
			resolvedValue: `Row ${number}`,
		},
		{ smartFieldId: NUMBER, type: 'number', rawValue: number, resolvedValue: number },
	],
});

const tables = {
	recorded: (): Tables => ({
		table: TABLE,
		contractIds: [1, 2, 3].map((n) => uuid('c', n)),
		records: [[], [record(1)], [2, 3, 4, 5, 6].map(record)],
	}),
	live: async ({ control, api }: Sandbox): Promise<Tables> => {
		const { customObjects } = await control.fixtures();
		const [{ id: tableId }] = customObjects;
		const table = (await api('GET', `/custom-objects/${tableId}`)).body as CustomObject;
		const contractIds: string[] = [];
		const records: ContractRecord[][] = [];
		for (const count of [0, 1, 5]) {
			const { id } = await control.createContract({});
			const rows = Array.from({ length: count }, (_, n) => ({
				id: null,
				fields: [{ smartFieldId: table.smart_fields[0].id, value: `Row ${n}` }],
			}));
			const path = `/custom-objects/${tableId}/contract/${id}/records`;
			const put = await api('PUT', path, { records: rows });
			contractIds.push(id);
			records.push(put.body.records);
		}
		return { table, contractIds, records };
	},
};

const pathTo = (table: CustomObject, contractId: string) =>
	`/custom-objects/${table.id}/contract/${contractId}/records`;

const getRecords = operationCase<Tables>({
	operation: 'customObjectRecord.getAll',
	does: 'lists 0, 1 and 5 records by the names of their fields, and reads the custom object once',
	fixture: tables,
	run: ({ table, contractIds, records }) => ({
		parameters: {
			customObjectId: byId(table.id),
			contractId: byId('={{ $json.contract }}'),
			returnAll: true,
		},
		inputs: contractIds.map((contract) => ({ contract })),
		calls: [
			...contractIds.map(
				(contractId, index): Call => ({
					method: 'GET',
					path: pathTo(table, contractId),
					reply: { body: { customObjectId: table.id, contractId, records: records[index] } },
				}),
			),
			{ method: 'GET', path: `/custom-objects/${table.id}`, reply: { body: table } },
		],
		outputs: records.map((list, index) =>
			list.map(({ id, fields }) => ({
				id,
				customObjectId: table.id,
				contractId: contractIds[index],
				fromCatalogRecordId: null,
				fields: expect.objectContaining({ Description: fields[0].rawValue }),
			})),
		),
	}),
});

const upsert = operationCase<Tables>({
	operation: 'customObjectRecord.upsert',
	does: 'matches the rows of all items with those that are there, and sends one request per contract',
	fixture: tables,
	run: ({ table, contractIds: [, one, five], records }) => {
		const [description] = table.smart_fields;
		const existing = { [one]: records[1], [five]: records[2] };
		const known = records[2][3];
		const label = String(known.fields[0].rawValue);
		const place = (contractId: string) => ({ customObjectId: table.id, contractId });
		const sent = ({ id, fields }: ContractRecord) => ({
			id,
			fromCatalogRecordId: null,
			fields: fields.map(({ smartFieldId, rawValue }) => ({ smartFieldId, value: rawValue })),
		});
		const created = (value: string) => ({
			id: null,
			fromCatalogRecordId: null,
			fields: [{ smartFieldId: description.id, value }],
		});
		const answered = (value: string, number: number): ContractRecord => ({
			id: uuid('r', number),
			fromCatalogRecordId: null,
			fields: [
				{ smartFieldId: description.id, type: 'string', rawValue: value, resolvedValue: value },
			],
		});
		const reads = [one, five].map(
			(contractId): Call => ({
				method: 'GET',
				path: pathTo(table, contractId),
				reply: { body: { ...place(contractId), records: existing[contractId] } },
			}),
		);
		const put = (contractId: string, value: string, number: number): Call => ({
			method: 'PUT',
			path: pathTo(table, contractId),
			body: { records: [...existing[contractId].map(sent), created(value)] },
			reply: {
				body: {
					...place(contractId),
					records: [...existing[contractId], answered(value, number)],
				},
			},
		});
		const row = (action: string, contractId: string, value: string) => ({
			action,
			id: action === 'unchanged' ? known.id : expect.any(String),
			...place(contractId),
			fromCatalogRecordId: null,
			fields: expect.objectContaining({ Description: value }),
		});
		return {
			parameters: {
				customObjectId: byId(table.id),
				contractId: byId('={{ $json.contract }}'),
				fields: {
					mappingMode: 'defineBelow',
					value: { [description.id]: '={{ $json.description }}' },
					matchingColumns: [description.id],
					schema: [],
				},
			},
			inputs: [
				{ contract: five, description: 'New here' },
				{ contract: one, description: 'New there' },
				{ contract: five, description: label },
			],
			calls: [
				{ method: 'GET', path: `/custom-objects/${table.id}`, reply: { body: table } },
				...reads,
				put(five, 'New here', 101),
				put(one, 'New there', 102),
			],
			outputs: [
				[row('created', five, 'New here')],
				[row('created', one, 'New there')],
				[row('unchanged', five, label)],
			],
		};
	},
});

export const customObjectCases = [get, getRecords, upsert];
