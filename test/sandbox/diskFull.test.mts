import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Database } from '../../sandbox/store/database.mts';
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
