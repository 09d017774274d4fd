import type { INodeListSearchResult } from 'n8n-workflow';
import { brief, byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';
import { interceptRequests, nock } from '../support/nock.mts';

interceptRequests();

const ORIGIN = 'http://service.test';
const COUNTERPARTY = 'cf000000-0000-4000-8000-000000000001';
const NAMED = 'f1000000-0000-4000-8000-000000000001';
const UNNAMED = 'f1000000-0000-4000-8000-000000000002';

async function fields(contracts: { status: number; body: object }) {
	const record = { id: COUNTERPARTY, name: 'Acme', fields: { [NAMED]: 'A-1', [UNNAMED]: 7 } };
	nock(ORIGIN).get(`/v2/counterparties/${COUNTERPARTY}`).reply(200, record);
	nock(ORIGIN).get('/v2/contracts').query(true).times(9).reply(contracts.status, contracts.body);
	const credential = credentialData(`${ORIGIN}/v2`);
	const parameters = { resource: 'counterparty', operation: 'update' };
	const { results } = await askEditor<INodeListSearchResult>(
		{ credential, parameters: { ...parameters, counterpartyId: byId(COUNTERPARTY) } },
		'listSearch.searchCounterpartyFields',
	);
	return results;
}

test('a field of a counterparty is called as the contracts call it, and otherwise by its ID', async () => {
	const field = { attributeDefinitionId: NAMED.toUpperCase(), name: 'Reference', value: 'A-1' };
	const body = { data: [{ id: COUNTERPARTY, fields: [field] }], pagination: { hasNext: false } };
	expect(await fields({ status: 200, body })).toEqual([
		{ value: NAMED, name: 'Reference' },
		{ value: UNNAMED, name: `${brief(UNNAMED)} (7)` },
	]);
});

test('where the key may not read contracts, the list is there all the same', async () => {
	expect(await fields({ status: 403, body: {} })).toEqual([
		{ value: NAMED, name: `${brief(NAMED)} (A-1)` },
		{ value: UNNAMED, name: `${brief(UNNAMED)} (7)` },
	]);
});
