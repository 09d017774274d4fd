import { interceptRequests, nock } from '../support/nock.mts';
import { operations } from '../support/operations.mts';
import { expectedItems, jsonOf } from './cases/expectation.mts';
import { record, runCase } from './cases/runCase.mts';
import { CASES } from './cases/index.mts';

interceptRequests();
beforeAll(() => nock.disableNetConnect());

test.each(operations())('%s is in the table', (operation) => {
	expect(CASES.map((each) => each.operation)).toContain(operation);
});

test('the table names no operation that the node does not have', () => {
	const known = operations();
	expect(CASES.map(({ operation }) => operation).filter((name) => !known.includes(name))).toEqual(
		[],
	);
});

describe.each(CASES.map((each) => [each.operation, each.does, each] as const))(
	'%s %s',
	(_operation, _does, each) => {
		test('sends exactly these requests, and links each item to its input', async () => {
			const run = each.run(each.fixture.recorded());
			record(run.calls);

			const { items, error } = await runCase(each, run);

			expect(error).toBeUndefined();
			expect(jsonOf(items)).toEqual(expectedItems(run));
			expect(nock.pendingMocks()).toEqual([]);
		});
	},
);
