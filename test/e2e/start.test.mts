import axios from 'axios';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '../../host/lib/client/n8n.mts';
import { until } from '../../host/lib/client/until.mts';
import { passwordFile } from '../../host/lib/owner.mts';
import { freePort, isBusy } from '../../host/lib/ports.mts';
import { rows } from '../support/database.mts';

jest.setTimeout(900_000);

const data = mkdtempSync(path.join(tmpdir(), 'npm-start-'));
let options: string[];
let port: number;
let sandboxPort: number;
let crmPort: number;
let mailPort: number;
let storagePort: number;
const started: ChildProcess[] = [];

/** One company that CRM and service know, one that only the CRM has, and one that came from the service. */
const COMPANIES = [
	{ name: 'Fjord Analytics AS', isLinked: true, isFilled: true },
	{ name: 'Harbour & Sons Ltd', isLinked: false, isFilled: false },
	{ name: 'Yarrow Biotech ApS', isLinked: true, isFilled: true },
];

beforeAll(async () => {
	[port, sandboxPort] = [await freePort(), await freePort()];
	[crmPort, mailPort] = [await freePort(), await freePort()];
	storagePort = await freePort();
	const ports = [
		'--port',
		`${port}`,
		'--sandbox-port',
		`${sandboxPort}`,
		'--crm-port',
		`${crmPort}`,
		'--mail-port',
		`${mailPort}`,
		'--storage-port',
		`${storagePort}`,
	];
	options = [...ports, '--data', data];
});

afterAll(async () => {
	for (const child of started) child.kill('SIGKILL');
	await until(async () => leftOver(), isNothing, 'end of every process');
	rmSync(data, { recursive: true, force: true });
});

describe('npm start', () => {
	test('brings up n8n, the sandbox and a CRM: the credentials test green and the recipes are there', async () => {
		const run = start(options);
		const output = await run.ready;
		expect(output).toContain(`http://localhost:${port}`);

		const n8n = await demo(output);
		const credentials = await n8n.credentials();
		const types = credentials.map(({ type }) => type).sort();
		expect(types).toEqual(['contractManagementApi', 'n8nApi', 'postgres', 's3', 'smtp']);
		// n8n has no test of the one for storages.
		for (const { id } of credentials.filter(({ type }) => type !== 's3')) {
			expect(await n8n.testSavedCredential(id)).toMatchObject({ status: 'OK' });
		}
		const workflows = await n8n.workflows();
		// n8n's list has what was changed last at its top; README.md begins with this one.
		const newest = workflows.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
		expect(newest[0]!.name).toBe('Contract from a deal');
		const published = workflows.filter(({ active }) => active);
		expect(published.map(({ name }) => name).sort()).toEqual([
			'Signed documents archived',
			'When something fails',
		]);
		expect(await subscriptions()).toEqual([
			expect.stringContaining(`http://127.0.0.1:${port}/webhook/`),
		]);

		const second = start(['--port', `${port}`, '--data', data]);
		expect(await second.exit).toBe(1);
		expect(second.output()).toContain(`Another npm start uses the data folder ${data}: `);
		expect(second.output()).toContain(`Port ${port} is in use`);
		const command = /npm start -- --port (\d+) .*--data (\S+)$/m.exec(second.output())!;
		expect(Number(command[1])).toBeGreaterThan(port);
		expect(command[2]).toBe(`${data}-2`);

		const sync = (await n8n.workflows()).find(({ name }) => name === 'Counterparties in sync')!;
		expect((await n8n.run(sync.id, { from: 'Set up' })).error).toBeUndefined();
		expect(await companies()).toEqual(expect.arrayContaining(COMPANIES));
		await n8n.createWorkflow({ name: 'Of my own', nodes: [] });
		await axios.post(control('/contracts'), { name: 'Of my own' });
		expect(await stop(run, 'SIGINT')).toBe(0);
		expect(leftOver()).toEqual([]);
	});

	test('Ctrl-C while n8n starts leaves nothing running, and is no failure', async () => {
		const log = path.join(data, 'n8n', `n8n-start-${port}.log`);
		rmSync(log, { force: true });
		const run = start(options);
		// From then on n8n takes seconds to end.
		const isStarting = (text: string) => text.includes('Initializing n8n process');
		await until(async () => (existsSync(log) ? readFileSync(log, 'utf8') : ''), isStarting, 'n8n');
		expect(await stop(run, 'SIGINT')).toBe(0);
		expect(leftOver()).toEqual([]);
		expect(run.output()).toMatch(/^Stopped\.$/m);
		expect(run.output()).not.toContain('n8n ended');
	});

	test('the second start installs and builds nothing again, keeps the data, and is in the time zone of the machine', async () => {
		const before = made();
		const run = start(options, { TZ: 'Pacific/Auckland' });
		const output = await run.ready;
		expect(made()).toEqual(before);
		const n8n = await demo(output);
		expect(await n8n.page('/rest/settings')).toMatchObject({
			data: { timezone: 'Pacific/Auckland' },
		});

		const names = (await n8n.workflows()).map(({ name }) => name);
		expect(names).toContain('Of my own');
		expect(names).toHaveLength(new Set(names).size);
		expect(await subscriptions()).toHaveLength(1);
		const { data: contracts } = await axios.get(control('/contracts'));
		expect(contracts).toContainEqual(expect.objectContaining({ name: 'Of my own' }));
		expect(await companies()).toEqual(expect.arrayContaining(COMPANIES));
		expect(await stop(run, 'SIGTERM')).toBe(0);
		expect(leftOver()).toEqual([]);
	});

	test('sends nothing for this machine to the proxy of a company, although NO_PROXY is not set', async () => {
		const asked: string[] = [];
		const proxy = createServer((request, response) => {
			asked.push(String(request.url));
			response.writeHead(403).end();
		});
		proxy.on('connect', ({ url }, socket) => {
			asked.push(String(url));
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		});
		await once(proxy.listen(0, '127.0.0.1'), 'listening');
		const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		const proxied = { HTTP_PROXY: at, http_proxy: at, HTTPS_PROXY: at, https_proxy: at };
		// Node's own fetch minds them, too.
		const env = { ...proxied, NODE_USE_ENV_PROXY: '1', NO_PROXY: undefined, no_proxy: undefined };
		const run = start(options, env);
		const n8n = await demo(await run.ready);
		const credentials = await n8n.credentials();
		for (const { id } of credentials.filter(({ type }) => type !== 's3')) {
			expect(await n8n.testSavedCredential(id)).toMatchObject({ status: 'OK' });
		}
		expect(asked.filter((url) => /127\.0\.0\.1|localhost|::1/.test(url))).toEqual([]);
		expect(await stop(run, 'SIGINT')).toBe(0);
		proxy.close();
	});

	test('names the file of the password when n8n has another one', async () => {
		const file = passwordFile(data);
		const password = readFileSync(file, 'utf8');
		writeFileSync(file, 'Another-1\n');
		const run = start(options);
		expect(await run.exit).toBe(1);
		writeFileSync(file, password);
		expect(run.output()).toContain(`n8n does not accept the password in `);
		expect(run.output()).toContain(`${path.basename(file)} for owner@example.com`);
		expect(leftOver()).toEqual([]);
	});

	test('says which part ended by itself, and stops the others', async () => {
		const run = start(options);
		await run.ready;
		const sandbox = leftOver().find((line) => line.includes('sandbox/main.mts'))!;
		process.kill(Number.parseInt(sandbox, 10), 'SIGKILL');
		expect(await run.exit).toBe(1);
		expect(run.output()).toContain('The sandbox ended by itself; stopping the others.');
		expect(leftOver()).toEqual([]);
	});

	test('leaves nothing running when it is killed', async () => {
		const run = start(options);
		await run.ready;
		await stop(run, 'SIGKILL');
		await until(async () => leftOver(), isNothing, 'end of n8n and the sandbox');
		const ports = [port, sandboxPort, crmPort, mailPort, storagePort];
		expect((await Promise.all(ports.map(isBusy))).filter(Boolean)).toEqual([]);
	});

	test('refuses an option that it does not have, with the usage', async () => {
		const run = start(['--prot', '5678']);
		expect(await run.exit).toBe(2);
		expect(run.output()).toContain('--prot');
		expect(run.output()).toContain('npm start -- [--port 5678]');
	});
});

interface Run {
	child: ChildProcess;
	/** What it printed, when it is ready. Fails when it ends before. */
	ready: Promise<string>;
	exit: Promise<number | null>;
	output(): string;
}

function start(args: string[], env: NodeJS.ProcessEnv = {}): Run {
	const child = spawn(process.execPath, [path.join('scripts', 'start.mjs'), ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, NODE_ENV: '', ...env },
	});
	started.push(child);
	let output = '';
	const exit = once(child, 'close').then(([code]) => code as number | null);
	const ready = new Promise<string>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output += chunk;
			if (output.includes('Ready. ')) resolve(output);
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		void exit.then((code) => reject(new Error(`npm start ended with code ${code}:\n${output}`)));
	});
	ready.catch(() => undefined);
	return { child, ready, exit, output: () => output };
}

async function stop({ child, exit }: Run, signal: NodeJS.Signals): Promise<number | null> {
	child.kill(signal);
	return await exit;
}

/** Signs in as `npm start` says. */
async function demo(output: string) {
	const [, email, password] = /sign in as (\S+) with (\S+)$/m.exec(output)!;
	const owner = { email: email!, password: password!, firstName: '', lastName: '' };
	return await connect(`http://localhost:${port}`, owner);
}

async function subscriptions(): Promise<string[]> {
	const answer = await axios.get(control('/webhooks'));
	return answer.data.map(({ url }: { url: string }) => url);
}

async function companies() {
	const crm = { host: '127.0.0.1', port: crmPort, user: 'postgres', database: 'postgres' };
	return await rows(
		{ ...crm, password: '' },
		`SELECT name, counterparty_id IS NOT NULL AS "isLinked", vat_number IS NOT NULL AS "isFilled" FROM crm_companies`,
	);
}

function control(route: string): string {
	return `http://127.0.0.1:${sandboxPort}/_sandbox${route}`;
}

/** When that which takes minutes was done: dependencies, n8n, the build, and the package's installation in n8n. */
function made(): number[] {
	return [
		path.join('node_modules', '.package-lock.json'),
		path.join('host', 'node_modules', '.installed'),
		path.join('.cache', 'build.json'),
		path.join(data, 'n8n', 'installed-package.txt'),
	].map((file) => statSync(file).mtimeMs);
}

/** Command lines, with their environment, of processes that work in this test's data folder. */
function leftOver(): string[] {
	const all = execFileSync('ps', ['axeww', '-o', 'pid,command'], { encoding: 'utf8' });
	return all.split('\n').filter((line) => line.includes(data) && !line.includes('jest'));
}

function isNothing(lines: string[]): boolean {
	return lines.length === 0;
}
