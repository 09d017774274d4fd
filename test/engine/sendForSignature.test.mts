import { contractIn, requestsOf, runnerOf } from '../support/contractRun.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.control.reset());

const SEND = 'POST /contracts/:id/signatures/send';
const READ = 'GET /contracts/:id 200';
const run = runnerOf(() => sandbox, 'contract');
const draft = () => contractIn(sandbox, { status: 'draft' });
const sends = async () => (await requestsOf(sandbox)).filter((request) => request.startsWith(SEND));

test('a draft is sent once, and its status is told', async () => {
	const contractId = await draft();
	const { items, error } = await run('sendForSignature', {
		contractId,
		options: { message: 'Please sign' },
	});
	expect(error).toBeUndefined();
	expect(items).toEqual([{ json: { id: contractId, status: 'signing' }, pairedItem: { item: 0 } }]);
	expect(await requestsOf(sandbox)).toEqual([READ, `${SEND} 202`]);
});

const MEMBER = { id: 'm1', name: 'Ada', email: 'ada@example.org', type: 'member' };
const GUEST = { id: 'g1', name: 'Bo', email: 'bo@globex.example', type: 'counterparty' };
const INTERNAL = /^All signatories of the contract are members of your organization/;
const NOBODY =
	/^The contract lists no signatories: look in the web application whether anybody is asked to sign\.$/;

test.each([
	['to both sides', [MEMBER, GUEST], []],
	['to members only, which a hint says', [MEMBER], [expect.stringMatching(INTERNAL)]],
	['to nobody, which a hint says', [], [expect.stringMatching(NOBODY)]],
	['to those whom the contract does not show', undefined, []],
	['to those that are null in the contract', null, []],
])('a node of version 1.1 says to whom it went: %s', async (_, listed, hints) => {
	const signatories = listed ?? [];
	const contractId = await contractIn(sandbox, { status: 'draft', signatories });
	if (!listed) {
		const { body } = await sandbox.api('GET', `/contracts/${contractId}`);
		// What is undefined is no property of JSON.
		const shown = { ...body, signatories: listed };
		const route = 'GET /contracts/:id';
		await sandbox.control.fault({ route, kind: 'status', status: 200, body: shown });
	}
	const node = { nodeSettings: { typeVersion: 1.1 } };
	const { items, run: ran } = await run('sendForSignature', { contractId }, undefined, node);
	expect(items[0].json).toEqual({ id: contractId, status: 'signing', signatories });
	const said = ran.data.resultData.runData.SUT[0].hints ?? [];
	expect(said.map(({ message }) => message)).toEqual(hints);
});

test('an empty answer is accepted, and the contract is read for its status', async () => {
	const contractId = await draft();
	await sandbox.control.variants(['emptySendBody']);
	const { items } = await run('sendForSignature', { contractId });
	expect(items[0].json).toEqual({ id: contractId, status: 'signing' });
	expect(await requestsOf(sandbox)).toEqual([READ, `${SEND} 200`, READ]);
});

test.each([
	['signing', 'The contract is already out for signature'],
	['signed', 'The contract is already signed'],
	['canceled', 'The contract is cancel\u2060ed'],
])('a contract that is %s is not sent: the error says so', async (status, message) => {
	const contractId = await contractIn(sandbox, { status });
	const { error } = await run('sendForSignature', { contractId });
	expect(error?.message).toBe(message);
	expect(error?.context).toMatchObject({ errorId: 'INVALID_STATUS_TRANSITION', statusCode: 409 });
	expect(error?.description).not.toContain('marked as signed');
});

test.each(['reset', 'html', 'status'] as const)(
	'a lost answer (%s) is made up for by reading the contract: nothing is sent twice, and a hint says so',
	async (kind) => {
		const contractId = await draft();
		await sandbox.control.fault({ route: SEND, kind, when: 'after', status: 502 });
		const { items, error, run: ran } = await run('sendForSignature', { contractId });
		expect(error).toBeUndefined();
		expect(items[0].json.status).toBe('signing');
		expect(await sends()).toHaveLength(1);
		expect(ran.data.resultData.runData.SUT[0].hints?.map(({ message }) => message)).toEqual([
			expect.stringContaining(`The answer to the sending of ${contractId} was lost.`),
		]);
	},
);

describe('a contract that was out before is not told to be sent by this run, where the answer is lost', () => {
	test.each([
		['signing', 502, {}],
		['signed', 504, {}],
		['signing', 0, {}],
		['signing', 502, { nodeSettings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } }],
	])('%s, %d', async (status, lost, settings) => {
		const contractId = await contractIn(sandbox, { status });
		const kind = lost ? ('status' as const) : ('reset' as const);
		await sandbox.control.fault({ route: SEND, kind, ...(lost > 0 && { status: lost }), times: 0 });
		const { error, items } = await run('sendForSignature', { contractId }, undefined, settings);
		expect(items).toEqual([]);
		expect(error?.context).toMatchObject({ outcome: 'unknown', statusBefore: status });
		expect(error?.description).toContain(`its status is '${status}', but nothing shows that`);
		expect(await sends()).toHaveLength(1);
	});
});

test('a contract that cannot be read is not sent', async () => {
	const contractId = await draft();
	await sandbox.control.fault({ route: 'GET /contracts/:id', kind: 'status', status: 403 });
	const { error } = await run('sendForSignature', { contractId });
	expect(error?.context).toMatchObject({ outcome: 'notExecuted', statusCode: 403 });
	expect(await sends()).toEqual([]);
});

test('the status of another contract is not told, and proves nothing', async () => {
	const contractId = await draft();
	const body = { id: await draft(), name: 'Another', status: 'signed' };
	const another = { route: 'GET /contracts/:id', kind: 'status', status: 200, body } as const;
	await sandbox.control.fault({ ...another, skip: 1 });
	await sandbox.control.fault({ route: SEND, kind: 'status', status: 502 });
	const { error } = await run('sendForSignature', { contractId });
	expect(error?.context).toMatchObject({ outcome: 'unknown' });
	expect(error?.description).not.toContain('its status is');
	await sandbox.control.variants(['emptySendBody']);
	await sandbox.control.fault({ ...another, skip: 1 });
	const { items } = await run('sendForSignature', { contractId });
	expect(items[0].json).toEqual({ id: contractId, status: null });
});

test('a fault before it was sent says that it is not known, and sends nothing again', async () => {
	const contractId = await draft();
	await sandbox.control.fault({ route: SEND, kind: 'status', status: 503 });
	const { error } = await run('sendForSignature', { contractId });
	expect(error?.description).toContain('It may have happened');
	expect(error?.description).toContain("its status is 'draft'");
	expect(await sends()).toHaveLength(1);
});

test('a rejection by the rate limit is tried again: nothing was executed', async () => {
	const contractId = await draft();
	await sandbox.control.fault({ route: SEND, kind: 'status', status: 429, retryAfter: 0 });
	const { items } = await run('sendForSignature', { contractId });
	expect(items[0].json.status).toBe('signing');
	expect(await sends()).toEqual([`${SEND} 429`, `${SEND} 202`]);
});
