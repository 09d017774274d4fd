import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { gateFor } from '../../nodes/ContractManagement/transport/limit/gates';
import { DEFAULT_RETRY } from '../../nodes/ContractManagement/transport/retryPolicy';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { fileOf, pdf, useBinaryMode } from '../support/binary.mts';
import { credentialData } from '../support/credentials.mts';
import type { NodeRun } from '../support/engine.mts';
import { runOperation } from '../support/runOperation.mts';
import { startSandbox, type RequestLogEntry, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;
let contractIds: string[];

beforeAll(async () => {
	sandbox = await startSandbox();
	await useBinaryMode('filesystem');
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.control.reset();
	const { body } = await sandbox.api('GET', '/contracts?limit=2');
	contractIds = body.data.map(({ id }: { id: string }) => id);
	await sandbox.control.clearRequests();
});
afterEach(() => jest.restoreAllMocks());

/** An API key, and so a gate, of its own. */
async function ownKey(name: string): Promise<string> {
	await sandbox.control.call('POST', '/keys', { key: name, name });
	return name;
}

interface Bulk {
	key: string;
	count: number;
	contractId?: string;
	credential?: Record<string, string | number>;
	more?: Partial<NodeRun>;
}

/** One execution of Contract Get for so many input items. */
async function getMany({ key, count, contractId = contractIds[0], credential, more }: Bulk) {
	return await runOperation(
		sandbox.baseUrl,
		'contract.get',
		{ contractId: byId(contractId) },
		Array.from({ length: count }, () => ({})),
		{ credential: credentialData(sandbox.baseUrl, key, credential), ...more },
	);
}

const started = (entries: RequestLogEntry[]) => entries.map(({ startedMs }) => startedMs);

describe('requests to a service that allows 50 per second', () => {
	test.each(['seconds', 'none'] as const)(
		'all arrive, at most 8 at a time, where a rejection has Retry-After in %s',
		async (retryAfter) => {
			const key = await ownKey(`limited-${retryAfter}`);
			await sandbox.control.rateLimit({ requestsPerSecond: 50, burst: 50, retryAfter, key });
			const { items, error } = await getMany({ key, count: 150 });
			const log = await sandbox.control.requests({ key });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(150);
			expect(Math.max(...log.map(({ concurrent }) => concurrent))).toBeLessThanOrEqual(8);
		},
	);

	test('none is rejected when the limit is set in the credential', async () => {
		const key = await ownKey('known');
		await sandbox.control.rateLimit({ requestsPerSecond: 50, burst: 10, key });
		const { items } = await getMany({ key, count: 60, credential: { maxRequestsPerSecond: 50 } });
		expect(items).toHaveLength(60);
		expect(await sandbox.control.requests({ key, status: 429 })).toEqual([]);
	});
});

test('a single request overtakes a bulk of 500: it starts within the next two free places', async () => {
	const held: Array<() => void> = [];
	let isHolding = true;
	const body = JSON.stringify({ id: contractIds[0], name: 'A', status: 'signed' });
	// Four are answered, the next two wait, so that nothing moves until the single request waits as well.
	const service = await answering(() => (response) => {
		const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
		if (isHolding && service.asked.length > 4) held.push(answer);
		else answer();
	});
	const credential = credentialData(service.baseUrl, 'overtaking', { maxConcurrentRequests: 2 });
	const stop = new AbortController();
	const bulk = runOperation(
		service.baseUrl,
		'contract.get',
		{ contractId: byId(contractIds[0]) },
		Array.from({ length: 500 }, () => ({})),
		{ credential, onStart: (cancel) => stop.signal.addEventListener('abort', cancel) },
	);
	await until(async () => held.length === 2);

	const enter = jest.spyOn(gateFor(credential), 'enter');
	const one = { credential, executionId: 'single' };
	const single = runOperation(service.baseUrl, 'organization.get', {}, [{}], one);
	await until(async () => enter.mock.calls.some(([{ execution }]) => execution === 'single'));
	isHolding = false;
	held.forEach((answer) => answer());
	expect((await single).error).toBeUndefined();
	stop.abort();
	await bulk;
	service.close();

	const position = service.asked.findIndex(({ path }) => path === '/organization');
	// Six had started when it was asked for; two go first at the most.
	expect(position).toBeGreaterThanOrEqual(6);
	expect(position).toBeLessThanOrEqual(6 + 2);
});

describe('stopping the execution', () => {
	test('ends waiting and requests within a second', async () => {
		const key = await ownKey('stopped');
		await sandbox.control.latency(300);
		let stoppedAt = 0;
		const { run } = await getMany({
			key,
			count: 500,
			more: {
				onStart: (cancel) => {
					void until(async () => (await sandbox.control.requests({ key })).length >= 10).then(
						() => {
							stoppedAt = Date.now();
							cancel();
						},
					);
				},
			},
		});
		expect(run.status).toBe('canceled');
		expect(Date.now() - stoppedAt).toBeLessThan(30_000);

		await sleep(1_000);
		const log = await sandbox.control.requests({ key });
		expect(log.length).toBeLessThan(40);
		expect(started(log).filter((at) => at > stoppedAt + 1_000)).toEqual([]);
		expect(log.some(({ closedByClient }) => closedByClient)).toBe(true);
	});

	test('ends the wait that the service asked for', async () => {
		const key = await ownKey('pausing');
		await sandbox.control.fault({
			route: '*',
			kind: 'status',
			status: 429,
			retryAfter: 60,
			times: 0,
		});
		let stoppedAt = 0;
		const { run } = await getMany({
			key,
			count: 20,
			more: {
				onStart: (cancel) => {
					void until(async () => (await sandbox.control.requests({ key })).length > 0).then(() => {
						stoppedAt = Date.now();
						cancel();
					});
				},
			},
		});
		expect(run.status).toBe('canceled');
		expect(Date.now() - stoppedAt).toBeLessThan(30_000);
	});
});

describe('giving up', () => {
	let keys = 0;
	const failing = async (fault: object, retrySeconds?: number) => {
		jest.replaceProperty(DEFAULT_RETRY, 'baseDelayMs', 5);
		await sandbox.control.fault({ route: 'GET /organization', times: 0, ...fault } as never);
		// A key of its own, as everybody with the same key makes way for a service that asks for it.
		const key = await ownKey(`failing-${(keys += 1)}`);
		const { error } = await runOperation(
			sandbox.baseUrl,
			'organization.get',
			{ ...(retrySeconds !== undefined && { options: { retrySeconds } }) },
			[{}],
			{ credential: credentialData(sandbox.baseUrl, key) },
		);
		const log = await sandbox.control.requests();
		await sandbox.control.clearFaults();
		return { error: error!, attempts: log.length };
	};

	test('says how often it was tried and what came of each attempt', async () => {
		const { error, attempts } = await failing({ kind: 'status', status: 503 });
		expect(attempts).toBe(6);
		expect(error.description).toContain('Gave up after 6 attempts (6 × 503). ');
		expect(error.context).toMatchObject({ attempts: 6, statusCode: 503 });
	});

	test('comes after the time that the person allows', async () => {
		const startedAt = Date.now();
		const { error } = await failing({ kind: 'status', status: 429, retryAfter: 1 }, 2);
		expect(error.message).toBe('The service asks to wait 1 s before the next request');
		expect(Date.now() - startedAt).toBeLessThan(30_000);
	});

	test('comes at once when the service asks for more', async () => {
		const startedAt = Date.now();
		const { error, attempts } = await failing({ kind: 'status', status: 429, retryAfter: 3_600 });
		expect(error.message).toBe('The service asks to wait 3600 s before the next request');
		expect(attempts).toBe(1);
		expect(Date.now() - startedAt).toBeLessThan(30_000);
	});

	test('comes at once when retries are turned off', async () => {
		expect((await failing({ kind: 'status', status: 503 }, 0)).attempts).toBe(1);
	});

	test('of a page that is no JSON comes after one more try', async () => {
		const { error, attempts } = await failing({ kind: 'html' });
		expect(attempts).toBe(2);
		expect(error.message).toContain('not the API of the service: 502 Bad Gateway');
	});

	test.each([
		['trigger', 6],
		['webhook', 6],
		['manual', 2],
	] as const)('names a service that is not there; as %s after %d attempts', async (mode, tries) => {
		jest.replaceProperty(DEFAULT_RETRY, 'baseDelayMs', 5);
		const at = 'http://127.0.0.1:1/v2';
		const { error } = await runOperation(at, 'organization.get', {}, [{}], { mode });
		expect(error?.message).toMatch(/^The contract-management service could not be reached\. /);
		expect(error?.description).toContain(
			`Gave up after ${tries} attempts (${tries} × ECONNREFUSED)`,
		);
	});
});

test('a list that is cut off or goes round in circles is an error', async () => {
	const list = async () =>
		(await runOperation(sandbox.baseUrl, 'contract.getAll', { returnAll: true })).error?.message;
	await sandbox.control.seed({ contracts: 300 });
	await sandbox.control.fault({
		route: 'GET /contracts',
		kind: 'repeatedCursor',
		skip: 1,
		times: 0,
	});
	expect(await list()).toBe('The service returned the same page cursor twice');
	await sandbox.control.clearFaults();
	await sandbox.control.fault({ route: 'GET /contracts', kind: 'wrongPageShape' });
	expect(await list()).toBe('/contracts did not answer with a list');
});

describe('the API key stays at home:', () => {
	/** What reached a server that is not the service. */
	let reached: Array<{ url?: string; headers: IncomingHttpHeaders }>;
	let stranger: Server;
	let port: number;

	beforeEach(async () => {
		reached = [];
		stranger = createServer(({ url, headers }, response) => {
			reached.push({ url, headers });
			response.setHeader('content-type', 'application/pdf').end('%PDF-1.7 %%EOF');
		}).listen(0, '127.0.0.1');
		await once(stranger, 'listening');
		({ port } = stranger.address() as AddressInfo);
	});
	afterEach(() => stranger.close());

	const answer = (route: string, body: unknown) => ({
		route,
		kind: 'status' as const,
		status: 200,
		body,
	});

	test('a redirect is not followed', async () => {
		await sandbox.control.fault({
			route: 'GET /organization',
			kind: 'redirect',
			location: `http://127.0.0.1:${port}/v2/organization`,
		});
		const { error } = await runOperation(sandbox.baseUrl, 'organization.get');
		expect(error?.message).toBe('The service redirected the request to another address');
		expect(reached).toEqual([]);
	});

	test.each([
		['a link', false, () => 'stolen'],
		['a cursor', true, (address: string) => address],
	])('an absolute address in %s is not called', async (_what, isCursor, after) => {
		const address = `http://127.0.0.1:${port}/v2/contracts?after=stolen`;
		const page = {
			data: [],
			pagination: { has_next: true, ...(isCursor && { next: address }) },
			links: { next: address },
		};
		await sandbox.control.fault(answer('GET /contracts', page));
		await runOperation(sandbox.baseUrl, 'contract.getAll', { returnAll: true });
		expect(reached).toEqual([]);
		const asked = await sandbox.control.requests({ route: '/contracts' });
		expect(asked.map(({ query }) => query.after)).toEqual([undefined, after(address)]);
	});

	const upload = async (url: string) => {
		await sandbox.control.fault(answer('POST /files/upload-url', { key: 'k', url }));
		return await runOperation(sandbox.baseUrl, 'file.upload', {}, [], {
			items: [{ json: {}, binary: { data: await fileOf(pdf('x'), 'x.pdf') } }],
		});
	};

	test('a file travels to a signed URL without it', async () => {
		await upload(`http://127.0.0.1:${port}/bucket/x?signature=1`);
		expect(reached.map(({ url }) => url)).toEqual(['/bucket/x?signature=1']);
		expect(Object.keys(reached[0].headers)).not.toContain('x-api-key');
		expect(JSON.stringify(reached)).not.toContain('sandbox-admin-key');
	});

	test('a plain http address that is not of this machine is refused', async () => {
		const { error } = await upload('http://storage.example/x');
		expect(error?.message).toBe('The service gave an address for the file that is not safe to use');
		expect(error?.description).toContain('http://storage.example');
	});

	test.each(['ftp://127.0.0.1/x', 'file:///etc/passwd', 'javascript:alert(1)', '//[', ''])(
		'an upload to %j is refused',
		async (url) => {
			expect((await upload(url)).error?.message).toMatch(/^The service gave (an|no) address/);
		},
	);

	test('a credential that points elsewhere sends the key there only', async () => {
		const { error } = await runOperation(`http://127.0.0.1:${port}/v2`, 'organization.get', {
			options: { retrySeconds: 0 },
		});
		expect(error?.message).toContain('something that is not JSON');
		expect(reached.map(({ url }) => url)).toEqual(['/v2/organization']);
		expect(await sandbox.control.requests()).toEqual([]);
	});
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
	const deadline = Date.now() + 240_000;
	while (!(await isTrue())) {
		if (Date.now() > deadline) throw new Error('It did not happen within 240 s');
		await sleep(20);
	}
}
