import type { INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';
const LAST_PAGE = { nextCursor: null, hasNextPage: false };

/** A record of any kind, of which the service shows no name. */
const unnamed = (name: unknown) => ({
	...{ id: ID, name, status: 'draft', createdAt: '2026-01-01T00:00:00Z', folderId: ID },
	contractType: { id: ID, name },
	author: { id: ID, email: name },
	contractMembers: [],
	fields: [],
});

describe.each([null, '', ' '])('a record whose name is %j', (name) => {
	test.each([
		['listSearch.searchContracts', expect.stringMatching(`^draft · ${ID} · \\d+ \\w{3} 20\\d\\d`)],
		['listSearch.searchContractTypes', ID],
		['listSearch.searchCounterparties', ID],
		['listSearch.searchClauses', ID],
		['listSearch.searchMembers', ID],
		['listSearch.searchFolders', 'aa000000-0…000000000001'],
		['listSearch.searchTemplates', ID],
		['loadOptions.getContractTypes', ID],
		['loadOptions.getFolders', 'aa000000-0…000000000001'],
	])('is shown by its ID: %s', async (method, label) => {
		const { baseUrl, close } = await answering(({ path }) => ({
			body: path.endsWith('/creation-form')
				? { contractTypeId: ID, templates: [unnamed(name)], fields: [] }
				: { data: [unnamed(name)], pagination: LAST_PAGE },
		}));
		const parameters = { resource: 'contract', operation: 'create', contractTypeId: byId(ID) };
		const asked = { credential: credentialData(baseUrl), parameters };
		const answer = await askEditor<INodeListSearchResult | INodePropertyOptions[]>(asked, method);
		close();
		const [first] = Array.isArray(answer) ? answer : answer.results;
		expect(first).toMatchObject({ name: label, value: ID });
	});
});

test('contracts of which the list shows little are shown by that, and their fields have their names', async () => {
	const OTHER = 'aa000000-0000-4000-8000-000000000002';
	const contracts = [
		{
			id: ID,
			name: 'Lease',
			fields: [{ attributeDefinitionId: OTHER, name: 'VAT ID', value: 'x' }],
		},
		{ id: OTHER, name: 'Order', counterparty: { id: ID, name: 'Acme' }, fields: null },
	];
	const counterparties = [{ id: ID, name: 'Acme', fields: { [OTHER]: 'DE1' } }];
	const { baseUrl, close } = await answering(({ path }) => ({
		body: { data: path === '/contracts' ? contracts : counterparties, pagination: LAST_PAGE },
	}));
	const asked = {
		credential: credentialData(baseUrl),
		parameters: { resource: 'counterparty', operation: 'update' },
	};
	const labels = async (method: string) =>
		(await askEditor<INodeListSearchResult>(asked, `listSearch.${method}`)).results.map(
			({ name }) => name,
		);
	expect(await labels('searchContracts')).toEqual(['Lease', 'Order · Acme']);
	expect(await labels('searchCounterpartyFields')).toEqual(['VAT ID']);
	close();
});
