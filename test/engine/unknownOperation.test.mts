import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const RECORD = { id: 'aa000000-0000-4000-8000-000000000001', name: 'Deal' };
const PARAMETERS = {
	contractId: byId(RECORD.id),
	memberId: byId(RECORD.id),
	updateFields: { name: 'A' },
};

/** Runs the node with this resource and operation on one item that has their names; answers what was sent, and what became of the item. */
async function run(resource: string, operation: string, more: object = {}) {
	const { baseUrl, requests, close } = await answering(() => ({ body: RECORD }));
	const given = { ...PARAMETERS, resource, operation };
	const inputs = [{ resource: 'contract', operation: 'get' }];
	const running = runOperation(baseUrl, 'contract.get', given, inputs, more);
	const { items, error } = await running.finally(close);
	return { json: items[0]?.json as Record<string, object>, error, requests: requests() };
}

describe.each([
	['Operation', 'contract', 'delete'],
	['Operation', 'contract', 'Get'],
	['Operation', 'contract', ''],
	['Operation', 'contract', '__CUSTOM_API_CALL__'],
	['Operation', 'contract', 'constructor'],
	['Operation', 'contract', 'toString'],
	['Operation', 'contract', '={{ $json.operation }}'],
	['Operation', 'contract', '={{ "del" + "ete" }}'],
	['Resource', 'bogus', 'get'],
	['Resource', '', ''],
	['Resource', 'constructor', 'assign'],
	['Resource', '={{ $json.resource }}', 'get'],
	['Resource', '={{ "member" }}', 'update'],
	['Resource', '={{ $json.resource }}', '={{ $json.operation }}'],
])('%s that is not of the list, of %j %j', (field, resource, operation) => {
	// n8n takes expressions of both as text.
	const value = (field === 'Operation' ? operation : resource).replace(/^=/, '');
	const message = `${field} '${value}' cannot be chosen`;
	const choice = field === 'Operation' ? 'getAll (Get Many)' : 'contractType (Contract Type)';

	test.each([true, false])('is refused, and nothing is sent (as a tool: %j)', async (asTool) => {
		const { error, requests } = await run(resource, operation, { declaredRouteOnly: asTool });
		expect(requests).toEqual([]);
		expect(error).toMatchObject({ message, context: { errorId: 'INVALID_INPUT' } });
		expect(error?.description).toContain(choice);
	});

	test('becomes an item where the node continues on fail, and nothing is sent', async () => {
		const nodeSettings = { onError: 'continueRegularOutput' };
		const { json, requests } = await run(resource, operation, { nodeSettings });
		expect(requests).toEqual([]);
		expect(json).toMatchObject({
			error: message,
			details: { errorId: 'INVALID_INPUT', outcome: 'notExecuted', field, value, itemIndex: 0 },
		});
	});
});

test('what is in the list runs, in workflows and as a tool', async () => {
	for (const declaredRouteOnly of [false, true]) {
		const { requests } = await run('contract', 'get', { declaredRouteOnly });
		expect(requests).toEqual([`GET /contracts/${RECORD.id}`]);
	}
});
