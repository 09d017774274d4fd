import {
	DirectoryLoader,
	ExecutionLifecycleHooks,
	RoutingNode,
	WorkflowExecute,
	type ExecuteContext,
} from 'n8n-core';
import {
	createRunExecutionData,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type NodeParameterValueType,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { ensureBinaryData } from './binary.mts';
import { TestCredentialsHelper } from './credentials.mts';

/** Gives the node under test its input items: stands in for the previous node. */
class Source implements INodeType {
	description = {
		displayName: 'Source',
		name: 'source',
		group: ['input' as const],
		version: 1,
		description: '',
		defaults: { name: 'Source' },
		inputs: [],
		outputs: ['main' as const],
		properties: [],
	};

	execute: () => Promise<INodeExecutionData[][]>;

	constructor(items: INodeExecutionData[]) {
		this.execute = async () => [items.map((item, i) => ({ ...item, pairedItem: { item: i } }))];
	}
}

/** Sends the items back to the node under test for as long as it is told to: stands in for a loop. */
class Again implements INodeType {
	description = {
		...new Source([]).description,
		displayName: 'Again',
		name: 'again',
		inputs: ['main' as const],
	};

	execute: INodeType['execute'];

	constructor(loop: NonNullable<NodeRun['loop']>) {
		this.execute = async function (this) {
			const { $runIndex } = this.getWorkflowDataProxy(0);
			return [(await loop(Number($runIndex) + 1)) ? [{ json: {} }] : []];
		};
	}
}

export interface NodeRun {
	parameters: Record<string, unknown>;
	credential: ICredentialDataDecryptedObject;
	items?: INodeExecutionData[];
	node?: INodeType;
	/** For example `{ onError: 'continueErrorOutput' }`. */
	nodeSettings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
	executionId?: string;
	/** Default: as a person runs it in the editor. */
	mode?: WorkflowExecuteMode;
	/** Called with a function that stops the execution, as n8n's Stop button does. */
	onStart?: (stop: () => void) => void;
	/** Whether custom operations are left out, as MCP and older agents do. */
	declaredRouteOnly?: boolean;
	/** Parameters of the node as it runs before, once each and in this order, in the same execution, on the same items. */
	before?: Array<NodeRun['parameters']>;
	/** Runs the node again for as long as this answers true; called after each run with their number. */
	loop?: (runs: number) => Promise<boolean>;
}

export interface NodeResult {
	run: IRun;
	/** Items of the first output; of the last run in a loop. */
	items: INodeExecutionData[];
	/** Items of the error output. */
	errorItems: INodeExecutionData[];
	error?: Error & {
		description?: string;
		httpCode?: string;
		context?: Record<string, unknown>;
	};
}

/** Runs one node in n8n's own execution engine, with the wrapper that n8n's server puts around declarative nodes. */
export async function runNode(options: NodeRun): Promise<NodeResult> {
	await ensureBinaryData();
	const sut = options.node ?? new ContractManagement();
	if (options.declaredRouteOnly) delete (sut as Partial<INodeType>).customOperations;
	const workflow = workflowOf(sut, options);
	const execution = new WorkflowExecute(
		additionalData(workflow, options),
		options.mode ?? 'manual',
		createRunExecutionData({
			executionData: {
				nodeExecutionStack: [
					{ node: workflow.nodes.Source, data: { main: [[{ json: {} }]] }, source: null },
				],
			},
		}),
	);
	const running = execution.processRunExecutionData(workflow);
	options.onStart?.(() => running.cancel());
	const run = await running;
	const output = run.data.resultData.runData.SUT?.at(-1)?.data?.main;
	return {
		run,
		items: output?.[0] ?? [],
		errorItems: output?.[1] ?? [],
		error: run.data.resultData.error as NodeResult['error'],
	};
}

function workflowOf(sut: INodeType, options: NodeRun): Workflow {
	const { parameters, nodeSettings, workflowSettings, items, loop, before = [] } = options;
	const parametersOf = [...before, parameters];
	const nodes: INode[] = [
		{
			id: 's',
			name: 'Source',
			type: 'test.source',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		// Branches run from top to bottom.
		...parametersOf.map((each, i) => ({
			id: `n${i}`,
			name: i < before.length ? `Before ${i}` : 'SUT',
			type: typeOf(sut),
			typeVersion: 1,
			position: [200, i * 100] as [number, number],
			parameters: each as Record<string, NodeParameterValueType> as INode['parameters'],
			credentials: { contractManagementApi: { id: '1', name: 'Test' } },
			...nodeSettings,
		})),
		...(loop ? [AGAIN] : []),
	];
	return new Workflow({
		id: 'wf',
		nodes,
		nodeTypes: nodeTypesOf({
			'test.source': new Source(items ?? [{ json: {} }]),
			[typeOf(sut)]: sut,
			'test.again': new Again(loop ?? (async () => false)),
		}),
		active: false,
		settings: { executionOrder: 'v1', ...workflowSettings },
		connections: {
			Source: {
				main: [nodes.slice(1).map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }))],
			},
			...(loop && {
				SUT: { main: [[{ node: 'Again', type: 'main', index: 0 }]] },
				Again: { main: [[{ node: 'SUT', type: 'main', index: 0 }]] },
			}),
		},
	});
}

/** n8n's types for tools end so, and by that a node knows what it is. */
const typeOf = ({ description: { name } }: INodeType) =>
	name.endsWith('Tool') ? 'test.sutTool' : 'test.sut';

const AGAIN: INode = {
	id: 'a',
	name: 'Again',
	type: 'test.again',
	typeVersion: 1,
	position: [400, 0],
	parameters: {},
};

export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	return {
		getByName: (name) => types[name],
		getByNameAndVersion: (name, version) => {
			const type = NodeHelpers.getVersionedNodeType(types[name], version);
			const runs = type.execute ?? type.poll ?? type.trigger ?? type.webhook ?? type.supplyData;
			if (!runs) makeExecutable(type);
			return type;
		},
		getKnownTypes: () => ({}),
	};
}

function makeExecutable(type: INodeType): void {
	if (!type.description.properties.some(({ name }) => name === 'requestOptions')) {
		DirectoryLoader.applyDeclarativeNodeOptionParameters(type);
	}
	type.execute = async function (this) {
		return (await new RoutingNode(this as unknown as ExecuteContext, type).runNode()) ?? [];
	};
}

/** What n8n's server hands to contexts and executions; `more` for webhooks. */
export function additionalData(
	workflow: Workflow,
	{ credential, executionId = '1' }: Pick<NodeRun, 'credential' | 'executionId'>,
	more: Record<string, unknown> = {},
): IWorkflowExecuteAdditionalData {
	const { id, nodes } = workflow;
	return {
		credentialsHelper: new TestCredentialsHelper(credential),
		hooks: new ExecutionLifecycleHooks('manual', executionId, {
			id,
			name: id,
			nodes: Object.values(nodes),
			connections: {},
		} as never),
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: '',
		instanceBaseUrl: 'http://localhost:5678/',
		webhookBaseUrl: 'http://localhost:5678/webhook',
		webhookTestBaseUrl: 'http://localhost:5678/webhook-test',
		webhookWaitingBaseUrl: 'http://localhost:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost:5678/form-waiting',
		variables: {},
		...more,
	} as unknown as IWorkflowExecuteAdditionalData;
}
