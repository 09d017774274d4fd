import { until } from '../support/condition.mts';
import { exchange } from '../support/exchange.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(async () => await sandbox.control.reset());
afterAll(async () => await sandbox.stop());

const control = async (method: string, path: string, body?: unknown) =>
	await exchange<any>(method, `${sandbox.origin}/_sandbox${path}`, body, { key: null });
const play = async (name: string) => await control('PUT', '/scenario', { name });

test('every scenario is named with what happens; an unknown one is refused with those there are', async () => {
	const { body } = await control('GET', '/scenario');
	expect(body.current).toBeNull();
	expect(body.known.map(({ name }: any) => name)).toEqual([
		...['renewals', 'busy', 'outage', 'strict', 'bulk'],
	]);
	const refused = await play('storm');
	expect(refused.status).toBe(400);
	expect(refused.body.error.details.availableOptions).toContain('renewals');
});

test('renewals: contracts end in 90, 60, 30 and 7 days, and the clock brings them closer', async () => {
	await play('renewals');
	const ending = async (days: number) => {
		const { body: clock } = await control('GET', '/clock');
		const until = new Date(Date.parse(clock.now) + days * 86_400_000).toISOString();
		const query = `?status=signed&name=Renewal&endAt=gte:${clock.now}&endAt=lte:${until}`;
		return (await sandbox.api('GET', `/contracts${query}`)).body.data.map(({ name }: any) => name);
	};
	expect((await ending(91)).length).toBe(4);
	expect(await ending(8)).toEqual(['Renewal in 7 days']);
	const { body: clock } = await control('GET', '/clock');
	const now = new Date(Date.parse(clock.now) + 23 * 86_400_000).toISOString();
	await control('PUT', '/clock', { now });
	expect(await ending(8)).toEqual(['Renewal in 30 days']);
});

test('busy: an event happens every 1.2 seconds', async () => {
	await control('POST', '/webhooks', { url: 'http://127.0.0.1:9/', secret: 's' });
	await play('busy');
	const events = await until(
		async () => (await control('GET', '/deliveries')).body.map(({ event }: any) => event),
		({ length }) => length >= 3,
	);
	expect(events).toContain('contract.created');
	expect(events).toContain('contract.status_changed');
	await control('DELETE', '/scenario');
});

test('busy: a contract that was deleted meanwhile is followed by the next one', async () => {
	await control('POST', '/webhooks', { url: 'http://127.0.0.1:9/', secret: 's' });
	await play('busy');
	const created = async () => {
		const { body } = await control('GET', '/deliveries?event=contract.created');
		return body.map(({ contractId }: any) => contractId as string) as string[];
	};
	const [first] = await until(created, ({ length }) => length === 1);
	expect((await control('DELETE', `/contracts/${first}`)).status).toBe(204);
	const ids = await until(created, ({ length }) => length === 2);
	expect(new Set(ids).size).toBe(2);
	await control('DELETE', '/scenario');
});

test('outage: everything is answered 503, until the scenario ends', async () => {
	await play('outage');
	for (let request = 0; request < 3; request++) {
		expect((await sandbox.api('GET', '/organization')).status).toBe(503);
	}
	await control('DELETE', '/scenario');
	expect((await sandbox.api('GET', '/organization')).status).toBe(200);
});

test('strict: few requests, and nothing that the specification does not name', async () => {
	await play('strict');
	expect((await sandbox.api('GET', '/contracts?sort=name')).status).toBe(400);
	const statuses = [];
	for (let request = 0; request < 8; request++) {
		statuses.push((await sandbox.api('GET', '/organization')).status);
	}
	expect(statuses).toContain(429);
	await play('renewals');
	expect((await sandbox.api('GET', '/contracts?sort=name')).status).toBe(200);
});

test('bulk: 10,000 contracts more', async () => {
	const { body } = await play('bulk');
	expect(body.current.name).toBe('bulk');
	const { body: page } = await sandbox.api('GET', '/contracts?name=Contract%2010000&limit=1');
	expect(page.data).toHaveLength(1);
});

test('a reset ends the scenario', async () => {
	await play('outage');
	await sandbox.control.reset();
	expect((await control('GET', '/scenario')).body.current).toBeNull();
	expect((await sandbox.api('GET', '/organization')).status).toBe(200);
});

test('a scenario whose settings are changed is over, and nothing of it stays but the change', async () => {
	const current = async () => (await control('GET', '/scenario')).body.current?.name ?? null;
	await play('outage');
	await control('DELETE', '/faults');
	expect(await current()).toBeNull();

	await play('strict');
	await control('PUT', '/rate-limit', { requestsPerSecond: 100, burst: 100 });
	expect(await current()).toBeNull();
	expect((await sandbox.api('GET', '/contracts?sort=name')).status).toBe(200);
	expect((await control('GET', '/rate-limit')).body).toMatchObject([{ burst: 100 }]);

	await control('PUT', '/profile', { 'contract-list-sort': 'unsorted' });
	await play('strict');
	await control('DELETE', '/scenario');
	expect((await control('GET', '/profile')).body).toEqual({ 'contract-list-sort': 'unsorted' });
	await play('strict');
	await control('PUT', '/profile', {});
	expect(await current()).toBeNull();
	expect((await control('GET', '/rate-limit')).body).toEqual([]);
});

test('a reset plays the scenario of the start again', async () => {
	const own = await startSandbox({ scenario: 'renewals' });
	const renewals = async () =>
		(await own.api('GET', '/contracts?name=Renewal%20in')).body.data.length;
	await own.control.call('DELETE', '/scenario');
	await own.control.reset();
	expect((await own.control.call('GET', '/scenario')).current.name).toBe('renewals');
	expect(await renewals()).toBe(4);
	await own.stop();
});
