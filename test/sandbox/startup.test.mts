import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { contractId } from '../support/demo.mts';
import { startReceiver } from '../support/receiver.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { uploadPdf } from '../support/sandboxSuite.mts';

const run = promisify(execFile);
const main = (...args: string[]) =>
	run(process.execPath, ['sandbox/main.mts', ...args]).then(
		({ stdout }) => ({ code: 0, stdout, stderr: '' }),
		({ code, stdout, stderr }) => ({ code, stdout, stderr }),
	);

/** Run by Node itself: the sandbox is an ES module, and a test is not. */
const SEVERAL = `
	import { createSandbox } from './sandbox/server.mts';
	const sandboxes = await Promise.all([
		createSandbox({ seed: 'demo' }),
		createSandbox({ seed: 'empty', variants: ['dataWrapped'] }),
		createSandbox({ seed: 10 }),
	]);
	const facts = async ({ baseUrl, state }) => {
		const headers = { 'x-api-key': 'sandbox-admin-key' };
		const get = async (path) => (await fetch(baseUrl + path, { headers })).json();
		const contracts = (await get('/contracts?limit=100')).data.length;
		const { slug, data } = await get('/organization');
		const wrapped = data && { slug: data.slug };
		return { contracts, slug, data: wrapped, requests: state.log.entries().length };
	};
	console.log(JSON.stringify(await Promise.all(sandboxes.map(facts))));
	await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
`;

let folder: string;
const started: Sandbox[] = [];
const start = async (...options: Parameters<typeof startSandbox>) => {
	const sandbox = await startSandbox(...options);
	started.push(sandbox);
	return sandbox;
};
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'startup-'));
});
afterEach(async () => {
	for (const sandbox of started.splice(0)) await sandbox.stop();
	await rm(folder, { recursive: true, force: true });
});

test.each([
	[['--port', 'http'], '--port must be a whole number'],
	[['--port', '70000'], '--port must be a whole number up to 65535'],
	[['--seed', 'big'], '--seed must be a whole number'],
	[['--latency', '-5'], '--latency'],
	[['--host', '0.0.0.0'], 'the sandbox stays on this machine'],
	[['--webhook', 'http://127.0.0.1/'], '--webhook needs --webhook-secret'],
	[['--webhook', 'here', '--webhook-secret', 's'], '--webhook must be a URL'],
	[['--colour', 'red'], "Unknown option '--colour'"],
	[['extra'], "Unexpected argument 'extra'"],
])('%j is refused with the usage', async (args, message) => {
	const { code, stderr } = await main(...args);
	expect(code).toBe(2);
	expect(stderr).toContain(message);
	expect(stderr).toContain('Usage: npm run sandbox');
});

test('an unknown variant is refused with those there are', async () => {
	const { code, stderr } = await main('--variant', 'dataWrapped,noSuch');
	expect(code).not.toBe(0);
	expect(stderr).toContain('variants');
});

test('a port in use is said in one sentence', async () => {
	const { origin } = await start({ seed: 'empty' });
	const { code, stderr } = await main('--port', new URL(origin).port);
	expect(code).toBe(1);
	expect(stderr).toContain('Choose another one with --port');
	expect(stderr).not.toContain('    at ');
});

test('--help shows the options', async () => {
	const { code, stdout } = await main('--help');
	expect(code).toBe(0);
	for (const option of ['--port', '--db', '--seed', '--variant', '--latency', '--webhook']) {
		expect(stdout).toContain(option);
	}
});

test('--seed COUNT, --variant and --latency are the start to which reset returns', async () => {
	const { api, control } = await start({
		seed: 25,
		variants: ['dataWrapped', 'camelCasePaging'],
		latency: 30,
	});
	await control.variants([]);
	await control.reset();
	const { body } = await api('GET', '/contracts?limit=100');
	expect(body.data).toHaveLength(25);
	expect(body.pagination).toMatchObject({ hasNext: false });
	expect((await api('GET', '/organization')).body.data.slug).toBe('meridian-components');
	const [entry] = await control.requests();
	expect(entry!.endedMs - entry!.startedMs).toBeGreaterThanOrEqual(29);
});

test('--webhook registers a subscription at the start', async () => {
	const receiver = await startReceiver();
	const { control } = await start({ webhook: { url: receiver.url, secret: 's' } });
	await control.setContractState(contractId(2), { status: 'canceled' });
	expect((await receiver.arrived(1))[0]!.body.event).toBe('contract.status_changed');
	await receiver.stop();
});

test('--db keeps data, files, cursors and undelivered events over a restart', async () => {
	const receiver = await startReceiver();
	const db = path.join(folder, 'sandbox.db');
	const first = await start({ db, webhook: { url: receiver.url, secret: 's' } });
	const key = await uploadPdf(first, '%PDF-1.4 kept');
	await first.control.deliverySettings({ paused: true });
	await first.api('POST', `/contracts/${contractId(2)}/signed-version`, {
		files: [{ key, name: 'kept.pdf', contentType: 'application/pdf' }],
		signatureDate: '2026-01-01T00:00:00Z',
	});
	const { next_cursor } = (await first.api('GET', '/contracts?limit=3')).body.pagination;
	await first.stop();

	const second = await start({ db, seed: 'empty', webhook: { url: receiver.url, secret: 's' } });
	const files = (await second.api('GET', `/contracts/${contractId(2)}/signed-files`)).body;
	expect(await (await fetch(files[0].url)).text()).toBe('%PDF-1.4 kept');
	const next = await second.api('GET', `/contracts?limit=3&after=${next_cursor}`);
	expect(next.body.data).toHaveLength(3);
	const delivered = await receiver.arrived(2);
	expect(delivered.map(({ body }) => body.event)).toEqual([
		'contract.signed',
		'contract.status_changed',
	]);
	expect(await second.control.subscriptions()).toHaveLength(1);
	await receiver.stop();
});

test('several sandboxes in one process share nothing', async () => {
	const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', SEVERAL]);
	expect(JSON.parse(stdout)).toEqual([
		{ contracts: 54, slug: 'meridian-components', requests: 2 },
		{ contracts: 0, data: { slug: 'meridian-components' }, requests: 2 },
		{ contracts: 10, slug: 'meridian-components', requests: 2 },
	]);
});

test('a file larger than --max-upload-bytes is refused and leaves nothing', async () => {
	const { api, control } = await start({ seed: 'empty', maxUploadBytes: 1000 });
	const pdf = { name: 'a.pdf', contentType: 'application/pdf' };
	const { url } = (await api('POST', '/files/upload-url', pdf)).body;
	const put = (bytes: number) =>
		fetch(url, {
			method: 'PUT',
			headers: { 'content-type': 'application/pdf' },
			body: Buffer.alloc(bytes),
		});
	const refused = await put(1001);
	expect(refused.status).toBe(400);
	expect(await refused.json()).toMatchObject({ error: { errorId: 'INVALID_UPLOAD' } });
	expect((await control.uploads())[0]!.size).toBeNull();
	expect((await put(1000)).status).toBe(200);
});

test('the sandbox ends with the process that started it', async () => {
	const { pid } = await start({ seed: 'empty' });
	await started.pop()!.stop();
	expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('docs/openapi.json is the document that the sandbox writes', async () => {
	const file = path.join(folder, 'openapi.json');
	expect((await main('--write-openapi', file)).code).toBe(0);
	expect(await readFile(file, 'utf8')).toBe(await readFile('docs/openapi.json', 'utf8'));
});
