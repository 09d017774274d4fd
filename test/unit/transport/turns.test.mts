import { inTurn, turnCount } from '../../../nodes/ContractManagement/transport/turns';

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
		inTurn('a', task('a1')),
		inTurn('a', task('a2')),
		inTurn('b', task('b1')),
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
	const failing = inTurn('a', async () => await Promise.reject<string>(new Error('no')));
	const next = inTurn('a', async () => await Promise.resolve('yes'));
	await expect(failing).rejects.toThrow('no');
	expect(await next).toBe('yes');
});

test('nothing is remembered of keys whose tasks have ended', async () => {
	await Promise.all(Array.from({ length: 1000 }, (_, i) => inTurn(`key ${i % 10}`, pause)));
	expect(turnCount()).toBe(0);
});
