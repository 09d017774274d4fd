import type { Connections, NodeInput } from '../../host/lib/client/types.mts';
import { atMostMemory, delivers } from '../lib/goals.mts';
import { httpList, ours, plain } from '../lib/nodes.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';
import { RETURN_ALL, seeded } from './seeded.mts';

const CONTRACTS = 200_000;
const MB_PER_100_000 = 250;
const LOOP = 'node, One Page loop';

const huge: Job = timedJob({
	id: 'list-200k',
	title: `${CONTRACTS.toLocaleString('en')} contracts, on this machine, n8n started anew for each`,
	inShortMode: false,
	repetitions: 1,
	freshProcess: true,
	contenders: async (bench) => {
		await seeded(bench, CONTRACTS);
		const { n8n, sandbox } = bench;
		const whole = { delivers: CONTRACTS };
		return [
			await n8n.contender('node', [ours(n8n, RETURN_ALL)], whole),
			await onePageLoop(bench),
			await n8n.contender('HTTP Request', httpList(n8n, `${sandbox.baseUrl}/contracts`), whole),
			await n8n.contender('plain declarative', [plain(n8n, { operation: 'list' })], {
				fails: /Maximum call stack size exceeded/,
			}),
		];
	},
	judge: (results) => [
		delivers(results, 'node', CONTRACTS),
		atMostMemory(results, 'node', (MB_PER_100_000 * CONTRACTS) / 100_000),
		delivers(results, LOOP, CONTRACTS),
		atMostMemory(results, LOOP, 60),
	],
});

/** A page per sub-workflow, of which only the cursor comes back: n8n keeps what an execution's own nodes put out. */
async function onePageLoop(bench: Bench): Promise<Contender> {
	const { n8n } = bench;
	const pageId = await pageWorkflow(bench);
	const call: NodeInput = {
		name: 'Job page',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: pageId },
			workflowInputs: { mappingMode: 'defineBelow', value: {}, matchingColumns: [], schema: [] },
			options: {},
		},
	};
	const again: NodeInput = {
		name: 'Has next page',
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: { conditions: isTrue('={{ $json.hasNextPage }}'), options: {} },
	};
	const connections: Connections = {
		[again.name]: { main: [[{ node: call.name, type: 'main', index: 0 }], []] },
	};
	return await n8n.contender(LOOP, [call, again], {
		connections,
		delivers: CONTRACTS,
		isWhole: true,
	});
}

async function pageWorkflow({ n8n }: Bench): Promise<string> {
	const page = ours(n8n, {
		...RETURN_ALL,
		returnAll: false,
		limit: 100,
		options: { onePage: true, cursor: '={{ $json.nextCursor }}' },
	});
	const { id } = await n8n.createWorkflow({
		name: 'One page',
		nodes: [
			{
				name: 'Called',
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			},
			page,
			{
				name: 'Cursor only',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: {
					mode: 'raw',
					jsonOutput:
						'={{ { nextCursor: $json.nextCursor, hasNextPage: $json.hasNextPage, benchItems: $json.records.length } }}',
					options: {},
				},
			},
		],
	});
	await n8n.publish(id);
	return id;
}

function isTrue(leftValue: string) {
	return {
		options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
		conditions: [
			{
				leftValue,
				rightValue: '',
				operator: { type: 'boolean', operation: 'true', singleValue: true },
			},
		],
		combinator: 'and',
	};
}

export const HUGE_JOBS: Job[] = [huge];
