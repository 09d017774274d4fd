import { createHash } from 'node:crypto';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { fileOf, filesIn, pdf, useBinaryMode } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { runnerOf } from '../support/contractRun.mts';
import { credentialData } from '../support/credentials.mts';
import { OTHERS } from '../support/otherFiles.mts';
import { profiled } from '../support/profiled.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const docx = (parts: string) => Buffer.from(`PK\x03\x04\x14\0\x06\0${parts} PK\x05\x06`, 'latin1');
const PARTS = '[Content_Types].xml _rels/.rels word/document.xml';
const LINK = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };

/** Creates a contract for each item of files. */
async function create(
	items: Array<Record<string, IBinaryData>>,
	more: IDataObject = {},
	profile = '',
) {
	const { contractTypes } = await sandbox().control.fixtures();
	const [type] = contractTypes as Array<{ id: string; templates: Array<{ id: string }> }>;
	const parameters = {
		contractTypeId: byId(type.id),
		templateId: byId(type.templates[0].id),
		counterpartySource: 'name',
		counterpartyName: 'Acme',
		document: 'data',
		options: { fieldsJson: '{"Reference": "R-1", "Payment term": "30 days"}' },
		...more,
	};
	return await runOperation(sandbox().baseUrl, 'contract.create', parameters, [], {
		items: items.map((binary) => ({ json: {}, binary })),
		credential: { ...credentialData(sandbox().baseUrl), serviceProfile: profile },
	});
}

const routes = async () =>
	(await sandbox().control.requests())
		.filter(({ method }) => method !== 'GET')
		.map(({ method, route }) => `${method} ${route}`);
const CREATION = ['POST /files/upload-url', 'PUT /storage/uploads/:uploadId', 'POST /contracts'];

/** What Download Current Version gives of a contract. */
async function current(id: unknown) {
	const { body } = await sandbox().api('GET', `/contracts/${String(id)}/current-version`);
	const bytes = Buffer.from(await (await fetch(body.url)).arrayBuffer());
	return { name: body.name, contentType: body.contentType, hash: hashOf(bytes) };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(['filesystem', 'default', 'database'] as const)('in binary mode %s', (mode) => {
	beforeAll(async () => await useBinaryMode(mode));
	afterAll(async () => await useBinaryMode('filesystem'));

	test.each([
		['NDA Globex.pdf', 'application/pdf', pdf('nda'), 'NDA Globex.pdf', 'application/pdf'],
		['scan', 'application/octet-stream', pdf('scan', 3_000_000), 'scan.pdf', 'application/pdf'],
		['offer.DOCX', WORD, docx(PARTS), 'offer.DOCX', WORD],
		['offer', 'application/octet-stream', docx(PARTS), 'offer.docx', WORD],
		['offer.docx', 'application/zip', docx('[Content_Types].xml'), 'offer.docx', WORD],
		// As LibreOffice begins them.
		['offer.docx', WORD, docx('_rels/.rels docProps/app.xml'), 'offer.docx', WORD],
	])(
		"'%s' (%s) is the document of the contract",
		async (fileName, type, bytes, name, contentType) => {
			const { items, error } = await create([{ data: await fileOf(bytes, fileName, type) }]);
			expect(error).toBeUndefined();
			expect(await current(items[0].json.id)).toEqual({ name, contentType, hash: hashOf(bytes) });
			expect(await routes()).toEqual(CREATION);
		},
	);

	const others = OTHERS.filter(([is]) => !is.startsWith('something'));
	test.each(others)('nothing is created with %s called .pdf', async (is, bytes) => {
		const { error } = await create([{ data: await fileOf(bytes, 'offer.pdf') }]);
		expect(error?.message).toBe(
			`File 'offer.pdf' (field data) is neither a PDF nor a Word file (docx): it is ${is}`,
		);
		expect(error?.description).toContain('Nothing was created.');
		expect(await routes()).toEqual([]);
	});
});

test.each([
	['a spreadsheet', docx('[Content_Types].xml xl/workbook.xml'), 'prices.docx'],
	['a spreadsheet that says so', docx('[Content_Types].xml'), 'prices.xlsx'],
	['slides', docx('[Content_Types].xml ppt/slides'), 'deck.docx'],
])('nothing is created with %s', async (_, bytes, name) => {
	const { error } = await create([{ data: await fileOf(bytes, name, 'application/zip') }]);
	expect(error?.message).toContain('it is an office document');
	expect(await routes()).toEqual([]);
});

test.each([
	['offer.pdf', pdf('cut off', 300_000).subarray(0, 200_000)],
	['offer.docx', docx(PARTS).subarray(0, -4)],
])('nothing is created with the first part of %s', async (name, bytes) => {
	const { error } = await create([{ data: await fileOf(bytes, name) }]);
	expect(error?.message).toBe(
		`File '${name}' (field data) is neither a PDF nor a Word file (docx): it is only the first part of one`,
	);
	expect(await routes()).toEqual([]);
});

/** Word files of one size and beginning, as of one template. */
const filled = (text: string) => docx(`${PARTS} ${'-'.repeat(2000)} ${text}`);

test.each([
	['one file', async () => await fileOf(pdf('1'), '1.pdf'), 1],
	['a copy', async () => await fileOf(Buffer.from(pdf('1')), '1.pdf'), 1],
	['another file', async (i: number) => await fileOf(pdf(`${i}`), '1.pdf'), 0],
	['another Word file', async (i: number) => await fileOf(filled(`${i}`), 'offer.docx', WORD), 0],
])('%s for several contracts is told in a hint, and they are created', async (_, file, told) => {
	const items = [];
	for (const i of [1, 2]) items.push({ data: await file(i) });
	const { error, run } = await create(items);
	expect(error).toBeUndefined();
	const hints = run.data.resultData.runData.SUT[0].hints ?? [];
	expect(hints.map(({ message }) => message)).toEqual(
		Array(told).fill(
			"The same file, '1.pdf', seems to go to several contracts, or twice to one. Check Document (Input Binary Field): $('…').first() gives each item the file of the first one.",
		),
	);
	expect(await routes()).toHaveLength(2 * CREATION.length);
});

test('all documents are looked at before the first contract is created', async () => {
	const good = { data: await fileOf(pdf('1'), '1.pdf') };
	const { error } = await create([good, { data: await fileOf('hello', '2.pdf') }]);
	expect(error?.message).toContain("File '2.pdf'");
	expect(await routes()).toEqual([]);
});

test.each([
	[
		'several',
		'data, annex',
		'A contract has one document, and Document (Input Binary Field) names 2',
	],
	['none of that name', 'file', "The item has no binary field 'file'"],
])('%s is an error that says what to do', async (_, document, message) => {
	const files = { data: await fileOf(pdf('1'), '1.pdf'), annex: await fileOf(pdf('2'), '2.pdf') };
	const { error } = await create([files], { document });
	expect(error?.message).toBe(message);
	expect(await routes()).toEqual([]);
});

test('a Word file comes back as one also where the service answers with the file itself', async () => {
	const bytes = docx(PARTS);
	const { items } = await create([{ data: await fileOf(bytes, 'offer.docx', WORD) }]);
	const credential = await profiled(sandbox(), { 'current-version': 'file' });
	const { id: contractId } = items[0].json;
	const run = runnerOf(sandbox, 'contract');
	const got = await run('downloadCurrentVersion', { contractId }, undefined, { credential });
	expect(got.items[0].json).toMatchObject({ fileName: 'offer.docx', mimeType: WORD });
	expect((await filesIn(got.items[0].binary)).data).toEqual(bytes);
});

test('without a document the template makes it, and nothing is uploaded', async () => {
	const { items } = await create([{ data: await fileOf(pdf('1'), '1.pdf') }], { document: '' });
	expect(await current(items[0].json.id)).toMatchObject({ contentType: 'application/pdf' });
	expect(await routes()).toEqual(['POST /contracts']);
});

test.each(['={{ $json.fileField }}', '={{ Object.keys($binary)[0] }}'])(
	'an expression that gives no field is refused, as the template would make another contract: %s',
	async (document) => {
		const { error } = await create([{}], { document });
		expect(error?.message).toBe(
			'Document (Input Binary Field) is empty: correct its expression, which gave nothing',
		);
		expect(error?.description).toContain("Where the template is to make it, give ''.");
		expect(await routes()).toEqual([]);
	},
);

test("an expression that gives '' leaves the contract to the template", async () => {
	const { error } = await create([{}], { document: "={{ $json.fileField ?? '' }}" });
	expect(error).toBeUndefined();
	expect(await routes()).toEqual(['POST /contracts']);
});

test('a contract that is found is not given another document, and that is told', async () => {
	const more = { integration: LINK, findExisting: true };
	const bytes = pdf('first');
	const first = await create([{ data: await fileOf(bytes, '1.pdf') }], more);
	const again = await create([{ data: await fileOf(pdf('second'), '2.pdf') }], more);
	expect(again.items[0].json).toMatchObject({ action: 'found', id: first.items[0].json.id });
	const hintsOf = ({ run }: typeof again) => run.data.resultData.runData.SUT![0].hints;
	expect(hintsOf(first)).toEqual([]);
	expect(hintsOf(again)).toEqual([
		expect.objectContaining({
			message: expect.stringMatching(/^What was found was there already: .* was not taken\.$/),
		}),
	]);
	expect(await current(first.items[0].json.id)).toMatchObject({ hash: hashOf(bytes) });
	expect(await routes()).toEqual(CREATION);
});

test('an upload that fails is tried again, and the contract is created once', async () => {
	const route = 'PUT /storage/uploads/:uploadId';
	await sandbox().control.fault({ route, kind: 'status', status: 503, times: 1 });
	const { error } = await create([{ data: await fileOf(pdf('1'), '1.pdf') }]);
	expect(error).toBeUndefined();
	expect((await routes()).filter((one) => one === 'POST /contracts')).toHaveLength(1);
});

test('a creation whose answer is lost is not sent again', async () => {
	await sandbox().control.fault({ route: 'POST /contracts', kind: 'reset', when: 'after' });
	const { error } = await create([{ data: await fileOf(pdf('1'), '1.pdf') }]);
	expect(error?.context).toMatchObject({ outcome: 'unknown' });
	expect(await routes()).toEqual(CREATION);
});

test('the profile says by which name the service takes a document', async () => {
	const profile = { 'contract-create-document': 'attachment' };
	await sandbox().control.profile(profile);
	const files = [{ data: await fileOf(pdf('1'), '1.pdf') }];
	const { items, error } = await create(files, {}, JSON.stringify(profile));
	expect(error).toBeUndefined();
	expect(await current(items[0].json.id)).toMatchObject({ hash: hashOf(pdf('1')) });
	expect((await create(files)).error?.message).toContain('document');
});

test('a service that takes none is not sent one: the error names the entry', async () => {
	const profile = '{"contract-create-document": "none"}';
	const { error } = await create([{ data: await fileOf(pdf('1'), '1.pdf') }], {}, profile);
	expect(error?.message).toContain('contract-create-document');
	expect(await routes()).toEqual([]);
});
