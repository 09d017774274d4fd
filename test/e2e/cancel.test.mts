import { until } from '../../host/lib/client/until.mts';
import type { NodeInput } from '../../host/lib/client/types.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** An execution that is stopped in a running n8n sends nothing more. */
const CONTRACTS = 5_000;
/** Of the first requests, and of those that follow: slow enough to be stopped among them. */
const LATENCY_MS = 200;
const LATER_MS = 2_000;
const sandbox = sandboxSuite({ seed: 'empty' });

interface Case {
	/** What stands before the operation. */
	before: NodeInput[];
	parameters: Record<string, unknown>;
	/** The requests that it sends. */
	route: string;
	/** How many it would send. */
	total: number;
}

const cases: Array<[string, (contractTypeIds: string[], id: string) => Case]> = [
	[
		'Get Many, page after page',
		() => ({
			before: [],
			parameters: { resource: 'contract', operation: 'getAll', returnAll: true },
			route: '/contracts',
			total: CONTRACTS / 100,
		}),
	],
	[
		'Get Many of several contract types at once',
		(contractTypeIds) => ({
			before: [],
			parameters: {
				resource: 'contract',
				operation: 'getAll',
				returnAll: true,
				contractTypeIds,
			},
			route: '/contracts',
			total: CONTRACTS / 100,
		}),
	],
	[
		'a request for each of many items, which wait for their turn',
		(_types, id) => ({
			before: [
				{
					name: 'Items',
					type: NODES.code,
					typeVersion: 2,
					parameters: { jsCode: 'return Array.from({ length: 300 }, () => ({ json: {} }));' },
				},
			],
			parameters: { resource: 'contract', operation: 'get', contractId: id },
			route: '/contracts/:id',
			total: 300,
		}),
	],
];

test.each(cases)('%s: nothing is sent after the stop', async (_what, describe) => {
	const n8n = await sharedN8n();
	const { contractTypeIds } = await sandbox().control.seed({ contracts: CONTRACTS, types: 3 });
	const [contract] = await sandbox().control.contracts({ last: 1 });
	const { before, parameters, route, total } = describe(contractTypeIds, contract!.id);
	const workflow = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			...before,
			{
				name: 'Operation',
				type: NODES.action,
				parameters,
				credentials: await credentialFor(n8n, sandbox().baseUrl),
			},
		],
	});
	await sandbox().control.latency(LATENCY_MS);
	const slow = { route: '*', kind: 'latency', ms: LATER_MS, skip: 10, times: 0 } as const;
	await sandbox().control.fault(slow);
	await sandbox().control.clearRequests();
	const sent = async () => (await sandbox().control.requests({ route, method: 'GET' })).length;

	const id = await n8n.start(workflow.id);
	await until(sent, (count) => count >= 10, 'ten requests');
	await n8n.stopExecution(id);
	expect((await n8n.execution(id)).status).toBe('canceled');
	// What was on its way has arrived before this one is answered.
	await aRequestLater();
	const atTheStop = await sent();
	expect(atTheStop).toBeLessThan(total / 2);
	for (let later = 0; later < 2; later++) await aRequestLater();
	expect(await sent()).toBe(atTheStop);
});

/** Takes as long as the request that would have followed. */
async function aRequestLater(): Promise<void> {
	expect((await sandbox().api('GET', '/organization')).status).toBe(200);
}
