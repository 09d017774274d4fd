import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';
const PAGE = { data: [], pagination: { has_next: false }, id: ID, smart_fields: [], fields: [] };

/** Asks for a list with these Request Options; answers how many requests came directly, and how many by the proxy. */
async function asked(method: string, optionsFor: (proxy: string) => object) {
	const service = await answering(() => ({ body: PAGE }));
	const proxy = await answering(() => ({ body: PAGE }));
	const parameters = {
		...(method.endsWith('Columns')
			? { resource: 'customObjectRecord', operation: 'upsert' }
			: { resource: 'contract', operation: 'create' }),
		contractTypeId: byId(ID),
		customObjectId: byId(ID),
		requestOptions: optionsFor(proxy.baseUrl.replace('/v2', '')),
	};
	try {
		await askEditor({ credential: credentialData(service.baseUrl), parameters }, method);
	} finally {
		service.close();
		proxy.close();
	}
	return { direct: service.asked.length, byProxy: proxy.asked.length > 0 };
}

test.each([
	'listSearch.searchClauses',
	'listSearch.searchContracts',
	'listSearch.searchCounterpartyFields',
	'listSearch.searchMembers',
	'listSearch.searchTemplates',
	'loadOptions.getContractTypes',
	'resourceMapping.getCreationFormFields',
	'resourceMapping.getRecordColumns',
])('%s goes through the proxy of the node', async (method) => {
	expect(await asked(method, (proxy) => ({ proxy }))).toEqual({ direct: 0, byProxy: true });
});

test('Request Options that are expressions are left out', async () => {
	const options = () => ({ proxy: '={{ $vars.proxy }}', timeout: '={{ 1 }}' });
	const { direct } = await asked('listSearch.searchContracts', options);
	expect(direct).toBeGreaterThan(0);
});
