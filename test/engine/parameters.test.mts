import type { IDataObject, INode } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';
const OTHER = 'aa000000-0000-4000-8000-000000000002';
const LINK = { type: 'a', externalEntity: 'deal', externalId: 'D-1' };
const DEAL = { id: ID, name: 'Deal', status: 'draft', fields: [] };
const RECORD = { ...DEAL, contractType: null, integration: LINK };
const LAST_PAGE = { next_cursor: null, has_next: false };
const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };

/** Runs it for these items; answers what was sent, and what became of each item. */
async function run(
	operation: string,
	parameters: Record<string, unknown>,
	inputs: IDataObject[],
	record: IDataObject = RECORD,
) {
	const { baseUrl, asked, close } = await answering(({ path }) => ({
		body: path.split('/').length === 2 ? { data: [record], pagination: LAST_PAGE } : record,
	}));
	const { items } = await runOperation(baseUrl, operation, parameters, inputs, CONTINUES);
	close();
	return { json: items.map(({ json }) => json), asked };
}

describe.each([
	['fixed beside an expression', byId(ID), '={{ $json.text }}', [ID, ID], ['a', 'b']],
	['an expression beside what is fixed', byId('={{ $json.id }}'), 'a', [ID, OTHER], ['a', 'a']],
	[
		'an expression beside another',
		byId('={{ $json.id }}'),
		'={{ $json.text }}',
		[ID, OTHER],
		['a', 'b'],
	],
	['fixed as its neighbor is', byId(ID), 'a', [ID, ID], ['a', 'a']],
])('a locator in a collection that is %s', (_how, locator, text, ids, texts) => {
	const inputs = [
		{ id: ID, text: 'a' },
		{ id: OTHER, text: 'b' },
	];

	test.each(['counterpartyId', 'contractTypeId'])(
		'narrows Get by External ID: %s',
		async (name) => {
			const filters = { [name]: locator, type: text };
			const { json, asked } = await run(
				'contract.getByExternalId',
				{ externalId: 'D-1', filters },
				inputs,
			);
			const lists = asked.filter(({ path }) => path === '/contracts');
			expect(new Set(lists.map(({ query }) => query.get(name)))).toEqual(new Set(ids));
			// Those of the type that the contract has.
			expect(json.map(({ error }) => error === undefined)).toEqual(
				texts.map((each) => each === 'a'),
			);
		},
	);

	test('filters Get Many', async () => {
		const filters = { counterpartyId: locator, name: text };
		const { asked } = await run('contract.getAll', { filters }, inputs);
		expect(asked.map(({ query }) => query.get('counterpartyId'))).toEqual(ids);
		expect(asked.map(({ query }) => query.get('name'))).toEqual(texts);
	});

	test('is where Update moves contracts', async () => {
		const isExpression = text.startsWith('=');
		const body = `{ "name": "${isExpression ? text.slice(1) : text}" }`;
		const updateFields = { folderId: locator, additionalBody: isExpression ? `=${body}` : body };
		const parameters = { contractId: byId('={{ $json.id }}'), updateFields };
		const { asked } = await run('contract.update', parameters, inputs);
		const bodies = ids.map((folderId, index) => ({ folderId, name: texts[index] }));
		expect(asked.map((each) => each.body).filter(Boolean)).toEqual(bodies);
	});
});
