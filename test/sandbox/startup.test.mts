import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { freePort } from '../../host/lib/ports.mts';
import { FAULT_KINDS } from '../../sandbox/faults/kinds.mts';
import { until } from '../support/condition.mts';
import { contractId } from '../support/demo.mts';
import { localServer } from '../support/localServer.mts';
import { startReceiver, type Received } from '../support/receiver.mts';
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
	[['--port', '70000'], '--port must be a whole number from 0 to 65535, got "70000"'],
	[
		['--host', '0.0.0.0'],
		'--host must be one of 127.0.0.1, localhost, ::1, as the sandbox stays on this machine',
	],
	[['--webhook', 'http://127.0.0.1/'], '--webhook needs --webhook-secret'],
	[['--webhook-secret', 's'], '--webhook-secret needs --webhook'],
	[['extra'], "There is no command 'extra'"],
])('%j is refused with the usage', async (args, message) => {
	const { code, stderr } = await main(...args);
	expect(code).toBe(2);
	expect(stderr).toContain(message);
	expect(stderr).toContain('Usage: npm run sandbox');
});

test.each([
	[['--variant', 'dataWrapped,noSuch'], /^--variant must be .*dataWrapped, .*got 'noSuch'/],
	[['--scenario', 'storm'], /^--scenario must be one of renewals, .*got 'storm'/],
	[
		['--write-openapi', '/nowhere/x.json'],
		/^--write-openapi must be a file to write, got "\/nowhere\/x\.json": /,
	],
	[['--db', 'package.json/x.db'], /^--db must be a file in a folder, got "package\.json\/x\.db": /],
	[['--db', 'package.json'], /^--db must be a new file or one of a sandbox, got "package\.json": /],
	[
		['--profile', 'no.json'],
		/^--profile must be a file that npm run probe .* wrote, got "no\.json": /,
	],
	[
		['--profile', 'package.json'],
		/^--profile must be .*, got "package\.json": .*must have entries of/,
	],
])(
	'%j ends as a wrong command line, with what is wrong and what is allowed',
	async (args, said) => {
		const { code, stderr } = await main(...args, '--port', '0');
		expect(code).toBe(2);
		expect(stderr).toMatch(said);
		expect(stderr).not.toContain('    at ');
	},
);

test('a Node that is too old is named', async () => {
	const fake = `Object.defineProperty(process, 'versions', { value: { node: '22.12.0' } })`;
	const args = ['--import', `data:text/javascript,${fake}`, 'sandbox/main.mts', '--help'];
	await expect(run(process.execPath, args)).rejects.toMatchObject({
		code: 1,
		stderr: 'Needs Node 22.13 or later, this is 22.12.0.\n',
	});
});

describe('a command', () => {
	let sandbox: Sandbox;
	let origin: string;
	let foreign: Awaited<ReturnType<typeof localServer>>;
	let other: string;
	const port = (url: string) => new URL(url).port;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
		({ origin } = sandbox);
		foreign = await localServer((_request, response) => response.end('{"status":"ok"}'));
		other = `http://127.0.0.1:${foreign.port}`;
	});
	afterAll(async () => {
		foreign.close();
		await sandbox.stop();
	});

	test('takes no more words than it knows, and then does nothing', async () => {
		const { control } = sandbox;
		const { id } = (await control.call('POST', '/faults', { route: '*', kind: 'hang' }))[0];
		const wrong = ['reset extra', 'seed 20', 'clock forward 30d', 'faults clear all more'];
		wrong.push(
			'faults list hang',
			'trigger contract.created contract.signed',
			'scenario bulk busy',
		);
		const answers = await Promise.all(
			wrong.map((line) => main(...line.split(' '), '--url', origin)),
		);
		expect(answers.map(({ code }) => code)).toEqual(wrong.map(() => 2));
		expect(answers[0]!.stderr).toContain("'extra' was not expected here.\n\nUsage:");
		expect(await control.faults()).toHaveLength(1);
		expect(await control.contracts()).toEqual([]);
		expect(await main('faults', 'clear', 'fault-9', '--url', origin)).toMatchObject({
			code: 1,
			stderr: "There is no fault 'fault-9'\n",
		});
		expect((await main('faults', 'clear', id, '--url', origin)).code).toBe(0);
		expect(await control.faults()).toEqual([]);
	});

	test.each([
		['faults add nope', /^The kind of the fault must be one of status, latency, .*, got "nope"$/m],
		['faults add latency', /^--ms of latency must be 1 or more milliseconds, got nothing$/m],
		['faults add hang --route /x', /^--route must be '\*', .*, got '\/x'$/m],
		['trigger toString', /^There is no event 'toString': contract\.created, /],
		['trigger contract.bogus', /^There is no event 'contract\.bogus': /],
		['scenario nope', /^The scenario must be one of renewals, .*, got 'nope'$/m],
		['clock --at 2030-01-01 --forward 1d', /^--at and --forward exclude each other/],
		['trigger contract.created --contract nope', /^contract.created makes a new contract/],
	])('%s is refused as a wrong command line', async (line, said) => {
		const { code, stderr } = await main(...line.split(' '), '--url', origin);
		expect(stderr).toMatch(said);
		expect(code).toBe(2);
	});

	test('says which event went where, and that a repeated one changes nothing', async () => {
		const { id } = await sandbox.control.createContract({ status: 'signed' });
		const url = 'http://127.0.0.1:9/hook';
		const { id: webhookId } = await sandbox.control.subscribe({ url, secret: 's' });
		const { stdout } = await main('trigger', 'contract.signed', '--contract', id, '--url', origin);
		const listed = (await main('deliveries', '--url', origin)).stdout;
		await sandbox.control.unsubscribe(webhookId);
		expect(stdout).toContain('Already signed: its event is sent again');
		expect(stdout).toContain(`  pending  contract.signed  ${url}  ECONNREFUSED`);
		// The sandbox may have tried again by then.
		expect(listed).toMatch(/ pending +contract\.signed .* \d+ attempts?\n/);
	});

	test('a signed or canceled contract does not change any more', async () => {
		const { id } = await sandbox.control.createContract({ status: 'signed' });
		const args = ['trigger', 'contract.status_changed', '--contract', id, '--url', origin];
		const { code, stderr } = await main(...args);
		expect(stderr).toContain('A signed contract does not change any more: name another one.');
		expect(code).toBe(2);
		expect((await sandbox.control.contract(id)).status).toBe('signed');
	});

	test('listens with JSON for scripts on standard output, and a random secret beside it', async () => {
		const args = ['sandbox/main.mts', 'listen', '--json', '--to', 'http://127.0.0.1:9/'];
		const child = spawn(process.execPath, [...args, '--url', origin]);
		const [said] = await once(child.stderr, 'data');
		expect(String(said)).toMatch(/^Secret: [0-9a-f]{32}\n$/);

		// As after a reset.
		const [{ id }] = await sandbox.control.subscriptions();
		await sandbox.control.unsubscribe(id);
		const subscriptions = async () => await sandbox.control.subscriptions();
		const [again] = await until(subscriptions, ({ length }) => length > 0);
		expect(again).toMatchObject({ url: 'http://127.0.0.1:9/' });

		child.kill('SIGINT');
		await once(child, 'exit');
		expect(await sandbox.control.subscriptions()).toEqual([]);
	});

	test('listens with the secret where the trigger looks for it, and prints why it is refused', async () => {
		const receiver = await startReceiver();
		Object.assign(receiver, { otherwise: 401, says: 'The secret does\nnot match' });
		const args = ['sandbox/main.mts', 'listen', '--to', receiver.url, '--secret', 's'];
		const child = spawn(process.execPath, [...args, '--url', origin]);
		const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
		expect((await lines.next()).value).toContain('Delivering events to');
		await sandbox.control.createContract({ silent: false });
		expect((await lines.next()).value).toMatch(/ 401 .* The secret does not match$/);
		expect(receiver.received[0]!.headers['x-webhook-secret']).toBe('s');
		child.kill('SIGINT');
		await once(child, 'exit');
		await receiver.stop();
	});

	test('names the option of what only the sandbox can refuse', async () => {
		const said = async (line: string) => (await main(...line.split(' '), '--url', origin)).stderr;
		expect(await said('trigger contract.signed --contract nope')).toBe(
			'--contract: Contract does not exist: nope. It takes the id of a contract, with or without its prefix\n',
		);
		await sandbox.control.clock({ now: '9999-12-31T00:00:00Z' });
		expect(await said('clock --forward 1d')).toMatch(
			/^--forward must be minutes, .* end before the year 10000, got "1d"\n/,
		);
		await sandbox.control.clock(null);
	});

	test('scenario, faults, seed and reset agree about what is played', async () => {
		const ends = async (line: string) => {
			const { stdout } = await main(...line.split(' '), '--url', origin);
			return stdout.trim().split('\n').at(-1);
		};
		expect(await ends('scenario outage')).toBe('Scenario: outage. Faults: 1.');
		expect(await ends('faults')).toBe('Scenario: outage');
		expect(await ends('seed --contracts 1')).toBe('Scenario: outage. Faults: 1.');
		expect(await ends('faults clear')).toBe('No faults.');
		expect(await ends('scenario')).toBe('Scenario: none. Faults: none.');
		await ends('scenario outage');
		expect(await ends('reset --seed empty')).toBe('Scenario: none. Faults: none.');
	});

	test.each([
		['contract_', []],
		['', ['plainContractIds']],
	])('takes ids in every form, and prints that of the API: %j', async (prefix, variants) => {
		await sandbox.control.variants(variants);
		await sandbox.control.subscribe({ url: 'http://127.0.0.1:9/', secret: 's' });
		const uuid = (await sandbox.control.createContract({ status: 'draft' })).id.slice(-36);
		const { body } = await sandbox.api('GET', `/contracts/${uuid}`);
		expect(body.id).toMatch(prefix === '' ? /^[0-9a-f]{8}-/ : /^contract_/);
		for (const id of [uuid, `contract_${uuid}`, `ctr-${uuid}`, uuid.toUpperCase()]) {
			const args = ['trigger', 'contract.signed', '--contract', id, '--url', origin];
			expect((await main(...args)).stdout).toContain(`  ${body.id}\n`);
		}
		const { stdout } = await main('deliveries', '--json', '--url', origin);
		const ids = JSON.parse(stdout).map((delivery: { contractId: string }) => delivery.contractId);
		expect(new Set(ids)).toEqual(new Set([body.id]));
		await sandbox.control.reset('empty');
	});

	test('reset says which data there are', async () => {
		const { stdout } = await main('reset', '--seed', 'empty', '--url', origin);
		expect(stdout).toContain('All data are new: seed empty.');
	});

	test('--version is that of the package', async () => {
		const { version } = JSON.parse(await readFile('sandbox/package.json', 'utf8'));
		expect((await main('--version')).stdout).toBe(`${version}\n`);
	});

	test('finds every route of the control plane', async () => {
		const { routes } = await sandbox.control.call('GET', '/');
		expect(routes).toEqual(
			expect.arrayContaining(['GET /_sandbox/variants', 'DELETE /_sandbox/webhooks/:id']),
		);
	});

	test('shows the default of a fault, and help shows every kind', async () => {
		expect((await main('faults', 'add', 'status', '--url', origin)).stdout).toContain('status 500');
		const { stdout } = await main('faults', '--help');
		for (const kind of FAULT_KINDS) expect(stdout).toContain(kind);
	});

	test('says that another server is no sandbox', async () => {
		const { code, stderr } = await main('requests', '--url', other);
		expect(code).toBe(1);
		expect(stderr).toBe(`What answers at ${other} is no sandbox. Name its address with --url.\n`);
	});

	test('says who has the port, which option chooses another one, and ends', async () => {
		const [twice, foreignPort, mcpUrl, mcpHttp] = await Promise.all([
			main('--port', port(origin)),
			main('--port', port(other)),
			main('mcp', '--url', other),
			main('mcp', '--http', port(other), '--url', `http://127.0.0.1:${await freePort()}`),
		]);
		expect(twice.stderr).toContain(
			'A sandbox has this port already. Choose another one with --port.',
		);
		expect(twice.stderr).not.toContain('    at ');
		expect(twice.code).toBe(1);
		expect(foreignPort.stderr).toContain('Another program has this port.');
		for (const { code, stderr } of [mcpUrl, mcpHttp]) {
			expect(code).toBe(1);
			expect(stderr).toContain('Choose another one with --http or --url.');
		}
	});
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
	const [{ body, headers }] = (await receiver.arrived(1)) as [Received];
	expect([body.event, headers['x-webhook-secret']]).toEqual(['contract.status_changed', 's']);
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

test('the folder of --db is made', async () => {
	const db = path.join(folder, 'new', 'data', 'sandbox.db');
	const child = spawn(process.execPath, ['sandbox/main.mts', '--port', '0', '--db', db]);
	for await (const line of createInterface({ input: child.stdout })) {
		if (!line.includes('Data')) continue;
		expect(line).toContain(db);
		break;
	}
	child.kill();
	await once(child, 'exit');
	expect(existsSync(db)).toBe(true);
});

test('--db leaves the SQLite file of another program as it is', async () => {
	const db = path.join(folder, 'other.db');
	const other = new DatabaseSync(db);
	other.exec('CREATE TABLE uploads (id, path); CREATE TABLE meta (name, value)');
	other.exec("INSERT INTO uploads VALUES (1, 'a'), (2, 'b')");
	other.close();
	const before = await readFile(db);
	const { code, stderr } = await main('--port', '0', '--db', db);
	expect(code).toBe(2);
	expect(stderr).toContain(
		`--db must be a new file or one of a sandbox, got "${db}": it has tables of something else`,
	);
	expect(await readFile(db)).toEqual(before);
});

test('--db is used by one sandbox at a time, and the start says that its data are kept', async () => {
	const db = path.join(folder, 'sandbox.db');
	const first = await start({ db });
	const second = await main('--port', '0', '--db', db);
	expect(second).toMatchObject({ code: 2 });
	expect(second.stderr).toContain(
		`--db must be a new file or one of a sandbox, got "${db}": another sandbox uses this file`,
	);
	await first.stop();
	const args = ['sandbox/main.mts', '--port', '0', '--db', db, '--seed', 'empty'];
	const child = spawn(process.execPath, args);
	const lines = createInterface({ input: child.stdout });
	for await (const line of lines) {
		if (!line.includes('Data')) continue;
		expect(line).toBe(`  Data        ${db}, existing data kept, --seed not used`);
		break;
	}
	child.kill();
	await once(child, 'exit');
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
