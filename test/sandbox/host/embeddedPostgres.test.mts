import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCrm } from '../../../host/lib/crm.mts';
import { startEmbeddedPostgres } from '../../../host/lib/embeddedPostgres.mts';
import { freePort } from '../../../host/lib/ports.mts';
import { localServer } from '../../support/localServer.mts';

jest.setTimeout(120_000);

const folder = path.join(mkdtempSync(path.join(tmpdir(), 'crm-')), 'crm');
const reasonOf = async (port: number, data = folder) =>
	await startCrm(port, data).then(
		() => 'it started',
		(error: Error) => error.message,
	);

beforeAll(async () => await (await startEmbeddedPostgres(await freePort(), folder)).stop());
afterAll(() => rmSync(path.dirname(folder), { recursive: true }));

test('a CRM whose port is taken is not to be deleted', async () => {
	const { port, close } = await localServer((_request, response) => response.end());
	const reason = await reasonOf(port);
	close();
	expect(reason).toBe(
		"The CRM's database does not start: it ended with code 1, for the reason above",
	);
});

test('a CRM whose folder cannot be made is not to be deleted', async () => {
	const file = path.join(path.dirname(folder), 'file');
	writeFileSync(file, '');
	expect(await reasonOf(await freePort(), path.join(file, 'crm'))).toMatch(
		/^The CRM's database does not start: ENOTDIR[^\n]+$/,
	);
});

test('a CRM that is stopped while it starts does so, and its data are whole', async () => {
	let stopped: Promise<void> | undefined;
	const starting = startCrm(await freePort(), folder, ({ stop }) => (stopped = stop()));
	await Promise.allSettled([starting]);
	await stopped;
	await (await startCrm(await freePort(), folder)).stop();
});

test('a database ends also where a client comes in the moment in which it is told to', async () => {
	const port = await freePort();
	const server = path.join('host', 'lib', 'embeddedPostgresServer.mts');
	const child = spawn(process.execPath, [server, `${port}`, folder], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const exit = once(child, 'exit');
	await once(child.stdout, 'data');
	// It sees both at once.
	child.kill('SIGSTOP');
	const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
	await once(client, 'connect');
	child.stdin.end();
	child.kill('SIGCONT');
	const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
	expect(await exit).toEqual([0, null]);
	clearTimeout(late);
	client.destroy();
});

test('a CRM whose data are damaged is to be deleted', async () => {
	writeFileSync(path.join(folder, 'global', 'pg_control'), 'damaged');
	expect(await reasonOf(await freePort())).toContain(
		`Its data are damaged: delete the folder ${folder} to begin with a new one.`,
	);
});
