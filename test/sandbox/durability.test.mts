import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { startWriters } from '../support/writers.mts';
import type { Acknowledged } from '../support/writes.mts';

const ROUNDS = 3;
const WRITES_BEFORE_KILL = 250;

let folder: string;
let sandbox: Sandbox | undefined;

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'durability-'));
});
afterEach(async () => {
	await sandbox?.stop();
	await rm(folder, { recursive: true, force: true });
});

test('kill -9 during a load of writes loses no acknowledged write', async () => {
	const db = path.join(folder, 'sandbox.db');
	const acknowledged: Acknowledged[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		sandbox = await startSandbox({ db, seed: 'demo' });
		const writers = await startWriters(sandbox);
		await writers.acknowledged(WRITES_BEFORE_KILL);
		await sandbox.kill();
		acknowledged.push(...(await writers.ended()));
	}

	sandbox = await startSandbox({ db, seed: 'demo' });
	for (const write of acknowledged) await write.expectThere(sandbox);
	const kinds = new Set(acknowledged.map(({ kind }) => kind));
	expect([...kinds].sort()).toEqual(['contract', 'member', 'records', 'signedFile', 'upload']);
	expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * WRITES_BEFORE_KILL);
}, 600_000);
