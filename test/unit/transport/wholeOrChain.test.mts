import { wholeOrChain } from '../../../nodes/ContractManagement/transport/lists/paginate';

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
