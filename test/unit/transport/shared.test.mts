import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NodeApiError } from 'n8n-workflow';
import {
	atItem,
	nodeApiError,
} from '../../../nodes/ContractManagement/transport/errors/requestError';
import { entriesOf, shared } from '../../../nodes/ContractManagement/transport/oncePerExecution';
import { fakeConnection, NODE } from './support/fakeService.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const { connection } = fakeConnection(() => ({}));

test('many items that need the same read it once', async () => {
	const read = jest.fn(async () => ({ fields: [] }));
	const forms = await Promise.all(
		Array.from({ length: 1_000 }, async () => await shared(connection, 'form', read)),
	);
	expect(read).toHaveBeenCalledTimes(1);
	expect(new Set(forms).size).toBe(1);
});

test('executions, API keys and keys of the read are kept apart', async () => {
	const executions = { a: {}, b: {} };
	const read = async (name: 'a' | 'b', account: string, key: string) =>
		await shared(
			{ ...connection, execution: executions[name], account },
			key,
			async () => `${name} ${account} ${key}`,
		);
	expect(await read('a', 'x', 'k')).toBe('a x k');
	expect(await read('b', 'x', 'k')).toBe('b x k');
	expect(await read('a', 'y', 'k')).toBe('a y k');
	expect(await read('a', 'x', 'l')).toBe('a x l');
});

test('a failed read is tried again by the next item, and every item that waited for it fails', async () => {
	let calls = 0;
	const read = async () => {
		calls += 1;
		if (calls === 1) throw new Error('broken');
		return calls;
	};
	const both = await Promise.allSettled([
		shared(connection, 'failing', read),
		shared(connection, 'failing', read),
	]);
	expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(await shared(connection, 'failing', read)).toBe(2);
});

test('every item that waited for a failed read has an error of its own', async () => {
	const failure = nodeApiError(NODE, { message: 'broken', description: 'Mend it.' });
	const read = async () => await Promise.reject<never>(failure);
	const results = await Promise.allSettled(
		[0, 1].map(async () => await shared(connection, 'own error', read)),
	);
	const errors = results.map((result) => (result as PromiseRejectedResult).reason as NodeApiError);
	errors.forEach(atItem);
	for (const [itemIndex, error] of errors.entries()) {
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ message: 'broken', description: 'Mend it.' });
		expect(error).toMatchObject({ context: { itemIndex }, stack: failure.stack });
	}
});

test('a read is forgotten when nobody has used it for two minutes, not before', async () => {
	const read = jest.fn(async () => 1);
	for (let minutes = 0; minutes < 10; minutes++) {
		await shared(connection, 'used', read);
		jest.advanceTimersByTime(60_000);
	}
	expect(read).toHaveBeenCalledTimes(1);
	jest.advanceTimersByTime(120_000);
	await shared(connection, 'used', read);
	expect(read).toHaveBeenCalledTimes(2);
});

test('another run of a node reads again, from what was read before and in its place', async () => {
	const own = { ...connection, execution: {} };
	const read = jest.fn(async (before = 0) => before + 1);
	const inRun = async (run: number) => await shared(own, 'list', read, undefined, `Sync ${run}`);
	for (let run = 1; run <= 100; run++) {
		expect(await Promise.all([inRun(run), inRun(run)])).toEqual([run, run]);
	}
	expect(read).toHaveBeenCalledTimes(100);
	expect([...entriesOf(own.execution)].length).toBe(1);
});

test('where that fails, the next item reads as if nothing had been read', async () => {
	const own = { ...connection, execution: {} };
	const read = async (before?: string) => {
		if (before !== undefined) throw new Error('broken');
		return 'whole';
	};
	const inRun = async (run: number) => await shared(own, 'list', read, undefined, `Sync ${run}`);
	expect(await inRun(0)).toBe('whole');
	await expect(inRun(1)).rejects.toThrow('broken');
	expect(await inRun(1)).toBe('whole');
	const late = shared(own, 'late', async () => await Promise.reject<string>(new Error('late')));
	const next = shared(own, 'late', read, undefined, 'Sync 1');
	await expect(late).rejects.toThrow('late');
	expect(await next).toBe('whole');
});

test('the number of reads that are remembered is bounded', async () => {
	for (let i = 0; i < 5_000; i++) await shared(connection, `key ${i}`, async () => i);
	expect([...entriesOf(connection.execution)].length).toBeLessThanOrEqual(1_000);
});

test('what an execution has read ends with it', async () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const lists: Array<WeakRef<object>> = [];
	const execute = async () => {
		const own = { ...connection, execution: {} };
		const list = await shared(own, 'list', async () => ({ records: Array(1_000).fill('x') }));
		lists.push(new WeakRef(list));
		return own;
	};
	for (let i = 0; i < 10; i++) await execute();
	const running = await execute();
	jest.useRealTimers();
	await new Promise((resolve) => setImmediate(resolve));
	collect();
	expect(lists.map((list) => list.deref() !== undefined)).toEqual([...Array(10).fill(false), true]);
	expect([...entriesOf(running.execution)].length).toBe(1);
	expect([...entriesOf({})].length).toBe(0);
});
