import { mapConcurrently, yielding } from '../../../nodes/ContractManagement/transport/concurrent';

const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

test('no more tasks run than the limit, and results keep the order of the items', async () => {
	let running = 0;
	let peak = 0;
	const results = await mapConcurrently([5, 1, 4, 2, 3], 2, async (item, index) => {
		peak = Math.max(peak, (running += 1));
		await wait(item);
		running -= 1;
		return [item, index];
	});
	expect(results).toEqual([
		[5, 0],
		[1, 1],
		[4, 2],
		[2, 3],
		[3, 4],
	]);
	expect(peak).toBe(2);
	expect(await mapConcurrently([], 2, async () => 1)).toEqual([]);
});

test('the first failure in time is thrown once those that run have ended, and no task starts after it', async () => {
	const started: number[] = [];
	let ended = 0;
	const work = mapConcurrently([30, 5, 10, 1, 1], 3, async (ms) => {
		started.push(ms);
		await wait(ms);
		ended += 1;
		if (ms !== 10) throw new Error(`after ${ms}`);
	});
	await expect(work).rejects.toThrow('after 5');
	expect(started).toEqual([30, 5, 10]);
	expect(ended).toBe(3);
});

describe('while items are worked on', () => {
	let now = 0;

	beforeEach(() => {
		now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	/** Works on items that take a millisecond each, and tells how many were done when it was another's turn. */
	async function turnAfter(count: number) {
		const items = Array.from({ length: count }, (_, i) => i);
		let turn: number | undefined;
		setImmediate(() => (turn = now));
		const results = await mapConcurrently(items, 100, async (item) => {
			now += 1;
			return item;
		});
		expect(results).toEqual(items);
		return turn;
	}

	test('n8n gets its turn, in one pause for all that work', async () => {
		const timers = jest.spyOn(globalThis, 'setTimeout');
		expect(await turnAfter(1_000)).toBeLessThan(1_000);
		expect(timers).toHaveBeenCalledTimes(Math.ceil(1_000 / 21));
	});

	test('n8n gets its turn also where all of them have waited for the same', async () => {
		const form = wait(1);
		let turn: number | undefined;
		const work = mapConcurrently(Array.from({ length: 100 }), 100, async (_, index) => {
			await form;
			if (index === 0) setImmediate(() => (turn = now));
			return await yielding(() => (now += 1));
		});
		expect(await work).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
		expect(turn).toBeLessThan(100);
	});

	test('a few are not kept waiting', async () => {
		expect(await turnAfter(20)).toBeUndefined();
	});

	test('nor are those whose work gives n8n its turn anyhow', async () => {
		let isAtOnce = true;
		const seen: boolean[] = [];
		await mapConcurrently([1, 2, 3], 1, async () => {
			seen.push(isAtOnce);
			now += 1_000;
			await wait(5);
			isAtOnce = true;
			setImmediate(() => (isAtOnce = false));
		});
		expect(seen).toEqual([true, true, true]);
	});

	test('what fails before a pause leaves no task to start after it', async () => {
		let started = 0;
		const work = mapConcurrently(Array.from({ length: 100 }), 50, async (_, index) => {
			started += 1;
			now += 1;
			await Promise.resolve();
			if (index === 20) throw new Error('bad');
		});
		await expect(work).rejects.toThrow('bad');
		expect(started).toBe(21);
	});
});
