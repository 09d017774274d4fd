import type { IExecuteFunctions } from 'n8n-workflow';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { executedBefore } from '../../../nodes/ContractManagement/node/progress';

/** A try of the run that n8n ordered with this object. */
const tryOf = (order: object) => ({ getExecuteData: () => order }) as unknown as IExecuteFunctions;

test('a later try of a run knows what an earlier one has executed, and no other run does', () => {
	const order = {};
	executedBefore(tryOf(order)).set(3, 'done');

	expect([...executedBefore(tryOf(order))]).toEqual([[3, 'done']]);
	expect([...executedBefore(tryOf({}))]).toEqual([]);
});

test('what a run has executed ends with it, even where it holds the context of the try', async () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const results: Array<WeakRef<object>> = [];
	const run = (order: object) => {
		const context = tryOf(order);
		const result = { context, records: Array(1_000).fill('x') };
		executedBefore(context).set(0, result);
		results.push(new WeakRef(result));
		return order;
	};
	for (let i = 0; i < 10; i++) run({});
	const running = run({});
	await new Promise((resolve) => setImmediate(resolve));
	collect();

	const isKept = results.map((result) => result.deref() !== undefined);
	expect(isKept).toEqual([...Array(10).fill(false), true]);
	expect(executedBefore(tryOf(running)).size).toBe(1);
});

test('where n8n has no order, each try knows of itself only', () => {
	const context = tryOf(undefined as never);
	executedBefore(context).set(0, 'done');
	expect(executedBefore(context).size).toBe(1);
	expect(executedBefore(tryOf(undefined as never)).size).toBe(0);
});
