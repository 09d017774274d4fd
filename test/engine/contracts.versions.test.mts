import type { IDataObject } from 'n8n-workflow';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';
import { outputSchema, schemaProblems } from '../support/schemas.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

const ADDED = ['initialContractId', 'folderId', 'templateId', 'authorEmail'];
const EXTERNAL = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };

/** A contract with an option and rich text, as the service keeps them, and what it was made with. */
async function made() {
	const { contractTypes } = await sandbox().control.fixtures();
	const [type] = contractTypes as Array<{ id: string; templates: Array<{ id: string }> }>;
	const parameters = {
		contractTypeId: byId(type.id),
		templateId: byId(type.templates[0].id),
		counterpartySource: 'name',
		counterpartyName: 'Acme',
		integration: EXTERNAL,
		findExisting: true,
		simplify: false,
		options: {
			fieldsJson:
				'{"Reference": "R-1", "Payment term": "30 days", "Scope of work": "**All** of it"}',
		},
	};
	const { items, error } = await runOperation(sandbox().baseUrl, 'contract.create', parameters);
	expect(error).toBeUndefined();
	return { raw: items[0].json as any, parameters };
}

/** For each operation whose items are contracts: what asks for that one. */
const OPERATIONS: Record<string, (one: Awaited<ReturnType<typeof made>>) => object> = {
	create: ({ parameters }) => parameters,
	get: ({ raw }) => ({ contractId: byId(raw.id) }),
	getAll: ({ raw }) => ({ returnAll: true, filters: { name: raw.name } }),
	getByExternalId: ({ raw }) => ({
		externalId: EXTERNAL.externalId,
		filters: { contractTypeId: byId(raw.contractType.id) },
	}),
	update: ({ raw }) => ({ contractId: byId(raw.id), updateFields: { moveToRoot: true } }),
};

describe.each(Object.keys(OPERATIONS))('Contract > %s', (operation) => {
	/** The contract as a node of that version gives it, and the creation forms that were read for it. */
	async function asVersion(typeVersion: number, more: object = {}) {
		const one = await made();
		await sandbox().control.clearRequests();
		const parameters = { ...OPERATIONS[operation](one), simplify: true, ...more };
		const run = { nodeSettings: { typeVersion } };
		const name = `contract.${operation}`;
		const { items, error } = await runOperation(sandbox().baseUrl, name, parameters, [{}], run);
		expect(error).toBeUndefined();
		const item = items.find(({ json }) => json.id === one.raw.id)!.json;
		const route = '/contract-types/:id/creation-form';
		const forms = (await sandbox().control.requests({ route })).length;
		const stored = Object.fromEntries(
			one.raw.fields.map(({ name: key, value }: any) => [key, value]),
		);
		return { item, stored, forms, raw: one.raw };
	}

	test('saved with version 1 it gives what it gave: values as stored, no more properties', async () => {
		const { item, stored, forms } = await asVersion(1);
		expect(item.fields).toEqual(stored);
		expect(Object.keys(item)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(ADDED.join('|'))]),
		);
		expect(schemaProblems(outputSchema(`contract.${operation}`)!, item)).toEqual([]);
		expect(forms).toBe(operation === 'create' ? 1 : 0);
	});

	test('added today it gives readable values, and where the contract belongs, for one form', async () => {
		const { item, stored, forms, raw } = await asVersion(1.1);
		expect(item.fields).toMatchObject({
			...stored,
			'Payment term': '30 days',
			'Scope of work': '**All** of it',
		});
		expect((item.fields as IDataObject)['Payment term']).not.toEqual(stored['Payment term']);
		expect(item).toMatchObject({
			initialContractId: null,
			folderId: null,
			templateId: raw.templateId,
			authorEmail: raw.author.email,
		});
		expect(schemaProblems(outputSchema(`contract.${operation}`, '1.1.0')!, item)).toEqual([]);
		expect(forms).toBe(1);
	});
});

test.each([
	['Readable Values off', { options: { readableValues: false } }, '30 days', 0],
	['Simplify off', { simplify: false }, undefined, 0],
])('added today, with %s values are as stored', async (_, more, _label, forms) => {
	const { raw } = await made();
	await sandbox().control.clearRequests();
	const parameters = { contractId: byId(raw.id), ...more };
	const run = { nodeSettings: { typeVersion: 1.1 } };
	const { items } = await runOperation(sandbox().baseUrl, 'contract.get', parameters, [{}], run);
	const { fields } = items[0].json as any;
	const values = Array.isArray(fields) ? fields.map(({ value }) => value) : Object.values(fields);
	expect(values).toEqual(raw.fields.map(({ value }: any) => value));
	expect(
		await sandbox().control.requests({ route: '/contract-types/:id/creation-form' }),
	).toHaveLength(forms);
});
