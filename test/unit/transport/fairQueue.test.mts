import { FairQueue } from '../../../nodes/ContractManagement/transport/limit/fairQueue';

/** A queue of texts: the queue itself tells its items apart by what they are, not by what they say. */
function texts() {
	const queue = new FairQueue<{ execution: string; text: string; again?: boolean }>();
	return {
		add: (execution: string, text: string, again?: boolean) => {
			const item = { execution, text, again };
			queue.add(item);
			return () => queue.remove(item);
		},
		take: () => (queue.isEmpty ? undefined : queue.take().text),
		all: () => [...queue].map(({ text }) => text),
		isEmpty: () => queue.isEmpty,
	};
}

function takeAll(queue: ReturnType<typeof texts>): string[] {
	const taken: string[] = [];
	for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
	return taken;
}

test('executions take turns, and the requests of one execution keep their order', () => {
	const queue = texts();
	for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']) queue.add(item[0], item);
	expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4']);
});

test('a new execution is served after one request of each other, however many they have', () => {
	const queue = texts();
	for (let i = 0; i < 100; i++) for (const name of 'abcde') queue.add(name, `${name}${i}`);
	for (let i = 0; i < 50; i++) queue.take();

	queue.add('webhook', 'webhook');

	expect(Array.from({ length: 6 }, () => queue.take())).toContain('webhook');
});

test('an execution that comes back after every answer is no new one: it takes turns like the others', () => {
	const queue = texts();
	for (let i = 0; i < 100; i++) for (const bulk of ['one', 'two']) queue.add(bulk, bulk);
	queue.add('pages', 'pages');
	const taken: string[] = [];
	for (let i = 0; i < 60; i++) {
		const item = queue.take()!;
		taken.push(item);
		if (item === 'pages') queue.add('pages', 'pages');
	}
	const turns = taken.filter((item) => item === 'pages').length;
	expect(Math.abs(turns - 20)).toBeLessThanOrEqual(2);
});

test('requests that were turned away go before the others of their execution, in their order', () => {
	const queue = texts();
	queue.add('a', 'first');
	queue.add('a', 'second');
	queue.add('a', 'third');
	const turnedAway = [queue.take()!, queue.take()!];
	for (const text of turnedAway) queue.add('a', text, true);
	expect(takeAll(queue)).toEqual(['first', 'second', 'third']);
});

test('a request that leaves is not served, and its execution loses its turn with the last one', () => {
	const queue = texts();
	const leaves = ['a1', 'a2', 'b1', 'a3'].map((item) => queue.add(item[0], item));
	leaves[1]();
	leaves[2]();
	expect(takeAll(queue)).toEqual(['a1', 'a3']);
	expect(queue.isEmpty()).toBe(true);

	queue.add('b', 'b2')();
	expect(queue.isEmpty()).toBe(true);
	queue.add('b', 'b3');
	expect(takeAll(queue)).toEqual(['b3']);
});

test('everyone who waits can be looked at', () => {
	const queue = texts();
	for (const item of ['a1', 'b1', 'a2']) queue.add(item[0], item);
	expect(queue.all().toSorted()).toEqual(['a1', 'a2', 'b1']);
});
