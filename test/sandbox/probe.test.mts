import type { IncomingHttpHeaders } from 'node:http';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localServer } from '../support/localServer.mts';
import { differences, idsUnder, probe } from '../support/probe.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

const CUSTOM_OBJECT = 'c0000000-0000-4000-8000-000000000001';

let sandbox: Sandbox;
let fast: string[];

beforeAll(async () => {
	sandbox = await startSandbox();
	fast = ['--base-url', sandbox.baseUrl, '--requests-per-second', '1000'];
	fast.push('--custom-object', CUSTOM_OBJECT);
});
beforeEach(async () => await sandbox.control.reset());
afterAll(async () => await sandbox.stop());

test('a service that answers as assumed has no differences, and exit code 0', async () => {
	const { code, report } = await probe([...fast, '--write']);
	expect(differences(report)).toEqual([]);
	expect(idsUnder(report, 'As assumed').length).toBeGreaterThan(30);
	expect(code).toBe(0);
});

test('a service on this machine is not asked through the proxy of a company', async () => {
	const asked: string[] = [];
	const proxy = await localServer(({ url }, answer) => {
		asked.push(String(url));
		answer.writeHead(403).end();
	});
	const at = `http://127.0.0.1:${proxy.port}`;
	const env = { HTTP_PROXY: at, http_proxy: at, NO_PROXY: undefined, no_proxy: undefined };
	const { code } = await probe(fast, undefined, env);
	proxy.close();
	expect([code, asked]).toEqual([0, []]);
});

test('without --write nothing is sent but GET', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'profile-'));
	const { report } = await probe([...fast, '--save', path.join(folder, 'profile.json')]);
	const requests = await sandbox.control.requests();
	expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
	expect(report).toContain('read-only');
	expect(report).toMatch(/upload-url: Needs --write/);
});

test('with --write only what the probe created is changed, and nobody is written to', async () => {
	const before = new Set((await sandbox.control.contracts()).map(({ id }) => uuid(id)));
	await probe([...fast, '--write']);

	const writes = (await sandbox.control.requests()).filter(({ method }) => method !== 'GET');
	const touched = writes.flatMap(
		({ path }) => /[0-9a-f-]{36}/.exec(path.replace(CUSTOM_OBJECT, ''))?.[0] ?? [],
	);
	expect(writes.length).toBeGreaterThan(8);
	expect(touched.filter((id) => before.has(id))).toEqual([]);
	expect(writes.map(({ route }) => route).filter((route) => /send|members/.test(route))).toEqual(
		[],
	);
});

test('with --write the counterparty is archived, also where others show no fields', async () => {
	await sandbox.control.reset(1);
	const { report } = await probe([...fast, '--write']);
	expect(report).toContain('Counterparties have fewer than two filled fields');
	const { body } = await sandbox.api('GET', '/counterparties?name=Probe');
	expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['archived']);
});

test('the report holds no secret and nothing that the service stores', async () => {
	const stored = await storedTexts();
	const { report } = await probe([...fast, '--write']);
	expect(stored.size).toBeGreaterThan(300);
	expect([...stored].filter((text) => report.includes(text))).toEqual([]);
	expect(report).not.toContain(sandbox.keys.admin);
	expect(report).not.toContain('127.0.0.1');
});

describe('what --save writes', () => {
	const saved = async (...more: string[]) => {
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'profile-')), 'profile.json');
		const { said } = await probe([...fast, '--save', file, ...more]);
		expect(said).toContain(`--profile ${file}`);
		return JSON.parse(readFileSync(file, 'utf8'));
	};

	test('are the entries in which the service differs, and nothing else', async () => {
		const named = { 'counterparty-name-filter': 'any-case' };
		expect(await saved()).toEqual(named);
		await sandbox.control.profile({ 'file-url': 'href', 'signed-files': 'links' });
		expect(await saved()).toEqual({ ...named, 'file-url': 'href' });
		expect(await saved('--write')).toEqual({
			...named,
			'file-url': 'href',
			'counterparty-patch-fields': 'merge',
			'records-put': 'keep',
		});
		await sandbox.control.profile({});
	});
});

test('a profile that cannot be written takes nothing of the report', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'profile-'));
	const { code, report, said } = await probe([...fast, '--save', folder]);
	expect(report).toMatch(/^Probe of /);
	expect(said).toContain('EISDIR');
	expect(code).toBe(2);
});

test('the key reaches neither a redirect’s target nor a signed URL', async () => {
	const seen: IncomingHttpHeaders[] = [];
	const elsewhere = await localServer((request, response) => {
		seen.push(request.headers);
		response.end('{}');
	});
	await sandbox.control.fault({
		route: '/clauses',
		kind: 'redirect',
		location: `http://127.0.0.1:${elsewhere.port}/`,
		times: 0,
	});
	const { report } = await probe(fast);
	expect(seen).toEqual([]);
	expect(report).toMatch(/clause-content: GET \/clauses answered 302/);

	const downloads = await sandbox.control.requests({ route: '/storage/files/:fileId' });
	expect(downloads.map(({ key }) => key)).toEqual(['none']);
	elsewhere.close();
});

test('requests are spread over time as asked', async () => {
	await probe(['--base-url', sandbox.baseUrl, '--requests-per-second', '40']);
	const requests = await sandbox.control.requests();
	const taken = requests.at(-1)!.startedMs - requests[0]!.startedMs;
	expect(Math.max(...requests.map(({ concurrent }) => concurrent))).toBe(1);
	expect(taken).toBeGreaterThan((requests.length - 1) * 25 * 0.9);
});

test('after 429 it waits as long as it is told, and says so in the report', async () => {
	await sandbox.control.fault({ route: '/clauses', kind: 'status', status: 429, retryAfter: 1 });
	const { report } = await probe(fast);
	expect(report).toMatch(
		/rate-limit: 1 of \d+ requests were answered 429, 1 of them with Retry-After/,
	);
	const [first, second] = await sandbox.control.requests({ route: '/clauses' });
	expect(second!.startedMs - first!.startedMs).toBeGreaterThanOrEqual(950);
});

test('what the service says about its limit in headers is in the report', async () => {
	await sandbox.control.rateLimit({ requests: 5_000, seconds: 3_600, headers: 'RateLimit' });
	const { report } = await probe(fast);
	expect(report).toMatch(
		/rate-limit: .*ratelimit-policy: "default";q=5000;w=3600, ratelimit: "default";r=\d+;t=\d+/,
	);
});

test('a difference that the node does not take has exit code 1 and says what to change', async () => {
	await sandbox.control.fault({
		route: '/contracts/:id/signed-files',
		kind: 'status',
		status: 200,
		body: { weird: 1 },
		times: 0,
	});
	const { code, report } = await probe(fast);
	expect(idsUnder(report, 'To change')).toEqual(['signed-files']);
	expect(report).toMatch(
		/seen: {4}no link \(weird\)\n {4}change: .*nodes\/ContractManagement\/api\/files\.ts/,
	);
	expect(code).toBe(1);
});

test.each([
	'html',
	'malformedJson',
	'truncatedJson',
	'emptyBody',
	'reset',
	'wrongPageShape',
] as const)('a service that answers everything with %s still gets its report', async (kind) => {
	await sandbox.control.fault({ route: '*', kind, skip: 1, times: 0 });
	const { code, report, said } = await probe([...fast, '--write']);
	expect(report).toMatch(/^Probe of /);
	expect(report).not.toContain('the probe does not know');
	expect(said).not.toContain('The probe stopped');
	expect([0, 1]).toContain(code);
});

test.each([null, [], 7, 'text', { data: null }, { data: [null, 3, 'x'] }, { id: {}, fields: 3 }])(
	'a service that answers everything with %j still gets its report',
	async (body) => {
		await sandbox.control.fault({
			route: '*',
			kind: 'status',
			status: 200,
			body,
			skip: 1,
			times: 0,
		});
		const { report } = await probe([...fast, '--write']);
		expect(report).toMatch(/^Probe of /);
		expect(report).not.toContain('the probe does not know');
	},
);

describe('when the service cannot be looked at', () => {
	test('a wrong key', async () => {
		const { code, said, report } = await probe(fast, 'wrong-key');
		expect({ code, report }).toEqual({ code: 2, report: '' });
		expect(said).toBe('The service rejected the API key.\n');
	});

	test.each([
		{ kind: 'html' },
		{ kind: 'status', status: 403, body: { message: 'Forbidden' } },
	] as const)('something before it answers: %j', async (fault) => {
		await sandbox.control.fault({ route: '*', ...fault });
		const { code, said } = await probe(fast);
		expect(said).toMatch(/^Something before the service answered/);
		expect(code).toBe(2);
	});

	test('a base URL without its path', async () => {
		const { code, said } = await probe(['--base-url', sandbox.origin]);
		expect(said).toContain('Its path ends with /v2');
		expect(code).toBe(2);
	});

	test('nobody listens', async () => {
		const { code, said } = await probe(['--base-url', 'http://127.0.0.1:9/v2']);
		expect(said).toContain('The probe stopped: connect ECONNREFUSED');
		expect(code).toBe(2);
	});

	test.each([
		[['--base-url', 'http://127.0.0.1:9/v2', '--api-key', 'x'], 'never given on the command line'],
		[[], '--base-url is missing'],
		[['--base-url', 'api.example.com/v2'], 'not an http or https address'],
		[['--base-url', 'http://127.0.0.1:9/v2', '--contract', '../x'], "'../x' is not an ID"],
		[['--base-url', 'http://127.0.0.1:9/v2', '--save', 'no/such/p.json'], 'is no folder no/such'],
	])('%j', async (args, message) => {
		const { code, said } = await probe(args);
		expect(said).toContain(message);
		expect(code).toBe(2);
	});

	test('no key and no terminal', async () => {
		const { code, said } = await probe(fast, '');
		expect(said).toContain('The API key is empty');
		expect(code).toBe(2);
	});
});

/** Every text of some length that the organization's data consists of, words of the API itself apart. */
async function storedTexts(): Promise<Set<string>> {
	const bodies = [await sandbox.control.fixtures(), await sandbox.control.contracts()];
	const words = /^[a-z_]+$|^[a-z]+[A-Z]\w+$|^application\/|^\d{4}-\d\d-\d\d/;
	return new Set(textsIn(bodies).filter((text) => text.length > 5 && !words.test(text)));
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function uuid(id: string): string {
	return id.slice(-36);
}
