import { createHash } from 'node:crypto';
import { fileOf, filesIn, pdf, useBinaryMode } from '../support/binary.mts';
import { contractIn, requestsOf, runnerOf } from '../support/contractRun.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.control.reset());

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

const run = runnerOf(() => sandbox, 'contract');
const draft = () => contractIn(sandbox, { status: 'draft' });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(['filesystem', 'default', 'database'] as const)(
	'with n8n keeping files in mode %s',
	(mode) => {
		beforeEach(async () => await useBinaryMode(mode));
		afterAll(async () => await useBinaryMode('filesystem'));

		test('PDFs are uploaded in order and the contract is signed from them in one request', async () => {
			const contractId = await draft();
			const bytes = { data: pdf('main', 100_000), b: pdf('annex b'), a: pdf('annex a') };
			const binary = {
				data: await fileOf(bytes.data, 'Main.PDF'),
				b: await fileOf(bytes.b, 'annex b.pdf'),
				a: await fileOf(bytes.a),
			};

			const { items, error } = await run(
				'markAsSigned',
				{ contractId, binaryProperties: 'data, b,a', signatureDate: YESTERDAY },
				[{ json: {}, binary }],
			);

			expect(error).toBeUndefined();
			const { json } = items[0];
			expect(json).toMatchObject({ id: contractId, status: 'signed', signatureDate: YESTERDAY });
			const files = json.files as Array<{ key: string; name: string; binaryProperty: string }>;
			expect(files.map(({ name, binaryProperty }) => [name, binaryProperty])).toEqual([
				['Main.pdf', 'data'],
				['annex b.pdf', 'b'],
				['a.pdf', 'a'],
			]);
			const uploads = new Map(
				(await sandbox.control.uploads()).map((upload) => [upload.key, upload]),
			);
			expect(files.map(({ key }) => uploads.get(key)?.sha256)).toEqual(
				[bytes.data, bytes.b, bytes.a].map(sha256),
			);
			const requests = (await requestsOf(sandbox)).toSorted();
			expect(requests).toEqual([
				'GET /contracts/:id 200',
				'POST /contracts/:id/signed-version 204',
				...Array(3).fill('POST /files/upload-url 200'),
				...Array(3).fill('PUT /storage/uploads/:uploadId 200'),
			]);
			const puts = await sandbox.control.requests({ method: 'PUT' });
			expect(puts.map(({ key }) => key)).toEqual(['none', 'none', 'none']);
		});

		test('what is signed is downloaded again, byte by byte, with its name and type', async () => {
			const contractId = await draft();
			const [main, annex] = [pdf('main', 300_000), pdf('annex')];
			const binary = { data: await fileOf(main, 'Main.pdf'), x: await fileOf(annex, 'Annex.pdf') };
			const signed = { contractId, binaryProperties: 'data,x', signatureDate: YESTERDAY };
			expect((await run('markAsSigned', signed, [{ json: {}, binary }])).error).toBeUndefined();

			const { items, error } = await run('downloadSignedFiles', { contractId }, [{ json: {} }]);

			expect(error).toBeUndefined();
			expect(items.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
				[facts(contractId, 'Main.pdf', main.length, 1), { item: 0 }],
				[facts(contractId, 'Annex.pdf', annex.length, 2), { item: 0 }],
			]);
			expect(items[0].binary?.data).toMatchObject({
				fileName: 'Main.pdf',
				mimeType: 'application/pdf',
				fileExtension: 'pdf',
			});
			expect(await Promise.all(items.map(({ binary }) => filesIn(binary)))).toEqual([
				{ data: main },
				{ data: annex },
			]);
		});

		function facts(contractId: string, fileName: string, bytes: number, fileNumber: number) {
			return {
				contractId,
				fileName,
				mimeType: 'application/pdf',
				bytes,
				binaryProperty: 'data',
				fileNumber,
				fileCount: 2,
			};
		}

		test('any file is uploaded for its key', async () => {
			const bytes = Buffer.from('a,b\n1,2\n');
			const binary = { data: await fileOf(bytes, 'rows.csv', 'text/csv') };

			const upload = runnerOf(() => sandbox, 'file');
			const { items, error } = await upload('upload', {}, [{ json: {}, binary }]);

			expect(error).toBeUndefined();
			const [stored] = await sandbox.control.uploads();
			expect(stored).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
			expect(items[0].json).toEqual({
				key: stored.key,
				name: 'rows.csv',
				contentType: 'text/csv',
				bytes: bytes.length,
				binaryProperty: 'data',
			});
		});

		test.each([
			['application/pdf; charset=binary', 'application/pdf'],
			['Text/CSV;charset=utf-8', 'text/csv'],
			['pdf', 'application/octet-stream'],
			['', 'application/octet-stream'],
		])('a file of the type %j is uploaded as %s', async (given, contentType) => {
			const binary = { data: { ...(await fileOf('x', 'x.bin')), mimeType: given } };
			const upload = runnerOf(() => sandbox, 'file');
			const { items, error } = await upload('upload', {}, [{ json: {}, binary }]);
			expect(error).toBeUndefined();
			expect(items[0].json).toMatchObject({ contentType });
		});

		test('a file is stored under a name that every system takes', async () => {
			const binary = { data: await fileOf('x', '../a\u202Efdp\r\n.csv', 'text/csv') };
			const upload = runnerOf(() => sandbox, 'file');
			const { items } = await upload('upload', {}, [{ json: {}, binary }]);
			expect(items[0].json.name).toBe('afdp.csv');
			const chosen = { options: { fileName: 'Deal 5/2024.csv' } };
			const renamed = await upload('upload', chosen, [{ json: {}, binary }]);
			expect(renamed.items[0].json.name).toBe('Deal 5_2024.csv');
		});

		test('a file whose name is empty gets that of its field', async () => {
			const binary = { data: { ...(await fileOf(pdf('unnamed'), 'x.pdf')), fileName: '' } };
			const uploaded = await runnerOf(() => sandbox, 'file')(
				'upload',
				{ binaryProperties: 'data' },
				[{ json: {}, binary }],
			);
			expect(uploaded.items[0]?.json.name).toMatch(/^data/);

			const parameters = { contractId: await draft(), signatureDate: YESTERDAY };
			const { items } = await run('markAsSigned', { ...parameters, binaryProperties: 'data' }, [
				{ json: {}, binary },
			]);
			expect(items[0]?.json.files).toMatchObject([{ name: 'data.pdf' }]);
		});

		test('a file whose name is a number, as of a Code node, has it as its name', async () => {
			const fileName = 2024 as unknown as string;
			const binary = { data: { ...(await fileOf(pdf('numbered'), 'x.pdf')), fileName } };
			const upload = runnerOf(() => sandbox, 'file');
			const { items } = await upload('upload', {}, [{ json: {}, binary }]);
			expect(items[0]?.json.name).toMatch(/^2024/);
		});
	},
);
