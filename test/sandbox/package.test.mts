import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { packSandbox } from '../support/packedSandbox.mts';
import { startReceiver } from '../support/receiver.mts';

/** The package as people get it: packed, and installed into an empty folder. */
let folder: string;
let origin: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'sandbox-package-'));
	const npm = (args: string[], cwd: string) =>
		execFileSync('npm', [...args, '--silent'], { cwd, encoding: 'utf8' });
	const tarball = await packSandbox(folder);
	const app = path.join(folder, 'app');
	mkdirSync(app);
	npm(['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], app);
	origin = await started('--port', '0');
}, 300_000);
afterAll(() => {
	for (const child of running) child.kill();
	rmSync(folder, { recursive: true, force: true });
});

test('it has the version of the nodes, a licence and a readme, and nothing of the repository beside it', () => {
	expect(versionOf('sandbox')).toBe(versionOf('.'));
	const files = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
		cwd: 'sandbox',
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const paths = (JSON.parse(files)[0].files as Array<{ path: string }>).map((file) => file.path);
	expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE.md', 'dist/main.mjs']));
	expect(
		paths.filter((file) => !/^(dist\/|README\.md$|LICENSE\.md$|package\.json$)/.test(file)),
	).toEqual([]);
	expect(paths.filter((file) => file.endsWith('.mts'))).toEqual([]);
});

test('what it needs is stated once, and is what the repository is tested with', () => {
	const root = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies;
	const own = JSON.parse(readFileSync('sandbox/package.json', 'utf8')).dependencies;
	const both = Object.keys(own).filter((name) => name in root);
	expect(both).toEqual(['axios']);
	expect(root.axios).toBe(own.axios);
	const installed = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
	for (const [name, version] of Object.entries(own))
		expect([name, installed[`node_modules/${name}`].version]).toEqual([name, version]);
});

test('its hints can be typed as they are: with npx, where that has started it', () => {
	const help = (env: NodeJS.ProcessEnv) =>
		execFileSync(process.execPath, [bin(), 'help'], { encoding: 'utf8', env });
	expect(help({})).toContain('Usage: contract-management-sandbox [COMMAND]');
	expect(help({ npm_command: 'exec' })).toContain(
		'Usage: npx contract-management-sandbox [COMMAND]',
	);
});

test('trigger signs a contract, and the webhook that listens is told', async () => {
	const receiver = await startReceiver();
	const listener = spawned('listen', '--to', receiver.url, '--url', origin);
	await line(listener, /^Delivering events/);

	const told = JSON.parse(await output('trigger', 'contract.signed', '--json', '--url', origin));
	expect(told.contract.status).toBe('signed');
	expect(told.deliveries.map(({ status }: any) => status)).toContain('delivered');
	expect(receiver.received.map(({ body }) => body.event)).toContain('contract.signed');

	listener.kill('SIGINT');
	await new Promise((resolve) => listener.once('exit', resolve));
	expect(await (await fetch(`${origin}/_sandbox/webhooks`)).json()).toEqual([]);
	await receiver.stop();
});

describe('an agent', () => {
	const call = async (client: Client, name: string, args: object = {}) => {
		const { content, isError } = (await client.callTool({ name, arguments: { ...args } })) as any;
		return isError ? { error: content[0].text } : JSON.parse(content[0].text);
	};

	test('lists, signs and inspects over standard input and output', async () => {
		const client = new Client({ name: 'test', version: '1' });
		const args = [bin(), 'mcp', '--url', origin];
		await client.connect(new StdioClientTransport({ command: process.execPath, args }));
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['find_contracts', 'sign_contract', 'move_clock', 'break_service']),
		);
		await call(client, 'add_webhook', { url: 'http://127.0.0.1:9/hook', secret: 's' });
		const { data } = await call(client, 'find_contracts', { status: 'draft', limit: 1 });
		const signed = await call(client, 'sign_contract', { contractId: data[0].id });
		expect(signed.contract).toMatchObject({ id: data[0].id, status: 'signed' });
		const deliveries = await call(client, 'deliveries', { contractId: data[0].id });
		expect(deliveries.map(({ event }: any) => event)).toContain('contract.signed');

		const { baseUrl } = await call(client, 'info');
		await call(client, 'break_service', { kind: 'status', status: 503 });
		const answer = await fetch(`${baseUrl}/organization`, {
			headers: { 'x-api-key': 'sandbox-admin-key' },
		});
		expect(answer.status).toBe(503);
		const requests = await call(client, 'requests', { last: 1 });
		expect(requests).toMatchObject([{ route: '/organization', status: 503 }]);
		const { now } = await call(client, 'move_clock', { days: 30 });
		expect(Date.parse(now) - Date.now()).toBeGreaterThan(29 * 86_400_000);
		expect(await call(client, 'get_contract', { contractId: 'nonsense' })).toMatchObject({
			error: expect.stringContaining('does not exist'),
		});
		await call(client, 'reset');
		await client.close();
	});

	test('does so over HTTP, and web pages do not', async () => {
		const server = spawned('mcp', '--http', '0', '--url', origin);
		const [, address] = await line(server, /^MCP at (\S+);/);
		const client = new Client({ name: 'test', version: '1' });
		await client.connect(new StreamableHTTPClientTransport(new URL(address!)));
		expect((await call(client, 'scenario')).known.map(({ name }: any) => name)).toEqual([
			...['renewals', 'busy', 'outage', 'strict', 'bulk'],
		]);
		await client.close();
		const page = await fetch(address!, {
			method: 'POST',
			headers: { origin: 'https://page.example', 'content-type': 'application/json' },
			body: '{}',
		});
		expect(page.status).toBe(403);
	});
});

test.each([
	[['trigger'], 2, 'trigger needs an event'],
	[['reset', '--url', 'http://127.0.0.1:9'], 1, 'No sandbox answers at http://127.0.0.1:9'],
] as const)('%j says what is wrong', async (args, code, message) => {
	const child = spawned(...args);
	let said = '';
	child.stderr!.on('data', (chunk) => (said += chunk));
	const exit = await new Promise((resolve) => child.once('close', resolve));
	expect(said).toContain(message);
	expect(exit).toBe(code);
});

test.each(['seed', 'scenario', 'clock', 'faults', 'requests', 'deliveries', 'reset'])(
	'%s prints JSON for scripts and lines without colors for files',
	async (command) => {
		expect(JSON.parse(await output(command, '--json', '--url', origin))).toBeDefined();
		const lines = await output(command, '--url', origin);
		expect(lines).not.toContain('\u001b');
		expect(lines.trim()).not.toBe('');
	},
);

function bin(): string {
	return path.join(folder, 'app', 'node_modules', '.bin', 'contract-management-sandbox');
}

function spawned(...args: string[]): ChildProcess {
	const child = spawn(process.execPath, [bin(), ...args], {
		cwd: path.join(folder, 'app'),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	running.push(child);
	return child;
}

async function started(...args: string[]): Promise<string> {
	const [, address] = await line(spawned(...args), /^Sandbox listening on (\S+)\/v2$/);
	return address!;
}

async function output(...args: string[]): Promise<string> {
	const child = spawned(...args);
	let text = '';
	child.stdout!.on('data', (chunk) => (text += chunk));
	await new Promise((resolve) => child.once('close', resolve));
	return text;
}

async function line(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
	for await (const text of createInterface({ input: child.stdout! })) {
		const found = wanted.exec(text);
		if (!found) continue;
		child.stdout!.resume();
		return found;
	}
	throw new Error(`It ended before it printed ${wanted}`);
}

function versionOf(of: string): string {
	return JSON.parse(readFileSync(path.join(of, 'package.json'), 'utf8')).version;
}
