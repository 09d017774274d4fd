import { NodeApiError } from 'n8n-workflow';
import { customOperation, declaredRoute } from '../../../nodes/ContractManagement/node/routing';
import { sendOne } from '../../../nodes/ContractManagement/node/runnable';
import { toItem } from '../../../nodes/ContractManagement/node/scope';
import { invalidInput } from '../../../nodes/ContractManagement/transport/errors/requestError';
import { request } from '../../../nodes/ContractManagement/transport/request';
import { reading } from './support/operations.mts';
import { executeContext, singleContext, type NodeRun } from '../transport/support/nodeContexts.mts';

const ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const READ = { method: 'GET', path: '/contracts/{contractId}' } as const;
const KEY_REJECTED = 'The service rejected the API key. Open the credential and paste it again';
const ORGANIZATION = { method: 'GET', path: '/organization' } as const;

test('the hook of an operation sends its declared request and links the item to its input', async () => {
	const { context, sent } = singleContext(
		{ parameters: [{}, { contractId: ID }], answer: () => ({ body: { data: { id: ID } } }) },
		1,
	);
	const items = await declaredRoute({ declared: READ, prepare: sendOne, writes: false }).call(
		context,
	);
	expect(items).toEqual([{ json: { id: ID }, pairedItem: { item: 1 } }]);
	expect(sent[0]).toMatchObject({ method: 'GET', url: `/contracts/${ID}` });
	expect(sent[0]).not.toHaveProperty('body');
});

test('the body of the description goes along', async () => {
	const { context, sent } = singleContext({ answer: () => ({ body: { id: 'x' } }) });
	await declaredRoute({
		declared: { path: '/x', method: 'PATCH', body: { b: 2 } },
		prepare: sendOne,
		writes: true,
	}).call(context);
	expect(sent[0]).toMatchObject({ method: 'PATCH', url: '/x', body: { b: 2 } });
});

test('a failure is thrown as the one class that n8n passes on, with its item and its details', async () => {
	const { context } = singleContext({}, 0);
	const failing = declaredRoute(
		reading(async ({ node }) => {
			throw invalidInput(node, { message: 'Preexisting', description: 'd', field: 'f' });
		}, ORGANIZATION),
	);
	const error = await failing.call(context).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: 'Preexisting',
		description: 'd',
		context: { errorId: 'INVALID_INPUT', details: { field: 'f' }, itemIndex: 0 },
	});
});

test('a failure without a description and a fault of our own are thrown, too', async () => {
	const { context } = singleContext();
	const bug = new TypeError('bug');
	const failing = declaredRoute(
		reading(async () => {
			throw bug;
		}, ORGANIZATION),
	);
	await expect(failing.call(context)).rejects.toBe(bug);
	const silent = declaredRoute(
		reading(async ({ node }) => {
			throw Object.assign(invalidInput(node, { message: 'm', description: 'd' }), {
				description: undefined,
			});
		}, ORGANIZATION),
	);
	await expect(silent.call(context)).rejects.toMatchObject({ message: 'm' });
});

test('a node that continues on fail gets the failure as an item', async () => {
	const { context } = singleContext({
		continueOnFail: true,
		answer: () => ({ statusCode: 401, body: {} }),
	});
	const [item] = await declaredRoute({
		declared: ORGANIZATION,
		prepare: sendOne,
		writes: false,
	}).call(context);
	expect(item).toMatchObject({
		json: { error: KEY_REJECTED, details: { statusCode: 401 } },
		pairedItem: { item: 0 },
	});
});

const items = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

const runAll = async (run: NodeRun, body: (n: number) => Promise<number[]>) => {
	const operation = customOperation(
		reading(
			async (scope) => (await body(scope.parameter('n', -1))).map((n) => toItem(scope, { n })),
			{ method: 'GET', path: '/x' },
		),
	);
	return await operation.call(executeContext(run).context);
};

test('a custom operation works on several items at a time and keeps their order', async () => {
	let running = 0;
	let peak = 0;
	const [output] = await runAll({ parameters: items(100) }, async (n) => {
		peak = Math.max(peak, (running += 1));
		await new Promise((resolve) => setTimeout(resolve, (100 - n) / 20));
		running -= 1;
		return [n, n];
	});
	expect(output.map(({ json, pairedItem }) => [json.n, pairedItem])).toEqual(
		items(100).flatMap(({ n }) => [
			[n, { item: n }],
			[n, { item: n }],
		]),
	);
	expect(peak).toBeGreaterThan(1);
	expect(peak).toBeLessThanOrEqual(100);
});

test('200,000 items of one input item arrive', async () => {
	const [output] = await runAll({ parameters: items(1) }, async () =>
		Array.from({ length: 200_000 }, (_, n) => n),
	);
	expect(output).toHaveLength(200_000);
});

test('the first failure of a custom operation stops the others and is thrown', async () => {
	const started: number[] = [];
	const { context, sent } = executeContext({
		parameters: items(100),
		answer: async ({ url }) => {
			if (url === '/5') return { statusCode: 401, body: {} };
			await new Promise((resolve) => setTimeout(resolve, 20));
			return { body: {} };
		},
	});
	const operation = customOperation(
		reading(
			async (scope) => {
				const n = scope.parameter('n', -1);
				started.push(n);
				await request(scope.connection, { method: 'GET', path: `/${n}` });
				await request(scope.connection, { method: 'GET', path: `/${n}/more` });
				return [];
			},
			{ method: 'GET', path: '/x' },
		),
	);
	await expect(operation.call(context)).rejects.toMatchObject({
		message: KEY_REJECTED,
		context: { itemIndex: 5 },
	});
	expect(started.length).toBeLessThanOrEqual(100);
	expect(sent.some(({ url }) => url.endsWith('/more'))).toBe(false);
});

test('a custom operation that continues on fail delivers the others', async () => {
	const [output] = await runAll({ parameters: items(3), continueOnFail: true }, async (n) => {
		if (n === 1) throw new Error('broken');
		return [n];
	});
	expect(output.map(({ json }) => json.error ?? json.n)).toEqual([0, 'broken', 2]);
	expect(output[1].pairedItem).toEqual({ item: 1 });
});

test('a custom operation keeps to the Batching of Request Options', async () => {
	jest.useFakeTimers();
	const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 40 } } };
	const starts: number[] = [];
	const startedAt = Date.now();
	const running = runAll(
		{ parameters: items(5).map((item) => ({ ...item, requestOptions })) },
		async (n) => {
			starts[n] = Date.now() - startedAt;
			return [];
		},
	);
	await jest.advanceTimersByTimeAsync(200);
	await running;
	jest.useRealTimers();
	expect(starts).toEqual([0, 0, 40, 40, 80]);
});

test('a Batching of -1 items is off, as n8n says of it', async () => {
	const requestOptions = { batching: { batch: { batchSize: -1, batchInterval: 3_600_000 } } };
	const parameters = items(3).map((item) => ({ ...item, requestOptions }));
	const starts: number[] = [];
	await runAll({ parameters }, async (n) => {
		starts.push(n);
		return [];
	});
	expect(starts).toEqual([0, 1, 2]);
});

test.each([
	[{ batchSize: 'few' }, "Items per Batch 'few' is not a number"],
	[{ batchSize: 2, batchInterval: NaN }, "Batch Interval 'NaN' is not a number"],
])('a Batching that is no number is refused: %j', async (batch, message) => {
	const requestOptions = { batching: { batch } };
	const parameters = items(2).map((item) => ({ ...item, requestOptions }));
	await expect(runAll({ parameters }, async () => [])).rejects.toThrow(message);
});

test('waiting for the next batch ends when the execution is canceled', async () => {
	const requestOptions = { batching: { batch: { batchSize: 0, batchInterval: 3_600_000 } } };
	const stop = new AbortController();
	const parameters = items(2).map((item) => ({ ...item, requestOptions }));
	const running = runAll({ parameters, signal: stop.signal }, async (n) => {
		stop.abort(new Error('stopped'));
		return [n];
	});
	await expect(running).rejects.toThrow('stopped');
});
