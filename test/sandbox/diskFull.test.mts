import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { applySeed } from '../../sandbox/seed/index.mts';
import { ORGANIZATIONS } from '../../sandbox/seed/base.mts';
import { createState, type SandboxState } from '../../sandbox/state.mts';
import { Database } from '../../sandbox/store/database.mts';
import { findDeliveries } from '../../sandbox/webhooks/delivery.mts';
import { insertSubscription } from '../../sandbox/webhooks/subscription.mts';
import { until } from '../support/condition.mts';
import { startReceiver, type Receiver } from '../support/receiver.mts';
import { startSandbox } from '../support/sandbox.mts';

const run = promisify(execFile);

test('a write for which there is no room says so, changes nothing, and the next one works', () => {
	const database = new Database();
	const [{ pages }] = database.all<{ pages: number }>(
		'SELECT page_count AS pages FROM pragma_page_count',
	) as [{ pages: number }];
	const put = (name: string, value: string) =>
		database.transaction(() => database.run('INSERT INTO meta VALUES (?, ?)', name, value));
	database.exec(`PRAGMA max_page_count = ${pages}`);
	expect(() => put('large', '.'.repeat(1e6))).toThrow('database or disk is full');
	database.exec('PRAGMA max_page_count = 1000000');
	put('small', '.');
	const names = database.all<{ name: string }>('SELECT name FROM meta').map(({ name }) => name);
	expect([names.includes('large'), names.includes('small')]).toEqual([false, true]);
	database.close();
});

test.each([40, 160])(
	'a first start with room for %d blocks says why it ends, and --db can be started when there is more',
	async (blocks) => {
		const folder = await mkdtemp(path.join(tmpdir(), 'disk-full-'));
		const db = path.join(folder, 'sandbox.db');
		const start = `ulimit -f ${blocks}; exec "$0" sandbox/main.mts --port 0 --db "$1"`;
		const cutOff = run('sh', ['-c', start, process.execPath, db]);
		await expect(cutOff).rejects.toMatchObject({
			stderr: expect.stringContaining(`got "${db}": disk I/O error`),
		});
		const sandbox = await startSandbox({ db });
		expect(await sandbox.control.contracts()).toHaveLength(54);
		await sandbox.stop();
		await rm(folder, { recursive: true });
	},
);

describe('deliveries go on after a fault of the database, which is told:', () => {
	let receiver: Receiver;
	let state: SandboxState;
	let told: jest.SpyInstance;

	beforeEach(async () => {
		told = jest.spyOn(console, 'error').mockReturnValue();
		receiver = await startReceiver();
		state = createState({});
		applySeed(state, 'empty');
		insertSubscription(state.database, ORGANIZATIONS.main.id, { url: receiver.url });
		state.webhooks.record({
			organizationId: ORGANIZATIONS.main.id,
			contractId: 'c',
			events: ['contract.signed'],
			status: 'signed',
			previousStatus: null,
		});
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		state.webhooks.close();
		state.database.close();
		state.storage.close();
		await receiver.stop();
	});

	const delivered = async () =>
		await until(
			async () => findDeliveries(state.database, {}),
			([first]) => first!.status === 'delivered',
		);

	test('an attempt that cannot be written down is made again after a pause', async () => {
		state.database.exec('PRAGMA query_only = ON');
		const [first, second] = await receiver.arrived(2);
		expect(second!.at - first!.at).toBeGreaterThan(900);
		state.database.exec('PRAGMA query_only = OFF');
		const [delivery] = await delivered();
		expect(JSON.parse(delivery!.attempts)).toHaveLength(1);
		expect(String(told.mock.calls[0])).toContain('attempt to write a readonly database');
	}, 120_000);

	test('what is due cannot be read', async () => {
		jest.spyOn(state.database, 'get').mockImplementationOnce(() => {
			throw new Error('disk I/O error');
		});
		await delivered();
		expect(receiver.received).toHaveLength(1);
		expect(String(told.mock.calls)).toBe('Error: disk I/O error');
	}, 120_000);
});
