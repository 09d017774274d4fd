import { byId } from '../support/byId.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { operations } from '../support/operations.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** What the editor of a real n8n gets from the packed package while somebody sets up a node. */
const sandbox = sandboxSuite({ seed: 'demo' });

async function question(parameter: string, method: string, parameters = {}) {
	const n8n = await sharedN8n();
	return {
		n8n,
		asked: {
			type: NODES.action,
			parameter,
			method,
			parameters: { resource: 'contract', operation: 'create', ...parameters },
			credentials: await credentialFor(n8n, sandbox().baseUrl),
		},
	};
}

test.each([
	['contractId', 'searchContracts', { operation: 'get' }],
	['contractTypeId', 'searchContractTypes', {}],
	['counterpartyId', 'searchCounterparties', {}],
	['clauseId', 'searchClauses', { resource: 'clause', operation: 'get' }],
])('%s is chosen from a list', async (parameter, method, parameters) => {
	const { n8n, asked } = await question(parameter, method, parameters);

	const { results } = await n8n.listSearch(asked);

	expect(results.length).toBeGreaterThan(2);
	expect(results[0]).toMatchObject({ name: expect.any(String), value: expect.any(String) });
});

test('the creation form of the chosen type appears as fields, with templates to choose from', async () => {
	const { contractTypes } = await sandbox().control.fixtures();
	const parameters = { contractTypeId: byId(contractTypes[0].id) };
	const mapper = await question('fields', 'getCreationFormFields', parameters);
	const template = await question('templateId', 'searchTemplates', parameters);

	const { fields } = await mapper.n8n.mappedFields(mapper.asked);
	const { results } = await template.n8n.listSearch(template.asked);

	expect(fields.map(({ displayName, type }) => [displayName, type])).toEqual(
		expect.arrayContaining([
			['Payment term', 'options'],
			['End date', 'dateTime'],
			['Auto-renewal', 'options'],
		]),
	);
	expect(results.map(({ value }) => value)).toEqual(
		contractTypes[0].templates.map(({ id }: { id: string }) => id),
	);
});

test('without a type there is a notice instead of fields', async () => {
	const { n8n, asked } = await question('fields', 'getCreationFormFields', {
		contractTypeId: byId(''),
	});

	expect(await n8n.mappedFields(asked)).toEqual({
		fields: [],
		emptyFieldsNotice: expect.stringContaining('Choose the contract type'),
	});
});

test.each(operations())('n8n serves the output schema of %s', async (operation) => {
	const n8n = await sharedN8n();
	const [resource, name] = operation.split('.');
	const schema = await n8n.page(`/schemas/${NODES.action}/1.0.0/${resource}/${name}.json`);

	expect(schema).toMatchObject({ type: 'object', version: 1 });
});
