import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { ContractManagementPollingTrigger } from '../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';
import { NO_TAGS } from '../../nodes/ContractManagement/operations/shared/known';
import { credentialData } from '../support/credentials.mts';
import { runNode, type NodeRun } from '../support/engine.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

/** What a trigger does in the execution that it has started, or in the editor. */
const run = async (node: INodeType, parameters: NodeRun['parameters'], more: Partial<NodeRun>) =>
	await runNode({ node, parameters, credential: credentialData(sandbox.baseUrl), ...more });

test.each([
	['webhook', new ContractManagementTrigger()],
	['polling', new ContractManagementPollingTrigger()],
])('the %s trigger hands on its items, also with an option that is gone', async (_name, node) => {
	const json = { event: 'signed', eventKey: 'key:signed', contractId: 'contract_1' };
	const binary = { data: { mimeType: 'application/pdf', data: 'JVBERg==' } };
	const items: INodeExecutionData[] = [{ json, binary }, { json }];
	for (const tagExecutions of [true, false]) {
		const result = await run(node, { options: { tagExecutions } }, { items, mode: 'trigger' });
		expect(result.error).toBeUndefined();
		expect(result.items).toMatchObject(items);
		expect(result.run.data.resultData.metadata).toBeUndefined();
		const hints = result.run.data.resultData.runData.SUT!.flatMap((task) => task.hints ?? []);
		expect(hints.map(({ message }) => message)).toEqual(tagExecutions ? [NO_TAGS] : []);
	}
});

test('the polling trigger shows a sample when a person tries it', async () => {
	const parameters = { events: ['created'] };
	const result = await run(new ContractManagementPollingTrigger(), parameters, {});

	expect(result.error).toBeUndefined();
	const [{ json }] = result.items as [INodeExecutionData];
	expect(json).toMatchObject({ event: 'created', contract: { id: expect.any(String) } });
});

test('says why there is no sample', async () => {
	await sandbox.control.reset('empty');
	const result = await run(new ContractManagementPollingTrigger(), {}, {});
	expect(result.error?.message).toMatch(/^None of the records that changed last/);
});
