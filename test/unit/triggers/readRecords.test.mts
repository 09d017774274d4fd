import type { SelectedEvent } from '../../../nodes/ContractManagement/api/deliveries/event';
import type { WatchedRecord } from '../../../nodes/ContractManagement/triggers/shared/records';
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
const HOUR_MS = 60 * 60 * 1_000;

function outcomeOf(readings: Reading[]): string {
	if (readings.includes(undefined)) return 'ignored';
	if (readings.some((one) => one instanceof Error)) return 'without one';
	return readings.map((record) => (record as WatchedRecord).status).join();
}

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** How a delivery comes again. */
interface Attempts {
	/** Whether nothing else of it fails. */
	isTaken?: boolean;
	everyMs?: number;
	eventsNow?: () => SelectedEvent[];
}

const updated = (id: string) =>
	({ subject: 'contract', id, name: 'updated', event: 'updated' }) as const;

/** What becomes of a delivery that comes again every hour; `second` is the answer of the second contract. */
async function attempts(name: string, second: Answer, how?: Attempts): Promise<string[]> {
	const first = { body: { id: A, status: 'draft' } };
	return await outcomesOf(name, (url) => (url.includes(A!) ? first : second), how);
}

async function outcomesOf(
	name: string,
	answer: (url: string) => Answer,
	{ isTaken = false, everyMs = HOUR_MS, eventsNow = () => [A!, B!].map(updated) }: Attempts = {},
): Promise<string[]> {
	const { connection } = fakeConnection(({ url }) => answer(url), { account: name });
	Object.assign(connection.context, { getNode: () => NODE, getWorkflow: () => ({ id: 'w' }) });
	const retry = { ...connection.retry, maxTotalMs: 0 };
	const outcomes: string[] = [];
	for (let attempt = 0; attempt < 4; attempt++) {
		const reading = readRecords({ ...connection, retry }, eventsNow(), 'asSigned', name);
		const settled = Promise.allSettled([reading]);
		await jest.advanceTimersByTimeAsync(10_000);
		const [result] = await settled;
		outcomes.push(result.status === 'rejected' ? 'again' : outcomeOf(result.value.readings));
		if (isTaken && result.status === 'fulfilled') result.value.forget();
		await jest.advanceTimersByTimeAsync(everyMs);
	}
	return outcomes;
}

test.each([400, 403, 410, 422, 451, 500, 503])(
	'a contract that cannot be read (%d) holds the others of its delivery for two attempts, however far apart',
	async (statusCode) => {
		const outcomes = await attempts(`refused ${statusCode}`, { statusCode, body: {} });
		expect(outcomes.slice(0, 3)).toEqual(['again', 'again', 'without one']);
	},
);

test.each([
	['is counted for as long as the delivery is not taken', false, 'without one'],
	['is forgotten with the delivery that was taken', true, 'again'],
])('that a contract could not be read %s', async (_what, isTaken, fourth) => {
	const second = { statusCode: 403, body: {} };
	const outcomes = await attempts(`taken ${isTaken}`, second, { isTaken });
	expect(outcomes).toEqual(['again', 'again', 'without one', fourth]);
});

test('so does one whose answer is lost; that the service cannot be reached holds them all', async () => {
	const lost = await attempts('lost', networkError('ETIMEDOUT', 'timed out'));
	expect(lost.slice(0, 3)).toEqual(['again', 'again', 'without one']);
	const unsent = await attempts('unsent', networkError('ECONNREFUSED'));
	expect(unsent).toEqual(['again', 'again', 'again', 'again']);
});

test.each([401, 429])('what is about the key holds them all: %d', async (statusCode) => {
	const outcomes = await attempts(`key ${statusCode}`, { statusCode, body: {} });
	expect(outcomes).toEqual(['again', 'again', 'again', 'again']);
});

test('a contract that the service does not have holds them once, however far apart', async () => {
	const body = { errors: [{ errorId: 'not_found' }], errorId: 'not_found' };
	const outcomes = await attempts('missing', { statusCode: 404, body });
	expect(outcomes.slice(0, 2)).toEqual(['again', 'ignored']);
});

test('a delivery that is too large for one attempt gets further with each, however far apart; what was read is read again where time is left', async () => {
	let [hour, asked] = [0, 0];
	const outcomes = await outcomesOf('large', (url) => {
		const now = Math.floor(Date.now() / HOUR_MS);
		[hour, asked] = [now, now === hour ? asked + 1 : 1];
		const id = url.includes(A!) ? A : B;
		return asked > 1 ? { statusCode: 429 } : { body: { id, status: `read in hour ${hour}` } };
	});
	expect(outcomes.slice(0, 2)).toEqual(['again', 'read in hour 0,read in hour 1']);
});

test.each([
	['each attempt tells its own time', () => new Date(Date.now()).toISOString()],
	['the clocks are half an hour apart', () => '1969-12-31T23:30:00.000Z'],
	['the clock of the service is ahead', () => '1970-01-01T10:00:00.000Z'],
])(
	'a status is waited for a minute, and again when it is told again, also where %s',
	async (where, at) => {
		const body = { id: A, status: 'signing', updatedAt: '1969-12-31T23:00:00.000Z' };
		const eventsNow = () => [{ ...updated(A!), status: 'negotiating', at: at() }];
		const how = { eventsNow, everyMs: 25_000, isTaken: true };
		const outcomes = await outcomesOf(where, () => ({ body }), how);
		expect(outcomes).toEqual(['again', 'again', 'signing', 'again']);
	},
);
