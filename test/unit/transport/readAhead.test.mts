import { readAhead } from '../../../nodes/ContractManagement/transport/lists/paginate';
import { wholeOrChain } from '../../../nodes/ContractManagement/transport/lists/wholeOrChain';

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
	for await (const value of readAhead(source)) values.push(value);
	expect(values).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('one value is fetched ahead, and no more', async () => {
	const { state, source } = counting(100);
	const ahead = readAhead(source);
	await ahead.next();
	await settled();
	expect(state.started).toBe(2);
	await ahead.next();
	await settled();
	expect(state.started).toBe(3);
});

test('after a stop nothing more is fetched', async () => {
	const { state, source } = counting(100);
	const ahead = readAhead(source);
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
	const ahead = readAhead(failing());
	expect(await ahead.next()).toEqual({ done: false, value: 1 });
	await settled();
	await expect(ahead.next()).rejects.toThrow('broken');
});

test('a failure that nobody waits for harms nobody', async () => {
	async function* failing(): AsyncGenerator<number, void, undefined> {
		yield 1;
		throw new Error('broken');
	}
	const ahead = readAhead(failing());
	await ahead.next();
	await ahead.return();
	await settled();
});

test('a million values need no stack', async () => {
	const { source } = counting(200_000);
	let sum = 0;
	for await (const value of readAhead(source)) sum += value;
	expect(sum).toBe((200_000 * 199_999) / 2);
});

describe('a list that is read whole', () => {
	const PAGES = [1, 2, 3].map((id) => ({ records: [{ id }], nextCursor: id < 3 ? `${id}` : null }));

	async function* chainOf(pages: typeof PAGES) {
		yield* pages;
	}

	/** The ids of a list of so many pages, and whether it was read in parallel. */
	async function idsOf(count: number, wanted: { limit: number; cursor?: string }) {
		const pages = PAGES.slice(-count);
		const whole = jest.fn(async () => PAGES.flatMap(({ records }) => records));
		const ids: number[] = [];
		for await (const { records } of wholeOrChain(chainOf(pages), wanted, whole)) {
			ids.push(...records.map(({ id }) => id));
		}
		return [ids, whole.mock.calls.length];
	}

	test('is read in parallel where it is long and wanted to its end, else page by page', async () => {
		expect(await idsOf(3, { limit: Infinity })).toEqual([[1, 2, 3], 1]);
		expect(await idsOf(2, { limit: Infinity })).toEqual([[2, 3], 0]);
		expect(await idsOf(3, { limit: 100 })).toEqual([[1, 2, 3], 0]);
		expect(await idsOf(3, { limit: Infinity, cursor: '0' })).toEqual([[1, 2, 3], 0]);
	});
});
