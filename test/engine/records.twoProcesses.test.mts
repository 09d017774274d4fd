import { otherProcess } from '../support/otherProcess.mts';
import { recordsSuite } from '../support/recordsSuite.mts';

const { draft, upsert, lines, byDescription } = recordsSuite();

const row = (description: string, quantity: number) => ({ description, quantity });

test('two processes that write different rows of one table, one after the other, keep those of each other', async () => {
	const contractId = await draft();
	const node = (await otherProcess())();
	await upsert(contractId, [row('A', 1)], byDescription());
	const other = await upsert(contractId, [row('B', 2)], byDescription(), { node });
	expect(other.error).toBeUndefined();
	await upsert(contractId, [row('A', 3)], byDescription());
	expect(await lines(contractId)).toEqual([
		['A', 3],
		['B', 2],
	]);
});

test('a second run of the same, in another process, changes nothing and says so', async () => {
	const contractId = await draft();
	const node = (await otherProcess())();
	await upsert(contractId, [row('A', 1), row('B', 2)], byDescription());
	const again = await upsert(contractId, [row('A', 1), row('B', 2)], byDescription(), { node });
	expect(again.items.map(({ json }) => json.action)).toEqual(['unchanged', 'unchanged']);
	expect(await lines(contractId)).toEqual([
		['A', 1],
		['B', 2],
	]);
});
