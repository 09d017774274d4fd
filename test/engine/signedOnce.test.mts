import { fileOf, filesIn, pdf, useBinaryMode, type BinaryMode } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { contractIn, requestsOf, runnerOf } from '../support/contractRun.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	await useBinaryMode('filesystem');
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.control.reset());

const DATE = '2026-03-01T10:00:00.000Z';
const SIGN = 'POST /contracts/:id/signed-version';
const SEND = 'POST /contracts/:id/signatures/send';
const RETRIES = { nodeSettings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } };
const run = runnerOf(() => sandbox, 'contract');
const draft = () => contractIn(sandbox, { status: 'draft' });
const statusOf = async (id: string) => (await sandbox.control.contract(id)).status;
const count = async (route: string) =>
	(await requestsOf(sandbox)).filter((request) => request.startsWith(route)).length;

const itemOf = async (id: string, bytes = pdf(id)) => ({
	json: { id },
	binary: { data: await fileOf(bytes, 'signed.pdf') },
});

type Items = Array<Awaited<ReturnType<typeof itemOf>>>;

const mark = async (items: Items, more = {}, signatureDate = DATE) =>
	await run('markAsSigned', { contractId: '={{ $json.id }}', signatureDate }, items, more);

describe('two items of one contract', () => {
	const bare = (id: string) => id.replace(/^contract_/, '');

	test.each([
		['the same', (id: string) => id],
		['bare', bare],
		['in capitals', (id: string) => bare(id).toUpperCase()],
	])('are refused before the first byte: %s', async (_how, spelled) => {
		const [id, other] = [await draft(), await draft()];
		const items = [await itemOf(id), await itemOf(other), await itemOf(spelled(id), pdf('annex'))];
		const { error } = await mark(items);
		expect(error?.message).toBe(
			'Items 0 and 2 are of one contract, which is signed once, with all its files',
		);
		expect(error?.description).toContain('Put all files of a contract into one item');
		expect(error?.description).toContain('Aggregate');
		expect(await requestsOf(sandbox)).toEqual([]);
	});

	/** What Aggregate makes of two items, as the advice says, and what its expression then gives. */
	test.each([
		['={{ $json.contract }}', (id: string) => ({ contract: id })],
		['={{ $json["Contract ID"] }}', (id: string) => ({ 'Contract ID': id })],
		['={{ $json.deal.contractId }}', (id: string) => ({ deal: { contractId: id } })],
	])('are told an expression of their own property: %s', async (value, jsonOf) => {
		const id = await draft();
		const json = jsonOf(id);
		const { binary } = await itemOf(id);
		const annex = await fileOf(pdf('annex'), 'annex.pdf');
		const items = [json, json].map((one) => ({ json: one, binary }));
		const parameters = { contractId: { ...byId(id), value }, signatureDate: DATE };
		const { error } = await run('markAsSigned', parameters, items);
		expect(error?.description).toContain('Signature Date changes likewise where it reads $json.');
		const [advised] = /\{\{.*\}\}/.exec(error?.description ?? '')!;
		const contractId = { ...byId(id), value: `=${advised}` };
		const again = await run(
			'markAsSigned',
			{ contractId, signatureDate: DATE, binaryProperties: 'data,data_1' },
			[{ json: { data: [json, json] }, binary: { ...binary, data_1: annex } }],
		);
		expect(again.error).toBeUndefined();
		expect(await statusOf(id)).toBe('signed');
	});

	test.each([
		"={{ $('Source').item.json.id }}",
		'={{ $json.id.trim() }}',
		'={{ $json.contract || $json.id }}',
	])('are told in words where it is none: %s', async (value) => {
		const item = await itemOf(await draft());
		const parameters = { contractId: { ...byId(item.json.id), value }, signatureDate: DATE };
		const { error } = await run('markAsSigned', parameters, [item, item]);
		expect(error?.description).toContain('in data[0], in the property that has it now.');
	});

	test('fail both where the node continues, and the others are signed', async () => {
		const [id, other] = [await draft(), await draft()];
		const items = [await itemOf(id), await itemOf(other), await itemOf(id, pdf('annex'))];
		const result = await mark(items, { nodeSettings: { onError: 'continueErrorOutput' } });
		expect(result.errorItems.map(({ json }) => json.id)).toEqual([id, id]);
		expect(result.items.map(({ json }) => json.id)).toEqual([other]);
		expect([await statusOf(id), await statusOf(other)]).toEqual(['draft', 'signed']);
	});

	test('are sent once: the service refuses the second', async () => {
		const id = await draft();
		const items = [await itemOf(id), await itemOf(id)];
		const settings = { nodeSettings: { onError: 'continueErrorOutput' as const } };
		const result = await run(
			'sendForSignature',
			{ contractId: '={{ $json.id }}' },
			items,
			settings,
		);
		expect([result.items.length, result.errorItems.length]).toEqual([1, 1]);
	});

	test('are updated in their order', async () => {
		const id = await draft();
		const { folderIds } = await sandbox.control.fixtures();
		const items = Array.from({ length: 12 }, (_, i) => ({ json: { folder: folderIds[i % 2] } }));
		const updateFields = { folderId: '={{ $json.folder }}' };
		await run('update', { contractId: id, updateFields }, items);
		expect((await sandbox.control.contract(id)).folderId).toBe(folderIds[1]);
	});
});

describe('a contract that is signed already', () => {
	test.each([
		['other files', 'annex', 'The contract is already signed'],
		['a file more', 'data,annex', 'The contract is already signed'],
		['the same files', 'data', undefined],
	])('by an earlier run of a loop: %s', async (_what, binaryProperties, message) => {
		const id = await draft();
		const annex = await fileOf(pdf('annex'), 'annex.pdf');
		const { binary, json } = await itemOf(id);
		const first = { resource: 'contract', operation: 'markAsSigned', signatureDate: DATE };
		const before = [{ ...first, contractId: byId(id), binaryProperties: 'data' }];
		const { error, items } = await run(
			'markAsSigned',
			{ contractId: id, signatureDate: DATE, binaryProperties },
			[{ json, binary: { ...binary, annex } }],
			{ before },
		);
		expect(error?.message).toBe(message);
		if (!message) expect(items[0].json).toMatchObject({ already: true });
		expect(await count(SIGN)).toBe(1);
	});

	test.each<BinaryMode>(['filesystem', 'default', 'database'])(
		'with these very files is no error, and nothing is uploaded (%s)',
		async (mode) => {
			await useBinaryMode(mode);
			const id = await draft();
			const items = [await itemOf(id)];
			await mark(items);
			await sandbox.control.clearRequests();
			const { error, items: again } = await mark(items, {}, '={{ $now }}');
			await useBinaryMode('filesystem');
			expect(error).toBeUndefined();
			expect(again[0].json).toMatchObject({ already: true, status: 'signed', signatureDate: DATE });
			expect((await requestsOf(sandbox)).filter((one) => !one.startsWith('GET'))).toEqual([]);
		},
	);

	test.each([
		['other bytes under the same name', [pdf('other')]],
		['one file more', [pdf('main'), pdf('annex')]],
	])('is refused for %s', async (_what, files) => {
		const id = await draft();
		await mark([await itemOf(id, pdf('main'))]);
		const [data, annex] = await Promise.all(files.map((bytes) => fileOf(bytes, 'signed.pdf')));
		const binary = { data, ...(annex && { annex }) };
		const { error } = await run(
			'markAsSigned',
			{ contractId: id, signatureDate: DATE, binaryProperties: Object.keys(binary).join() },
			[{ json: {}, binary }],
		);
		expect(error?.message).toBe('The contract is already signed');
	});
});

test('the file of the input goes on with its item, in both outputs', async () => {
	const [id, gone] = [await draft(), await contractIn(sandbox, { status: 'canceled' })];
	const items = [await itemOf(id), await itemOf(gone)];
	const result = await mark(items, { nodeSettings: { onError: 'continueErrorOutput' } });
	const all = [...result.items, ...result.errorItems];
	expect(await Promise.all(all.map(({ binary }) => filesIn(binary)))).toEqual([
		{ data: pdf(id) },
		{ data: pdf(gone) },
	]);
});

describe('an answer that is lost', () => {
	test.each([504, 0])('is no success where somebody else signs meanwhile (%d)', async (status) => {
		const id = await draft();
		const kind = status ? ('status' as const) : ('reset' as const);
		await sandbox.control.fault({ route: SIGN, kind, ...(status > 0 && { status }) });
		const body = { id, status: 'signed', signatureDate: new Date().toISOString() };
		const seen = { route: 'GET /contracts/:id', kind: 'status', status: 200, body } as const;
		await sandbox.control.fault({ ...seen, skip: 1 });
		const { error } = await mark([await itemOf(id)]);
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
		expect(error?.description).toContain("its status is 'signed', but nothing shows that");
	});

	// n8n repeats tools by themselves, over MCP by the declared route.
	test.each([
		['sendForSignature', SEND, false],
		['sendForSignature', SEND, true],
		['markAsSigned', SIGN, true],
	])(
		'of %s is looked up by Retry On Fail, and never sent again (%s, as a tool: %j)',
		async (operation, route, declaredRouteOnly) => {
			const id = await draft();
			await sandbox.control.fault({ route, kind: 'reset', times: 0 });
			const parameters = { contractId: id, signatureDate: DATE };
			const more = { ...RETRIES, declaredRouteOnly };
			const { error } = await run(operation, parameters, [await itemOf(id)], more);
			expect(error?.message).toContain('not known whether');
			expect(error?.description).toContain(
				'An earlier try of this run may have executed it, so it was not sent again.',
			);
			expect(error?.context).toMatchObject({ outcome: 'unknown' });
			expect(await count(route)).toBe(1);
		},
	);

	test.each([
		['sendForSignature', SEND, 'signing'],
		['markAsSigned', SIGN, 'signed'],
	])(
		'of %s that the contract shows late is found by the next try',
		async (operation, route, status) => {
			const id = await draft();
			await sandbox.control.fault({ route, kind: 'reset', when: 'after' });
			const late = { kind: 'status', status: 200, body: { id, status: 'draft' } } as const;
			await sandbox.control.fault({ ...late, route: 'GET /contracts/:id', skip: 1 });
			const parameters = { contractId: id, signatureDate: DATE };
			const { error, items } = await run(operation, parameters, [await itemOf(id)], RETRIES);
			expect(error).toBeUndefined();
			expect(items[0].json).toMatchObject({ id, status });
			expect(await count(route)).toBe(1);
		},
	);
});

test('a sending that is accepted, but not shown, says so and not to send again', async () => {
	const id = await draft();
	const body = { status: 'draft' };
	await sandbox.control.fault({ route: SEND, kind: 'status', status: 202, body });
	const { items, run: ran } = await run('sendForSignature', { contractId: id });
	expect(items[0].json).toEqual({ id, status: 'draft' });
	const hints = ran.data.resultData.runData.SUT[0].hints ?? [];
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringContaining('Do not send again'),
	]);
});

test.each([
	['one file', ['one', 'one', 'one'], true],
	['copies of one file', ['one', 'one', 'one'], false],
	['files that differ at their ends', ['one', 'two', 'six'], false],
])('%s for several contracts is told in a hint', async (_what, texts, isSame) => {
	const first = await fileOf(pdf('one'), 'one.pdf');
	const page = (text: string) => Buffer.concat([pdf('page', 3000), pdf(text)]);
	const copies = texts.map(async (text) => ({
		json: { id: await draft() },
		binary: { data: isSame ? first : await fileOf(page(text), 'one.pdf') },
	}));
	const { error, run: ran } = await mark(await Promise.all(copies));
	expect(error).toBeUndefined();
	const hints = ran.data.resultData.runData.SUT[0].hints ?? [];
	expect(hints.map(({ message }) => message)).toEqual(
		texts[1] === 'one'
			? [
					expect.stringContaining(
						"The same file, 'one.pdf', seems to go to several contracts, or twice to one. Check Input Binary Field: ",
					),
				]
			: [],
	);
});
