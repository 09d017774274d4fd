import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { fakeConnection, NODE, type Answer, type Sent } from './fakeService.mts';

export interface NodeRun {
	/** Parameters per item, by name. */
	parameters?: Array<Record<string, unknown>>;
	credentials?: Record<string, unknown>;
	continueOnFail?: boolean;
	answer?: (sent: Sent) => Answer | Promise<Answer>;
	signal?: AbortSignal;
	executionId?: string;
}

const CREDENTIALS = { baseUrl: ' https://service.test/v2// ', apiKey: 'key' };

/** n8n's context of a custom operation, with what the transport uses of it. */
export function executeContext(run: NodeRun = {}) {
	const { sent, debug, connection } = fakeConnection(run.answer ?? (() => ({ body: {} })));
	const parameters = run.parameters ?? [{}];
	const items: INodeExecutionData[] = parameters.map((json, i) => ({
		json: { i, ...json } as never,
	}));
	const order = {};
	const context = {
		...connection.context,
		helpers: {
			...connection.context.helpers,
			assertBinaryData: (...args: unknown[]) => ({ mimeType: args.join(' ') }),
		},
		getExecuteData: () => order,
		getNode: () => ({ ...NODE, parameters: evaluated(parameters) }),
		getCredentials: async () => run.credentials ?? CREDENTIALS,
		getInputData: () => items,
		getNodeParameter: (name: string, item: number, fallback: unknown, options?: object) =>
			valueOf(parameters[item][name] ?? fallback, options),
		continueOnFail: () => run.continueOnFail ?? false,
		getExecutionId: () => run.executionId ?? '7',
		getExecutionCancelSignal: () => run.signal,
	};
	return { context: context as unknown as IExecuteFunctions, sent, debug };
}

/** n8n's context of one item of a declared operation. */
export function singleContext(run: NodeRun = {}, itemIndex = 0) {
	const { context, sent, debug } = executeContext(run);
	const single = {
		...context,
		getItemIndex: () => itemIndex,
		getInputData: () => context.getInputData()[itemIndex],
		getNodeParameter: (name: string, fallback: unknown, options?: object) =>
			context.getNodeParameter(name, itemIndex, fallback, options),
		helpers: {
			...context.helpers,
			assertBinaryData: (property: string) => context.helpers.assertBinaryData(itemIndex, property),
		},
	};
	return {
		context: single as unknown as IExecuteSingleFunctions & IExecutePaginationFunctions,
		sent,
		debug,
	};
}

/** As the node has them, where each is an expression that n8n evaluates for each item. */
function evaluated(parameters: Array<Record<string, unknown>>): INodeParameters {
	const names = parameters.flatMap((each) => Object.keys(each));
	return Object.fromEntries(names.map((name) => [name.split('.')[0], '={{ $now }}']));
}

function valueOf(value: unknown, options?: object): unknown {
	const isExtracted = options !== undefined && 'extractValue' in options;
	return isExtracted ? (value as { value: unknown }).value : value;
}
