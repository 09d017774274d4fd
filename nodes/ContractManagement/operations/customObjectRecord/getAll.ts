import { fieldOf, type Table } from '../../api/customObjects';
import type { ContractRecord } from '../../api/types';
import { readRecords, readTable } from '../../transport/definitions';
import { toItem, type ItemScope } from '../../node/scope';
import { isSimplified } from '../../node/toolOutput';
import { simplify } from '../../node/toolOutput.fields';
import { limitOf, tellMore } from '../shared/list';
import { returnAllOrLimit } from '../shared/list.fields';
import { contractLocator, customObjectLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { simplifiedRecord } from './results';

/** The records that a contract has in a custom object ("GET …/records", not paged), with field names where simplified. */
export const getAll: Operation = {
	name: 'Get Many',
	action: "Get rows of a contract's dynamic table",
	description:
		'List the records (rows) of one contract in a custom object, such as its line items, with fields by name',
	request: { method: 'GET', url: '/custom-objects/{customObjectId}/contract/{contractId}/records' },
	fields: [customObjectLocator, contractLocator, ...returnAllOrLimit, simplify],
	items: '{id, customObjectId, contractId, fromCatalogRecordId, fields: {[name]: value}}',
	run: async (scope, { path }, { customObjectId, contractId }) => {
		const limit = limitOf(scope);
		const all = await readRecords(scope.connection, path);
		const records = all.slice(0, limit);
		if (all.length > limit) tellMore(scope, limit);
		const place = { customObjectId, contractId };
		if (!isSimplified(scope)) return records.map((one) => toItem(scope, { ...one, ...place }));
		const table = await readTable(scope.connection, customObjectId);
		const related = await relatedTables(scope, table, records);
		const json = (one: ContractRecord) => simplifiedRecord(one, place, table.fields, related);
		return records.map((record) => toItem(scope, json(record)));
	},
};

/** By smart field id, the tables whose records are shown inline: for the names of their fields. */
async function relatedTables(
	{ connection }: ItemScope,
	{ fields }: Table,
	records: ContractRecord[],
): Promise<Map<string, Table>> {
	const isShown = (fieldId: string) =>
		records.some((record) => (fieldOf(record, fieldId)?.relatedRecords ?? []).length > 0);
	const relations = fields.filter(({ id, relatedObjectId }) => relatedObjectId && isShown(id));
	const tables = relations.map(
		async ({ id, relatedObjectId }) => [id, await readTable(connection, relatedObjectId!)] as const,
	);
	return new Map(await Promise.all(tables));
}
