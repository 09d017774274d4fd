import { organizationOf } from '../../../nodes/ContractManagement/triggers/polling/stored';
import { DEFAULT_RETRY } from '../../../nodes/ContractManagement/transport/retryPolicy';
import { fakeConnection, networkError, type Answer } from '../transport/support/fakeService.mts';

const DAY_MS = 24 * 60 * 60 * 1_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** What polls a day apart, each with a connection of its own, are told; and how often the service was asked. */
async function polls(account: string, ...answers: Answer[]) {
	const told: Array<string | undefined> = [];
	const answer = () => answers[sent.length - 1] ?? answers.at(-1)!;
	const { connection, sent } = fakeConnection(answer, {
		account,
		retry: { ...DEFAULT_RETRY, baseDelayMs: 1 },
	});
	for (let poll = 0; poll < 4; poll++) {
		told.push(await organizationOf({ ...connection, execution: {} }));
		jest.advanceTimersByTime(DAY_MS);
	}
	return { told, asked: sent.length };
}

const named = (id: string): Answer => ({ body: { data: { id } } });

test('is asked once per key and process, however far apart the polls are', async () => {
	expect(await polls('a', named('one'))).toEqual({ told: Array(4).fill('one'), asked: 1 });
	expect(await polls('b', named('other'))).toEqual({ told: Array(4).fill('other'), asked: 1 });
	expect(await polls('a', named('one'))).toEqual({ told: Array(4).fill('one'), asked: 0 });
});

test.each([
	[403, { statusCode: 403 }],
	[404, { statusCode: 404 }],
	['no id', { body: { name: 'One' } }],
])('where the key may not know it, once as well: %s', async (what, answer) => {
	expect(await polls(`refused ${what}`, answer)).toEqual({
		told: Array(4).fill(undefined),
		asked: 1,
	});
});

test.each([
	['503', { statusCode: 503 }],
	['429', { statusCode: 429, headers: { 'retry-after': '1' } }],
	['401', { statusCode: 401 }],
	['no answer', networkError('ECONNREFUSED')],
])('a failure is not remembered, and costs a poll one request: %s', async (what, failure) => {
	expect(await polls(`failing ${what}`, failure, failure, named('one'))).toEqual({
		told: [undefined, undefined, 'one', 'one'],
		asked: 3,
	});
});
