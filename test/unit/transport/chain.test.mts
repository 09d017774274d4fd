import { Chain } from '../../../nodes/ContractManagement/transport/lists/chain';

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

async function* pagesOf(...pages: number[][]) {
	for (const records of pages) yield { records, nextCursor: null };
}

test('a chain reads over empty pages to its next record', async () => {
	const chain = new Chain(pagesOf([], [1, 2], [], [3]));
	const taken: number[] = [];
	for (await chain.fill(); chain.left > 0; await chain.fill()) {
		taken.push(chain.head);
		chain.take();
	}
	expect(taken).toEqual([1, 2, 3]);
	await chain.fill();
	expect(chain.left).toBe(0);
});

test('a chain looks ahead when half of its page is used, once, and not beyond its end', async () => {
	let fetched = 0;
	async function* source() {
		for (const records of [[1, 2], [3]]) {
			fetched += 1;
			yield { records, nextCursor: null };
		}
	}
	const asked = jest.fn();
	const pages = source();
	const next = pages.next.bind(pages);
	pages.next = async () => {
		asked();
		return await next();
	};
	const chain = new Chain(pages);
	await chain.fill();
	chain.lookAhead();
	expect(fetched).toBe(1);
	chain.take();
	chain.lookAhead();
	chain.lookAhead();
	await settled();
	expect(fetched).toBe(2);

	chain.take();
	await chain.fill();
	expect(chain.take()).toBe(3);
	await chain.fill();
	chain.lookAhead();
	expect(chain.left).toBe(0);
	expect(asked).toHaveBeenCalledTimes(3);
});

test('a failed look ahead is met when its page is needed', async () => {
	async function* source() {
		yield { records: [1], nextCursor: 'next' };
		throw new Error('broken');
	}
	const chain = new Chain<number>(source());
	await chain.fill();
	chain.take();
	chain.lookAhead();
	await settled();
	await expect(chain.fill()).rejects.toThrow('broken');
});
