import { channel } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { gateFor } from '../../nodes/ContractManagement/transport/limit/gates';
import { storageGateFor } from '../../nodes/ContractManagement/transport/files/storage';
import { byId } from '../support/byId.mts';
import { fileOf, pdf, useBinaryMode } from '../support/binary.mts';
import { until } from '../support/condition.mts';
import { contractIn, runnerOf } from '../support/contractRun.mts';
import { credentialData } from '../support/credentials.mts';
import { holdDeadlines, passDeadline } from '../support/deadlines.mts';
import { startSandbox, type Fault, type Sandbox } from '../support/sandbox.mts';
import { profiled } from '../support/profiled.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	await useBinaryMode('filesystem');
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.control.reset();
	holdDeadlines();
});
afterEach(() => jest.restoreAllMocks());

/** Passes when the test says so. */
const TIMEOUT_MS = 1_000;

/** One attempt that ends by the Timeout. */
const ONCE = { requestOptions: { timeout: TIMEOUT_MS }, options: { retrySeconds: 0 } };

const run = runnerOf(() => sandbox, 'contract');

const keyGate = () => gateFor(credentialData(sandbox.baseUrl));
const storageGate = () => storageGateFor(new URL(sandbox.baseUrl).origin);

function expectFreePlaces() {
	expect(keyGate().isIdle).toBe(true);
	expect(storageGate().isIdle).toBe(true);
}

/** What every deadline leaves: free places, and no connection of the request that was given up. */
async function expectNothingLeft(route: string) {
	expectFreePlaces();
	await until(
		async () => await sandbox.control.requests({ route }),
		(entries) => entries.length > 0 && entries.every(({ closedByClient }) => closedByClient),
	);
}

const LATE: Array<[Fault['kind'], RegExp]> = [
	['hang', /no answer came within 1 s/],
	['switchProtocols', /no answer came within 1 s/],
	['stall', /the answer did not end within 1 s, after \d+ bytes of it/],
	['drip', /the answer did not end within 1 s, after \d+ bytes of it/],
];

const startedLate = (kind: Fault['kind'], route: string) =>
	sandbox.control.fault({ kind, route, times: 0 });

/** Paths whose answers have begun to arrive. */
const arriving: string[] = [];
const answers = channel('http.client.response.finish');
const noteAnswer = (message: unknown) => {
	arriving.push((message as { request: ClientRequest }).request.path.split('?')[0]);
};
beforeAll(() => answers.subscribe(noteAnswer));
afterAll(() => void answers.unsubscribe(noteAnswer));

/** Lets the time pass when the answer of the last of so many requests of the route is as far as it will ever be. */
async function passTimeout(kind: Fault['kind'], route: string, count = 1) {
	const isBegun = kind === 'drip' || kind === 'stall';
	const [method, pattern] = route.split(' ');
	const entries = await until(
		async () => await sandbox.control.requests({ method, route: pattern }),
		({ length }) => length >= count,
	);
	const { path } = entries[count - 1];
	if (isBegun) {
		await until(
			async () => arriving,
			(paths) => paths.includes(path),
		);
		// The node hears of it right after the channel.
		await new Promise(setImmediate);
	}
	passDeadline(TIMEOUT_MS);
}

test.each(LATE)('JSON that comes with a %s ends with the timeout', async (kind, description) => {
	const contractId = await contractIn(sandbox, {});
	await startedLate(kind, 'GET /contracts/:id');
	const running = run('get', { contractId, ...ONCE });
	await passTimeout(kind, 'GET /contracts/:id');
	const { error } = await running;
	expect(error).toMatchObject({
		message: 'The contract-management service did not answer',
		description: expect.stringMatching(description),
		context: { failure: 'lost', attempts: 1 },
	});
	await expectNothingLeft('/contracts/:id');
});

describe.each([
	['the list of signed files', 'GET /contracts/:id/signed-files', {}],
	['a PDF of the API itself', 'GET /contracts/:id/signed-files', { 'signed-files': 'file' }],
	['a file of the storage', 'GET /storage/files/:fileId', {}],
])('%s', (_what, route, profile) => {
	test.each(LATE)('that comes with a %s ends with the timeout', async (kind, description) => {
		const credential = await profiled(sandbox, profile);
		const contractId = await contractIn(sandbox, {
			status: 'signed',
			signedFiles: [{ name: 'a.pdf', bytes: 5_000 }],
		});
		await startedLate(kind, route);
		const more = { credential };
		const running = run('downloadSignedFiles', { contractId, ...ONCE }, undefined, more);
		await passTimeout(kind, route);
		const { error } = await running;
		expect(error?.description).toMatch(description);
		expect(error?.context).toMatchObject({ failure: 'lost', attempts: 1 });
		await expectNothingLeft(route.replace('GET ', ''));
	});
});

test.each(['filesystem', 'default'] as const)(
	'an upload whose storage stops reading ends with the timeout, with files in mode %s',
	async (mode) => {
		await useBinaryMode(mode);
		const contractId = await contractIn(sandbox, { status: 'draft' });
		const file = await fileOf(pdf('large', 20_000_000), 'large.pdf');
		await startedLate('hang', 'PUT /storage/uploads/:uploadId');
		const running = run(
			'markAsSigned',
			{ contractId, signatureDate: new Date(Date.now() - 86_400_000).toISOString(), ...ONCE },
			[{ json: {}, binary: { data: file } }],
		);
		await passTimeout('hang', 'PUT /storage/uploads/:uploadId');
		const { error } = await running;
		await useBinaryMode('filesystem');
		expect(error?.message).toBe("Uploading 'large.pdf' failed: the file storage did not answer");
		expect(error?.description).toMatch(/^the upload did not end within 1 s; Timeout under/);
		// A server that does not read does not see either that its client has left.
		expectFreePlaces();
	},
);

test('what came too late is asked for again within the time for retries', async () => {
	const contractId = await contractIn(sandbox, {});
	await sandbox.control.fault({ kind: 'drip', route: 'GET /contracts/:id' });
	await sandbox.control.fault({ kind: 'switchProtocols', route: 'GET /contracts/:id' });
	const running = run('get', { contractId, requestOptions: { timeout: TIMEOUT_MS } });
	await passTimeout('drip', 'GET /contracts/:id');
	await passTimeout('switchProtocols', 'GET /contracts/:id', 2);
	const { items, error } = await running;
	expect(error).toBeUndefined();
	expect(items[0].json.id).toBe(contractId);
});

test.each(LATE.map(([kind]) => kind))('Stop ends a %s at once', async (kind) => {
	const contractId = await contractIn(sandbox, {});
	await startedLate(kind, 'GET /contracts/:id');
	let stop: () => void = () => undefined;
	const running = run('get', { contractId }, undefined, { onStart: (end) => (stop = end) });
	await until(
		async () => await sandbox.control.requests({ route: '/contracts/:id' }),
		({ length }) => length > 0,
	);
	stop();
	await running;
	await expectNothingLeft('/contracts/:id');
});

test('a request that is late blocks no other execution', async () => {
	const contractId = await contractIn(sandbox, {});
	await startedLate('drip', 'GET /contracts/:id');
	const credential = credentialData(sandbox.baseUrl, undefined, { maxConcurrentRequests: 1 });
	const late = run('get', { contractId, ...ONCE }, undefined, { credential });
	const other = run('getClauses', { contractId: byId(contractId) }, undefined, { credential });
	await passTimeout('drip', 'GET /contracts/:id');
	expect((await other).error).toBeUndefined();
	expect((await late).error).toBeDefined();
});
