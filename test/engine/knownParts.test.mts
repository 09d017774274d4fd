import { NO_TAGS } from '../../nodes/ContractManagement/operations/shared/known';
import { runOperation } from '../support/runOperation.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.control.clearRequests());

/** n8n drops what a node does not declare: such a filter let everything through, without a word. */
test.each([
	[
		'contract.getAll',
		{ filters: { statusIn: ['signed'] } },
		"Filters 'statusIn' is not one of its parts",
	],
	[
		'contract.getAll',
		{ filters: { status: ['signed'], contractTypeId: 'x' } },
		"Filters 'contractTypeId' is not",
	],
	['contract.getAll', { filters: '={{ {statusIn: ["signed"]} }}' }, 'gives none of its parts'],
	['counterparty.getAll', { filters: { statusIn: ['active'] } }, "Filters 'statusIn' is not"],
	['counterparty.getAll', { filters: { externalId: 'x' } }, "Filters 'externalId' is not"],
	['clause.getAll', { filters: { query: 'x' } }, "Filters 'query' is not"],
	['contract.getAll', { filters: { signedAfter: '2026-01-01' } }, "Filters 'signedAfter' is not"],
	['contract.getAll', { filters: { updatedSince: '2026-01-01' } }, "Filters 'updatedSince' is not"],
	['counterparty.getAll', { filters: { state: 'active' } }, "Filters 'state' is not"],
	['contract.getAll', { options: { fieldsAs: 'html' } }, "Fields As 'html' cannot be chosen"],
	['contract.getAll', { sort: { by: [{ field: 'amount' }] } }, "Field 'amount' cannot be chosen"],
	[
		'contract.getAll',
		{ filters: { additional: { filter: [{ name: 'author', value: 'x' }] } } },
		"Name 'author' cannot be chosen",
	],
])('%s %j', async (operation, parameters, message) => {
	for (const declaredRouteOnly of [false, true]) {
		const { error } = await runOperation(sandbox.baseUrl, operation, parameters, [{}], {
			declaredRouteOnly,
		});
		expect(error?.message).toContain(message);
		expect(error?.description).toMatch(/ has: \w+ \(/);
	}
	expect(await sandbox.control.requests()).toEqual([]);
});

test('what it does have is taken', async () => {
	const parameters = { filters: { status: ['signed'] }, options: { fieldsAs: 'byId' } };
	const { items, error } = await runOperation(sandbox.baseUrl, 'contract.getAll', parameters);
	expect(error).toBeUndefined();
	expect(new Set(items.map(({ json }) => json.status))).toEqual(new Set(['signed']));
});

/** A workflow that was saved before. n8n strips what is not declared, so the option is, hidden. */
test.each([
	['contract.getAll', {}],
	['contract.get', { contractId: 'first' }],
])('%s of a workflow with Tag Executions on runs, and says so once', async (operation, more) => {
	const { body } = await sandbox.api('GET', '/contracts?limit=1');
	const contractId = { mode: 'id', value: body.data[0].id };
	const parameters = { ...('contractId' in more && { contractId }), limit: 1 };
	for (const isOn of [true, false]) {
		const options = { tagExecutions: isOn, fastListing: true, furtherFields: true };
		const { run, error } = await runOperation(
			sandbox.baseUrl,
			operation,
			{ ...parameters, options },
			[{}, {}],
		);
		expect(error).toBeUndefined();
		expect(run.data.resultData.metadata).toBeUndefined();
		const told = run.data.resultData.runData.SUT!.flatMap(({ hints = [] }) => hints);
		const about = told.filter(({ message }) => message === NO_TAGS);
		expect(about).toHaveLength(isOn ? 1 : 0);
	}
});
