import { withProgress } from '../../../nodes/ContractManagement/node/progress';
import { asThrown } from '../../../nodes/ContractManagement/transport/errors/thrown';

const done = (itemIndex: number) => ({ itemIndex });
const failed = (itemIndex: number, outcome = 'notExecuted') => ({
	itemIndex,
	error: Object.assign(new Error('m'), { context: { outcome } }),
});

const described = (executed: number[]) =>
	withProgress(new Error('m'), 0, [failed(0), ...executed.map(done)], { count: 1_000 }) as Error & {
		description: string;
		context: object;
	};

test.each([
	[[1], '1 of 1000 items had been executed by then: item 1.'],
	[[1, 2, 3], '3 of 1000 items had been executed by then: items 1-3.'],
	[[1, 2, 3, 7, 9, 10], '6 of 1000 items had been executed by then: items 1-3, 7 and 9-10.'],
	[[], 'No item was executed.'],
])('%j', (executed, text) => {
	expect(described(executed).description).toBe(text);
});

test('so many pieces that nobody reads them are counted', () => {
	const { description, context } = described(Array.from({ length: 50 }, (_, n) => 2 * n + 1));
	expect(description).toMatch(/: items 1, 3, [\d, ]+, 39 and 30 more\.$/);
	expect(context).toHaveProperty('details.executedItems.49', 99);
});

test('details and words of the error stay', () => {
	const error = Object.assign(new Error('m'), {
		description: 'Do this.',
		context: { details: { field: 'f' }, outcome: 'unknown' },
	});
	const ended = [done(0), done(1), failed(2, 'unknown')];
	withProgress(error, 2, ended, { count: 3, again: 'Hm.' });
	expect(error).toMatchObject({
		message: 'm',
		description: 'Do this. 2 of 3 items had been executed by then: items 0-1. Hm.',
		context: {
			outcome: 'unknown',
			details: { field: 'f', items: 3, executedItems: [0, 1], unknownItems: [2], failedItems: [2] },
		},
	});
});

test('what was executed is told, however long the refusal and the reasons of others are', () => {
	const more = (error: Error) => Object.assign(error, { description: 'x'.repeat(1_500) });
	const ended = [
		...Array.from({ length: 50 }, (_, n) => done(2 * n + 1)),
		...Array.from({ length: 20 }, (_, n) => failed(200 + n, 'unknown')),
		...Array.from({ length: 12 }, (_, n) => ({
			itemIndex: 300 + n,
			error: new Error(`${n}`.repeat(200)),
		})),
	];
	const run = { count: 1_000, again: 'Again is harmful.' };
	const error = asThrown(
		withProgress(asThrown(more(new Error('m'))), 0, [failed(0), ...ended], run),
	);
	expect(error).toMatchObject({
		description: expect.stringMatching(
			/^x{500}… 50 of 1000 items had been executed by then: .* Again is harmful\. It is not known whether items 200-219 /,
		),
	});
});

test('of failed items up to ten reasons are told, each once, with the items that it is of', () => {
	const bad = (itemIndex: number, message: string) => ({ itemIndex, error: new Error(message) });
	const ended = [
		bad(0, 'First'),
		...[3, 4, 9].map((index) => bad(index, "Field 'Fee' cannot take 'x'")),
		...Array.from({ length: 12 }, (_, n) => bad(20 + n, `Bad ${n}`)),
	];
	const { description } = withProgress(new Error('First'), 0, ended, { count: 300 }) as Error & {
		description: string;
	};
	expect(description).toContain("What fails, too: items 3-4 and 9: Field 'Fee' cannot take 'x'. ");
	expect(description).toMatch(/item 20: Bad 0\. .*item 28: Bad 8\. And items 29-31\.$/);
});

test('of items that are read it is told how many there were, as the others end with the one that fails', () => {
	const run = { count: 3, isRead: true };
	const error = withProgress(new Error('m'), 1, [done(0), failed(1)], run);
	expect(error).toMatchObject({ description: '', context: { details: { items: 3 } } });
	expect(error).not.toHaveProperty('context.details.executedItems');
});
