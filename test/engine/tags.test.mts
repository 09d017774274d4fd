import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { ContractManagementPollingTrigger } from '../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';
import { byId } from '../support/byId.mts';
import { creationSuite } from '../support/creation.mts';
import { credentialData } from '../support/credentials.mts';
import { runNode, type NodeResult, type NodeRun } from '../support/engine.mts';
import { runOperation } from '../support/runOperation.mts';

/** The custom data of an execution, by which n8n's list of executions is searched. */
const { sandbox, create, mapped } = creationSuite();

const DEAL = { account: 'Globex' };

const TAGGED = { options: { tagExecutions: true } };
const tagsOf = ({ run }: NodeResult) => run.data.resultData.metadata;

describe('the action node', () => {
	const get = async (ids: string[], more: IDataObject = TAGGED) =>
		await runOperation(
			sandbox().baseUrl,
			'contract.get',
			{ contractId: byId('={{ $json.id }}'), ...more },
			ids.map((id) => ({ id })),
		);

	test('tags the execution with the contract it created, and with the record in the other system', async () => {
		const integration = { type: 'crm', externalEntity: 'deal', externalId: 'D-4711' };
		const fields = mapped({ Reference: 'R-1', 'Payment term': '30 days' });
		const result = await create([DEAL], { fields, integration, ...TAGGED });

		const { id } = result.items[0]!.json;
		expect(tagsOf(result)).toEqual({ contractId: id, externalId: 'D-4711' });
	});

	test('tags an execution that fails, too', async () => {
		const id = '00000000-0000-4000-8000-000000000404';
		const result = await get([id]);

		expect(result.error?.httpCode).toBe('404');
		expect(tagsOf(result)).toEqual({ contractId: id });
	});

	test('finds the contract of an external record', async () => {
		const integration = {
			type: 'crm',
			externalEntity: 'deal',
			externalId: 'D-77',
			externalUrl: '',
		};
		const { id } = await sandbox().control.createContract({ integration });
		const asked = { externalId: 'D-77', ...TAGGED };
		const result = await runOperation(sandbox().baseUrl, 'contract.getByExternalId', asked);

		expect(tagsOf(result)).toMatchObject({ externalId: 'D-77', contractId: expect.any(String) });
		expect(String(tagsOf(result)!.contractId)).toContain(id.slice(-36));
	});

	test('keeps as many whole ids as n8n keeps letters', async () => {
		const { body } = await sandbox().api('GET', '/contracts?limit=20');
		const ids = body.data.map(({ id }: { id: string }) => id);
		const { contractId } = tagsOf(await get(ids))!;

		expect(contractId!.length).toBeLessThanOrEqual(255);
		const kept = contractId!.split(' ');
		expect(kept.length).toBeGreaterThanOrEqual(5);
		expect(ids).toEqual(expect.arrayContaining(kept));
	});

	test('tags nothing unless it is told to', async () => {
		const { body } = await sandbox().api('GET', '/contracts?limit=1');
		const result = await get([body.data[0].id], {});

		expect(result.error).toBeUndefined();
		expect(tagsOf(result)).toBeUndefined();
	});
});

describe('the triggers', () => {
	const EVENT = {
		event: 'signed',
		eventKey: 'key:signed',
		contractId: 'contract_1',
		contract: { externalId: 'D-1' },
	};
	const item = (json: IDataObject): INodeExecutionData => ({
		json,
		binary: { data: { mimeType: 'application/pdf', data: 'JVBERg==' } },
	});
	const run = async (node: INodeType, parameters: NodeRun['parameters'], more: Partial<NodeRun>) =>
		await runNode({ node, parameters, credential: credentialData(sandbox().baseUrl), ...more });

	test.each([
		['webhook', new ContractManagementTrigger()],
		['polling', new ContractManagementPollingTrigger()],
	])('the %s trigger hands on its items, and tags the execution', async (_name, node) => {
		const raw = { ...EVENT, contract: { integration: { externalId: 'D-2' } } };
		const items = [item(EVENT), item(raw)];
		const result = await run(node, TAGGED, { items, mode: 'trigger' });

		expect(result.error).toBeUndefined();
		expect(result.items).toMatchObject(items);
		const { contractId, event, eventKey } = EVENT;
		expect(tagsOf(result)).toEqual({ contractId, event, eventKey, externalId: 'D-1 D-2' });
	});

	test('do not tag it unless they are told to', async () => {
		const items = [item(EVENT)];
		const result = await run(new ContractManagementTrigger(), {}, { items, mode: 'trigger' });

		expect(result.items).toMatchObject(items);
		expect(tagsOf(result)).toBeUndefined();
	});

	test('the polling trigger shows a sample when a person tries it, and tags that', async () => {
		const parameters = { events: ['created'], ...TAGGED };
		const result = await run(new ContractManagementPollingTrigger(), parameters, {});

		expect(result.error).toBeUndefined();
		const [{ json }] = result.items as [INodeExecutionData];
		expect(json).toMatchObject({ event: 'created', contract: { id: expect.any(String) } });
		expect(tagsOf(result)).toMatchObject({ contractId: json.contractId, event: 'created' });
	});

	test('says why there is no sample', async () => {
		await sandbox().control.reset('empty');
		const result = await run(new ContractManagementPollingTrigger(), {}, {});
		expect(result.error?.message).toMatch(/^None of the records that changed last/);
	});
});
