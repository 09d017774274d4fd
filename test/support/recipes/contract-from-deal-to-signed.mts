import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { customObjects } from '../demo.mts';
import type { Sandbox, SandboxContract } from '../sandbox.mts';
import type { HappyRun } from './host.mts';

export const FILE = 'contract-from-deal-to-signed.json';

/** The number of the sample deal. */
const DEAL = 'D-2041';

/** The sample deal's lines, as the contract's table has them. */
const LINES = [
	{ Description: 'Control unit CU-8', Quantity: 10, Product: 'Control unit CU-8' },
	{ Description: 'Maintenance plan, 1 year', Quantity: 4, Product: 'Maintenance plan, 1 year' },
	{ Description: 'On-site training, 1 day', Quantity: 2, Product: 'On-site training, 1 day' },
];

const WRITES = [
	'POST /contracts',
	'PUT /custom-objects/:customObjectId/contract/:contractId/records',
	'POST /contracts/:id/signatures/send',
];

/** The sample deal becomes a contract that is out for signature; a second run changes nothing. */
export const happy: HappyRun = async ({ n8n, sandbox, credentials }) => {
	const { id } = await importRecipe(n8n, recipe(FILE), credentials);
	const first = await n8n.run(id);
	expect(first.error).toBeUndefined();
	const [deal] = first.items('Won deal');
	const [created] = first.items('Create contract');
	expect(created!.json).toMatchObject({
		action: 'created',
		counterpartyName: 'Fjord Analytics AS',
		externalId: DEAL,
		fields: {
			Reference: DEAL,
			'Contract value': 48_700,
			'Payment term': '30 days',
			'Start date': deal!.json.start,
			'End date': deal!.json.end,
		},
	});
	expect(first.items('Send for signature').map(({ json }) => json.status)).toEqual(['signing']);
	await expectOnce(sandbox);

	const second = await n8n.run(id);
	expect(second.error).toBeUndefined();
	expect(second.items('Create contract')[0]!.json).toMatchObject({
		action: 'found',
		id: created!.json.id,
	});
	await expectOnce(sandbox);
};

/** What the service has to hold at the end, whatever happened on the way. */
export async function expectDone(sandbox: Sandbox): Promise<void> {
	const contracts = await contractsOfDeal(sandbox);
	expect(contracts.map(({ status }) => status)).toEqual(['signing']);
	expect(await linesOf(sandbox, contracts[0]!.id)).toEqual(LINES);
}

export async function contractsOfDeal({ control }: Sandbox): Promise<SandboxContract[]> {
	return (await control.contracts()).filter(({ name }) => name.includes(DEAL));
}

/** The same, and each write was made once. */
export async function expectOnce(sandbox: Sandbox): Promise<void> {
	await expectDone(sandbox);
	const { byRoute } = await sandbox.control.requestSummary();
	for (const route of WRITES) {
		expect([route, byRoute[route]]).toEqual([route, expect.objectContaining({ executed: 1 })]);
	}
}

/** The line items of a contract by the names of their fields, in the order of the table. */
export async function linesOf({ api }: Sandbox, contractId: string) {
	const { body: table } = await api('GET', `/custom-objects/${customObjects.lineItems}`);
	const path = `/custom-objects/${customObjects.lineItems}/contract/${contractId}/records`;
	const { body } = await api('GET', path);
	const names = new Map(table.smart_fields.map(({ id, name }: Named) => [id, name]));
	return body.records.map(({ fields }: { fields: StoredField[] }) =>
		Object.fromEntries(fields.map((field) => [names.get(field.smartFieldId), shown(field)])),
	);
}

interface Named {
	id: string;
	name: string;
}

interface StoredField {
	smartFieldId: string;
	rawValue: unknown;
	relatedRecords?: Array<{ fields: Array<{ rawValue: unknown }> }>;
}

function shown({ rawValue, relatedRecords }: StoredField): unknown {
	return relatedRecords?.length ? relatedRecords[0]!.fields[0]!.rawValue : rawValue;
}
