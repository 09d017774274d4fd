import { Chain, readAhead } from '../../../nodes/ContractManagement/transport/readAhead';

/** Yields 0, 1, 2 … and counts how many were asked for. */
function counting(total: number) {
	const state = { started: 0 };
	async function* source(): AsyncGenerator<number, void, undefined> {
		for (let i = 0; i < total; i++) {
			state.started += 1;
			yield i;
		}
	}
	return { state, source: source() };
}

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

test('values keep their order and arrive once', async () => {
	const { source } = counting(10);
	const values: number[] = [];
	for await (const value of readAhead(source, 3)) values.push(value);
	expect(values).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('so many values are fetched ahead, and no more', async () => {
	const { state, source } = counting(100);
	const ahead = readAhead(source, 3);
	await ahead.next();
	await settled();
	expect(state.started).toBe(4);
	await ahead.next();
	await settled();
	expect(state.started).toBe(5);
});

test('after a stop nothing more is fetched', async () => {
	const { state, source } = counting(100);
	const ahead = readAhead(source, 50);
	await ahead.next();
	await ahead.return();
	const { started } = state;
	await settled();
	expect(state.started).toBeLessThanOrEqual(started + 1);
});

test('a failure arrives in its place, after the values before it', async () => {
	async function* failing(): AsyncGenerator<number, void, undefined> {
		yield 1;
		throw new Error('broken');
	}
	const ahead = readAhead(failing(), 5);
	expect(await ahead.next()).toEqual({ done: false, value: 1 });
	await settled();
	await expect(ahead.next()).rejects.toThrow('broken');
});

test('a failure that nobody waits for harms nobody', async () => {
	async function* failing(): AsyncGenerator<number, void, undefined> {
		yield 1;
		throw new Error('broken');
	}
	const ahead = readAhead(failing(), 5);
	await ahead.next();
	await ahead.return();
	await settled();
});

test('a million values need no stack', async () => {
	const { source } = counting(200_000);
	let sum = 0;
	for await (const value of readAhead(source, 100)) sum += value;
	expect(sum).toBe((200_000 * 199_999) / 2);
});

async function* pagesOf(...pages: number[][]) {
	for (const records of pages) yield { records, nextCursor: null };
}

test('a chain reads over empty pages to its next record', async () => {
	const chain = new Chain(pagesOf([], [1, 2], [], [3]));
	const taken: number[] = [];
	for (await chain.fill(); chain.head !== undefined; await chain.fill()) {
		taken.push(chain.head);
		chain.advance();
	}
	expect(taken).toEqual([1, 2, 3]);
	expect(chain.isAtEnd).toBe(true);
	expect(chain.isDry).toBe(false);
});

test('a chain looks ahead when half of its page is used, once, and not beyond its end', async () => {
	let fetched = 0;
	async function* source() {
		for (const records of [[1, 2], [3]]) {
			fetched += 1;
			yield { records, nextCursor: null };
		}
	}
	const chain = new Chain(source());
	await chain.fill();
	chain.lookAhead();
	expect(fetched).toBe(1);
	chain.advance();
	chain.lookAhead();
	chain.lookAhead();
	await settled();
	expect(fetched).toBe(2);

	chain.advance();
	await chain.fill();
	expect(chain.head).toBe(3);
	chain.advance();
	await chain.fill();
	chain.lookAhead();
	expect(chain.isAtEnd).toBe(true);
});

test('a failed look ahead is met when its page is needed', async () => {
	async function* source() {
		yield { records: [1], nextCursor: 'next' };
		throw new Error('broken');
	}
	const chain = new Chain<number>(source());
	await chain.fill();
	chain.advance();
	chain.lookAhead();
	await settled();
	await expect(chain.fill()).rejects.toThrow('broken');
});
