import type { SelectedEvent } from '../../../nodes/ContractManagement/api/deliveries/event';
import {
	readRecords,
	type Reading,
} from '../../../nodes/ContractManagement/triggers/webhook/readRecords';
import {
	fakeConnection,
	networkError,
	NODE,
	type Answer,
} from '../transport/support/fakeService.mts';

const [A, B] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
const OLD = '1969-12-31T23:00:00.000Z';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const updated = (id: string, more: Partial<SelectedEvent> = {}): SelectedEvent => ({
	...({ subject: 'contract', id, name: 'updated', event: 'updated' } as const),
	...more,
});
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

/** What becomes of a delivery of these events, and how often each record is read. */
async function delivered(
	events: SelectedEvent[],
	answer: (url: string, read: number) => Answer | Promise<Answer>,
) {
	const reads: Record<string, number> = {};
	const { connection } = fakeConnection(({ url }) => {
		const id = url.includes(A!) ? A! : B!;
		return answer(id, (reads[id] = (reads[id] ?? 0) + 1));
	});
	Object.assign(connection.context, { getNode: () => NODE });
	const retry = { ...connection.retry, maxTotalMs: 0 };
	const settled = Promise.allSettled([readRecords({ ...connection, retry }, events, 'asSigned')]);
	await jest.advanceTimersByTimeAsync(10_000);
	const [result] = await settled;
	const readings = result.status === 'rejected' ? 'again' : result.value.map(outcomeOf).join();
	return { readings, reads: Object.values(reads) };
}

function outcomeOf(reading: Reading): string {
	return reading instanceof Error ? 'error' : (reading?.status ?? 'none');
}

const NOT_FOUND: Answer = {
	statusCode: 404,
	body: { errors: [{ errorId: 'not_found' }], errorId: 'not_found' },
};
const record = (id: string, status = 'draft', updatedAt = OLD): Answer => ({
	body: { id, status, updatedAt },
});

test.each<[string, Answer]>([
	...[400, 401, 403, 410, 429, 500, 503].map((statusCode): [string, Answer] => [
		`${statusCode}`,
		{ statusCode, body: {} },
	]),
	['a lost answer', networkError('ETIMEDOUT', 'timed out')],
	['no record', { body: {} }],
])(
	'one that cannot be read holds nobody up; where nothing can be read, it is sent again: %s',
	async (_what, failure) => {
		const events = [A!, B!].map((id) => updated(id));
		const one = await delivered(events, (id) => (id === A ? record(id) : failure));
		expect(one.readings).toBe('draft,error');
		expect((await delivered(events, () => failure)).readings).toBe('again');
	},
);

test('each record is read once, all at the same time', async () => {
	const events = [A!, B!, A!].map((id) => updated(id));
	expect(await delivered(events, (id) => record(id))).toEqual({
		readings: 'draft,draft,draft',
		reads: [1, 1],
	});
});

const move = (status: string, at?: string) => updated(A!, { event: 'statusChanged', status, at });

test.each<[string, () => SelectedEvent, Answer, string]>([
	['404 without a time', () => updated(A!), NOT_FOUND, 'again'],
	[
		'404 of an event that is not known, without a time',
		() => updated(A!, { event: 'template.updated' }),
		NOT_FOUND,
		'none',
	],
	['404 of a moment ago', () => updated(A!, { at: ago(50) }), NOT_FOUND, 'again'],
	['404 of a minute ago', () => updated(A!, { at: ago(61) }), NOT_FOUND, 'none'],
	['another status of a moment ago', () => move('signing', ago(50)), record(A!), 'again'],
	['another status by a clock ahead', () => move('signing', ago(-7_200)), record(A!), 'again'],
	['another status of a minute ago', () => move('signing', ago(61)), record(A!), 'none'],
	['another status without a time', () => move('signing'), record(A!), 'draft'],
	['a version before the event', () => updated(A!, { at: ago(1) }), record(A!), 'draft'],
])(
	'what is not shown is read again three times, and then: %s',
	async (_what, toldNow, answer, outcome) => {
		const told = toldNow();
		expect(await delivered([told], () => answer)).toEqual({ readings: outcome, reads: [4] });
		const status = told.status ?? 'draft';
		const shown = record(A!, status, told.at ?? OLD);
		const late = await delivered([told], (_id, read) => (read > 2 ? shown : answer));
		expect(late).toEqual({ readings: status, reads: [3] });
	},
);

test('what is not shown is read again over three seconds, more and more slowly', async () => {
	const times: number[] = [];
	await delivered([updated(A!)], () => (times.push(Date.now()), NOT_FOUND));
	expect(times).toEqual([0, 400, 1_200, 2_800]);
});

test('a status that the contract has left since is not waited for', async () => {
	const told = move('signing', ago(600));
	expect(await delivered([told], (id) => record(id, 'signed', ago(500)))).toEqual({
		readings: 'signed',
		reads: [1],
	});
});

test('one that is not so takes nothing from others of its record', async () => {
	const events = [move('signing', ago(600)), updated(A!)];
	expect((await delivered(events, (id) => record(id))).readings).toBe('none,draft');
});

test('a service that is too slow for all of them holds those that were read for six seconds', async () => {
	const events = [A!, B!].map((id) => updated(id));
	const never = new Promise<Answer>(() => undefined);
	const readings = await delivered(events, (id) => (id === A ? record(id) : never));
	expect(readings).toMatchObject({ readings: 'draft,error' });
});
