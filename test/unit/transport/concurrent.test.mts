import { mapConcurrently } from '../../../nodes/ContractManagement/transport/concurrent';

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
