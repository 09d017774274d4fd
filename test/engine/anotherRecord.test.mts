import type { INode } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';
const OTHER = 'aa000000-0000-4000-8000-000000000002';
const ANOTHER = {
	id: `contract_${OTHER}`,
	name: 'Another',
	status: 'signed',
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
	fields: {},
	smart_fields: [],
};
const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };

/** Runs the operation for one record where the service answers with another. */
async function run(operation: string, parameters: object) {
	const service = await answering(() => ({ body: ANOTHER }));
	const options = { retrySeconds: 0 };
	const { items } = await runOperation(
		service.baseUrl,
		operation,
		{ ...parameters, options },
		[{}],
		CONTINUES,
	);
	service.close();
	return { json: items[0].json, requests: service.requests() };
}

const GET_COUNTERPARTY = `GET /counterparties/${ID}`;

test.each<[string, object, string, string, string[]]>([
	['contract.get', { contractId: byId(ID) }, 'contract', 'notExecuted', [`GET /contracts/${ID}`]],
	[
		'contract.get',
		{ contractId: byId(ID), view: 'consolidated' },
		'contract',
		'notExecuted',
		[`GET /contracts/${ID}/consolidated`],
	],
	[
		'contract.sendForSignature',
		{ contractId: byId(ID) },
		'contract',
		'notExecuted',
		[`GET /contracts/${ID}`],
	],
	[
		'contract.update',
		{ contractId: byId(ID), updateFields: { moveToRoot: true } },
		'contract',
		'unknown',
		[`PATCH /contracts/${ID}`],
	],
	[
		'counterparty.get',
		{ counterpartyId: byId(ID) },
		'counterparty',
		'notExecuted',
		[GET_COUNTERPARTY],
	],
	[
		'counterparty.sync',
		{ findBy: 'id', counterpartyId: byId(ID), updateFields: { name: 'New' } },
		'counterparty',
		'notExecuted',
		[GET_COUNTERPARTY],
	],
	[
		'customObject.get',
		{ customObjectId: byId(ID) },
		'custom object',
		'notExecuted',
		[`GET /custom-objects/${ID}`],
	],
	[
		'customObjectRecord.upsert',
		{
			customObjectId: byId(ID),
			contractId: byId(ID),
			fields: { mappingMode: 'autoMapInputData', value: null, schema: [], matchingColumns: [] },
		},
		'custom object',
		'notExecuted',
		[`GET /custom-objects/${ID}`],
	],
])('%s %j does not take another %s for it', async (operation, more, noun, outcome, requests) => {
	const ran = await run(operation, more);
	expect(ran.json).toMatchObject({
		error: `The service answered with another ${noun}`,
		details: {
			outcome,
			description: expect.stringContaining(`${ID}, what came has the ID contract_${OTHER}`),
		},
	});
	expect(ran.requests).toEqual(requests);
});
