import type { Connection } from '../../../nodes/ContractManagement/transport/connection';
import { exclusively, turns } from '../../../nodes/ContractManagement/transport/exclusive';

/** Runs a task that writes a record of the service of this name. */
const inTurn = async <T,>(
	baseUrl: string,
	given: ReturnType<typeof connection>,
	task: () => Promise<T>,
) =>
	await exclusively(
		{ ...given, baseUrl } as Connection,
		{ path: '/contracts/3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718' },
		task,
	);

/** What a task needs of its connection. */
const connection = (signal?: AbortSignal) => ({
	context: { getNode: () => ({ name: 'Node' }) } as unknown as Connection['context'],
	...(signal && { signal }),
});
const RUNNING = connection();

const pause = async () => await new Promise((resolve) => setImmediate(resolve));

test('tasks of one key run one after the other in their order, those of other keys meanwhile', async () => {
	const log: string[] = [];
	const task = (name: string) => async () => {
		log.push(`${name} begins`);
		await pause();
		log.push(`${name} ends`);
		return name;
	};
	const results = await Promise.all([
		inTurn('a', RUNNING, task('a1')),
		inTurn('a', RUNNING, task('a2')),
		inTurn('b', RUNNING, task('b1')),
	]);
	expect(results).toEqual(['a1', 'a2', 'b1']);
	expect(log.filter((line) => line.startsWith('a'))).toEqual([
		'a1 begins',
		'a1 ends',
		'a2 begins',
		'a2 ends',
	]);
	expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'));
});

test('a task that fails does not stop the next one', async () => {
	const failing = inTurn('a', RUNNING, async () => await Promise.reject<string>(new Error('no')));
	const waiting = inTurn('a', RUNNING, async () => await Promise.reject<string>(new Error('no!')));
	const next = inTurn('a', RUNNING, async () => await Promise.resolve('yes'));
	await expect(failing).rejects.toThrow('no');
	await expect(waiting).rejects.toThrow('no!');
	expect(await next).toBe('yes');
});

test('nothing is remembered of keys whose tasks have ended', async () => {
	await Promise.all(
		Array.from({ length: 1000 }, (_, i) => inTurn(`key ${i % 10}`, RUNNING, pause)),
	);
	expect(turns.size).toBe(0);
});

test('who is stopped waits no longer for the turn of another, and the next one still comes after that', async () => {
	const stop = new AbortController();
	const log: string[] = [];
	let end: () => void = () => undefined;
	const first = inTurn('a', RUNNING, async () => {
		await new Promise<void>((resolve) => (end = resolve));
		log.push('first');
	});
	const stopped = inTurn('a', connection(stop.signal), async () => {
		stop.signal.throwIfAborted();
		log.push('stopped');
	});
	const next = inTurn('a', RUNNING, async () => void log.push('next'));
	stop.abort();
	await expect(stopped).rejects.toThrow('The execution was canceled');
	expect(log).toEqual([]);
	end();
	await Promise.all([first, next]);
	expect(log).toEqual(['first', 'next']);
	expect(turns.size).toBe(0);
});

test('who is stopped before does not wait at all', async () => {
	let end: () => void = () => undefined;
	const first = inTurn('a', RUNNING, async () => {
		await new Promise<void>((resolve) => (end = resolve));
	});
	const stopped = inTurn('a', connection(AbortSignal.abort()), async () => undefined);
	await expect(stopped).rejects.toThrow('The execution was canceled');
	end();
	await first;
});
