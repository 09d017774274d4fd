import { interceptRequests, nock } from '../support/nock.mts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { fileOf, filesIn, pdf, useBinaryMode } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { contractIn, requestsOf, runnerOf } from '../support/contractRun.mts';
import { credentialData } from '../support/credentials.mts';
import { runOperation } from '../support/runOperation.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { profiled } from '../support/profiled.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	await useBinaryMode('filesystem');
});
afterAll(async () => {
	await sandbox.stop();
});
beforeEach(async () => await sandbox.control.reset());

const run = runnerOf(() => sandbox, 'contract');
const LIST = 'GET /contracts/:id/signed-files';
const FILE = 'GET /storage/files/:fileId';

const signed = async (names = ['Main.pdf', 'Annex.pdf']) =>
	await contractIn(sandbox, {
		status: 'signed',
		signedFiles: names.map((name) => ({ name, bytes: 5000 })),
	});

test('all files come as one item on demand, with what the input item had', async () => {
	const contractId = await signed();
	const other = await fileOf('x', 'photo.png', 'image/png');

	const { items, error } = await run(
		'downloadSignedFiles',
		{
			contractId,
			binaryProperty: 'pdf',
			fileOutput: 'singleItem',
			options: { keepJson: true, keepBinary: true },
		},
		[{ json: { deal: 7 }, binary: { photo: other } }],
	);

	expect(error).toBeUndefined();
	const fact = (fileName: string, binaryProperty: string) => ({
		fileName,
		mimeType: 'application/pdf',
		bytes: expect.any(Number),
		binaryProperty,
	});
	expect(items.map(({ json }) => json)).toEqual([
		{
			deal: 7,
			contractId,
			fileCount: 2,
			files: [fact('Main.pdf', 'pdf'), fact('Annex.pdf', 'pdf_2')],
		},
	]);
	const files = await filesIn(items[0].binary);
	expect(Object.keys(files)).toEqual(['photo', 'pdf', 'pdf_2']);
	expect(files.pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('the name of the binary field is a text, without blanks around it', async () => {
	const contractId = await signed(['one.pdf']);
	const into = async (binaryProperty: string) =>
		await run('downloadSignedFiles', { contractId, binaryProperty });
	expect(Object.keys((await into(' pdf ')).items[0].binary!)).toEqual(['pdf']);
	const { error } = await into('={{ ({ name: "pdf" }) }}');
	expect(error?.message).toBe(`Put Output File in Field cannot take '{"name":"pdf"}'`);
});

test('where a workflow keeps files in the JSON, they are there, beside those of the input', async () => {
	const contractId = await signed(['one.pdf']);
	const photo = await fileOf('x', 'photo.png', 'image/png');
	const { items, error } = await run(
		'downloadSignedFiles',
		{ contractId, options: { keepBinary: true } },
		[{ json: { deal: 7, _files: { photo } } as never }],
		{ workflowSettings: { binaryMode: 'combined' } },
	);
	expect(error).toBeUndefined();
	expect(items[0].binary).toBeUndefined();
	expect(items[0].json).toMatchObject({
		contractId,
		_files: { photo: { fileName: 'photo.png' }, data: { fileName: 'one.pdf' } },
	});
	expect(items[0].json).not.toHaveProperty('deal');
});

test('the current version of a draft is one item', async () => {
	const contractId = await contractIn(sandbox, { status: 'draft' });
	const { items, error } = await run('downloadCurrentVersion', { contractId });
	expect(error).toBeUndefined();
	expect(items).toMatchObject([{ json: { contractId, fileCount: 1 }, pairedItem: { item: 0 } }]);
	expect((await filesIn(items[0].binary)).data.subarray(0, 5).toString()).toBe('%PDF-');
	expect(await requestsOf(sandbox)).toEqual([
		'GET /contracts/:id/current-version 200',
		'GET /storage/current-versions/:contractId 200',
	]);
});

test('three items give the files of three contracts, each linked to its own', async () => {
	const ids = [await signed(['a.pdf']), await signed(), await signed(['c.pdf'])];
	const { items } = await run(
		'downloadSignedFiles',
		{ contractId: '={{ $json.id }}' },
		ids.map((id) => ({ json: { id } })),
	);
	expect(items.map(({ json, pairedItem }) => [json.fileName, pairedItem])).toEqual([
		['a.pdf', { item: 0 }],
		['Main.pdf', { item: 1 }],
		['Annex.pdf', { item: 1 }],
		['c.pdf', { item: 2 }],
	]);
});

describe.each(['downloadSignedFiles', 'downloadCurrentVersion'])('%s understands', (operation) => {
	const entry = operation === 'downloadSignedFiles' ? 'signed-files' : 'current-version';

	test.each(['redirect', 'file'])('an answer in the form %s', async (form) => {
		const contractId = await signed(['Főszerződés.pdf']);
		const credential = await profiled(sandbox, { [entry]: form });
		const { items, error } = await run(operation, { contractId }, undefined, { credential });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0].binary?.data.fileName).toMatch(/\.pdf$/);
		expect(items[0].binary?.data.mimeType).toBe('application/pdf');
		if (form === 'file' && operation === 'downloadSignedFiles') {
			expect(items[0].binary?.data.fileName).toBe('Főszerződés.pdf');
		}
		expect((await filesIn(items[0].binary)).data.subarray(0, 5).toString()).toBe('%PDF-');
	});

	test('a ZIP of the files', async () => {
		const contractId = await signed();
		const credential = await profiled(sandbox, { [entry]: 'zip' });
		const { items } = await run(operation, { contractId }, undefined, { credential });
		expect(items[0].binary?.data).toMatchObject({
			mimeType: 'application/zip',
			fileExtension: 'zip',
		});
		expect((await filesIn(items[0].binary)).data.subarray(0, 2).toString()).toBe('PK');
	});
});

describe('files that are not ready', () => {
	test.each(['filesEmpty', 'filesNotReady'])('are waited for (%s)', async (variant) => {
		const contractId = await signed();
		await sandbox.control.variants([variant]);

		const running = run('downloadSignedFiles', { contractId });
		await until(
			async () => (await sandbox.control.requests({ route: '/contracts/:id' })).length > 0,
		);
		await sandbox.control.variants([]);

		const { items, error } = await running;
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
	});

	test('fail when the wait is over, and say how to wait longer', async () => {
		const contractId = await signed();
		await sandbox.control.variants(['filesEmpty']);
		const { error } = await run('downloadSignedFiles', { contractId, options: { waitSeconds: 0 } });
		expect(error?.message).toBe('The service has no signed file for the contract yet');
		expect(error?.description).toContain('Raise Wait for Files');
		expect(error?.context).toMatchObject({ statusCode: 404, errorId: 'FILES_NOT_READY' });
		expect(await requestsOf(sandbox)).toEqual([`${LIST} 200`, 'GET /contracts/:id 200']);
	});

	test('of a canceled contract never come, and a loop does not wait for them', async () => {
		const contractId = await contractIn(sandbox, { status: 'canceled' });
		const { error } = await run('downloadSignedFiles', { contractId });
		expect(error?.message).toBe("The contract is not signed: its status is 'cancel\u2060ed'");
		expect(error?.context).not.toHaveProperty('errorId');
	});

	test('are not waited for when the contract is not signed', async () => {
		const contractId = await contractIn(sandbox, { status: 'negotiating' });
		const { error } = await run('downloadSignedFiles', { contractId });
		expect(error?.message).toBe("The contract is not signed: its status is 'negotiating'");
		expect(error?.context).toMatchObject({ statusCode: 404, errorId: 'NOT_SIGNED_YET' });
		expect(error?.description).toContain('Download Current Version');
	});

	test('of a contract that does not exist are not waited for', async () => {
		const contractId = 'd0000000-0000-4000-8000-00000000dead';
		const { error } = await run('downloadSignedFiles', { contractId });
		expect(error?.message).toBe(`No contract ${contractId}: check its ID, or choose another`);
	});

	test('stop being waited for when the execution is stopped', async () => {
		const contractId = await signed();
		await sandbox.control.variants(['filesEmpty']);
		let stop = () => {};
		const running = run(
			'downloadSignedFiles',
			{ contractId, options: { waitSeconds: 60 } },
			undefined,
			{
				onStart: (cancel) => (stop = cancel),
			},
		);
		await until(
			async () => (await sandbox.control.requests({ route: '/contracts/:id' })).length > 0,
		);
		stop();
		const count = (await requestsOf(sandbox)).length;
		await running.catch(() => undefined);
		// One may have been on its way.
		expect((await requestsOf(sandbox)).length).toBeLessThanOrEqual(count + 1);
	});
});

describe('a transfer', () => {
	test.each([
		{ kind: 'reset' },
		{ kind: 'reset', at: 'body' },
		{ kind: 'status', status: 503 },
	] as const)('is repeated as a whole after %j', async (fault) => {
		const contractId = await signed(['one.pdf']);
		await sandbox.control.fault({ route: FILE, ...fault });
		const { items, error } = await run('downloadSignedFiles', { contractId });
		expect(error).toBeUndefined();
		const { data } = await filesIn(items[0].binary);
		expect(items[0].json.bytes).toBe(data.length);
		expect(data.subarray(-6).toString()).toContain('%%EOF');
		expect((await requestsOf(sandbox)).filter((request) => request.startsWith(FILE))).toHaveLength(
			2,
		);
	});

	test.each([
		{ kind: 'truncatedJson' },
		{ kind: 'malformedJson' },
		{ kind: 'html' },
		{ kind: 'emptyBody' },
		{ kind: 'reset', at: 'body' },
		{ kind: 'status', status: 502 },
	] as const)('of the list is repeated after %j', async (fault) => {
		const contractId = await signed();
		await sandbox.control.fault({ route: LIST, ...fault });
		const { items, error } = await run('downloadSignedFiles', { contractId });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
	});

	test('that stalls is given up and repeated', async () => {
		const contractId = await signed(['one.pdf']);
		await sandbox.control.fault({ route: FILE, kind: 'slowBody', ms: 60_000 });
		const { items, error } = await run('downloadSignedFiles', {
			contractId,
			requestOptions: { timeout: 300 },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	test('whose address has expired meanwhile gets a new one', async () => {
		const contractId = await signed(['one.pdf', 'two.pdf']);
		await sandbox.control.fault({ route: FILE, kind: 'status', status: 403 });
		const { items, error } = await run('downloadSignedFiles', { contractId });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.fileName)).toEqual(['one.pdf', 'two.pdf']);
		const requests = await requestsOf(sandbox);
		expect(requests.filter((request) => request === `${LIST} 200`)).toHaveLength(2);
		expect(requests.filter((request) => request.startsWith(FILE))).toHaveLength(3);
	});

	test('that the storage refuses says so', async () => {
		const contractId = await signed(['one.pdf']);
		await sandbox.control.fault({ route: FILE, kind: 'status', status: 403, times: 0 });
		const { error } = await run('downloadSignedFiles', { contractId });
		expect(error?.message).toBe("Downloading 'one.pdf' failed: the file storage answered 403");
		expect(error?.description).toContain('may have expired');
	});

	test('is done without the key', async () => {
		const contractId = await signed();
		await run('downloadSignedFiles', { contractId });
		const transfers = await sandbox.control.requests({ route: '/storage/files/:fileId' });
		expect(transfers.map(({ key }) => key)).toEqual(['none', 'none']);
	});
});

describe('a file that is larger than Max File Size', () => {
	test('is refused by its name and the option', async () => {
		const contractId = await signed(['main.pdf']);
		const { error, items } = await run('downloadSignedFiles', {
			contractId,
			options: { maxFileSizeMb: 0.001 },
		});
		expect(items).toEqual([]);
		expect(error?.message).toBe("File 'main.pdf' is larger than 0.001 MB");
		expect(error?.description).toContain('Raise Max File Size in the options');
		expect((await requestsOf(sandbox)).filter((request) => request.startsWith(FILE))).toHaveLength(
			1,
		);
	});

	test.each(['filesystem', 'default', 'database'] as const)(
		'is not read to its end where n8n keeps files in mode %s, however small it was packed',
		async (mode) => {
			await useBinaryMode(mode);
			const endless = await endlessGzip();
			const { error } = await runOperation(endless.baseUrl, 'contract.downloadSignedFiles', {
				contractId: byId('d0000000-0000-4000-8000-000000000001'),
				options: { maxFileSizeMb: 3 },
			});
			await useBinaryMode('filesystem');
			expect(error?.message).toBe("File 'bomb.pdf' is larger than 3 MB");
			await endless.stop();
		},
	);

	test.each([-1, 'much', '={{ {} }}'])(
		'needs a limit that is a number: %j',
		async (maxFileSizeMb) => {
			const options = { maxFileSizeMb };
			const { error } = await run('downloadSignedFiles', { contractId: await signed(), options });
			expect(error?.message).toMatch(/^Max File Size '.*' is not a number of at least 0$/);
			expect(await requestsOf(sandbox)).toEqual([]);
		},
	);
});

/** A service whose only file never ends: zeros, packed a thousand times. `stop` waits until nobody reads it any more. */
async function endlessGzip() {
	const closed: Array<Promise<unknown>> = [];
	const server = createServer((request, response) => {
		if (request.url!.startsWith('/v2/')) {
			const links = [{ name: 'bomb.pdf', url: '/bomb' }];
			response.setHeader('content-type', 'application/json').end(JSON.stringify(links));
			return;
		}
		response.writeHead(200, { 'content-type': 'application/pdf', 'content-encoding': 'gzip' });
		closed.push(once(response, 'close'));
		const zeros = new Readable({
			read() {
				this.push(Buffer.alloc(65_536));
			},
		});
		pipeline(zeros, createGzip(), response, () => undefined);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
		stop: async () => {
			expect(closed).toHaveLength(1);
			await Promise.all(closed);
			server.close();
		},
	};
}

describe('the name of a file', () => {
	const named = async (name: string) => {
		const { items, error } = await run('downloadSignedFiles', { contractId: await signed([name]) });
		expect(error).toBeUndefined();
		expect(items[0].binary?.data.directory).toBeUndefined();
		expect(items[0].json.fileName).toBe(items[0].binary?.data.fileName);
		return items[0].json.fileName;
	};

	test.each([
		['..\\..\\evil.pdf', 'evil.pdf'],
		['/etc/cron.d/a.pdf', 'etc_cron.d_a.pdf'],
		['invoice\u202Efdp.pdf', 'invoicefdp.pdf'],
		['two\r\nlines.pdf', 'two lines.pdf'],
		['NUL.pdf', '_NUL.pdf'],
		['...', expect.stringMatching(/^contract_[0-9a-f-]{36}\.pdf$/)],
	])('%j is cleaned to %j', async (name, expected) => expect(await named(name)).toEqual(expected));

	test('ends after 200 characters, with its extension', async () => {
		const contractId = await signed();
		await sandbox.control.fault({
			route: LIST,
			kind: 'status',
			status: 200,
			body: [{ name: `${'x'.repeat(100_000)}.pdf`, url: '/nowhere' }],
		});
		const { error } = await run('downloadSignedFiles', { contractId });
		expect(error?.message).toBe(
			`Downloading '${'x'.repeat(196)}.pdf' failed: the file storage answered 404`,
		);
	});
});

describe('the addresses of files', () => {
	const base = 'https://service.test/v2';
	const contractId = 'd0000000-0000-4000-8000-000000000001';
	const credential = credentialData(base, 'key-1');

	interceptRequests();

	async function downloadFrom(url: string) {
		nock('https://service.test')
			.get(`/v2/contracts/${contractId}/signed-files`)
			.reply(200, [{ name: 'x.pdf', url, contentType: 'application/pdf' }]);
		return await run('downloadSignedFiles', { contractId }, undefined, { credential });
	}

	test.each([
		['http://files.other.test/x?signature=secret', 'http://files.other.test'],
		['ftp://service.test/x', 'ftp://service.test'],
		['file:///etc/passwd', 'file://'],
		['http://169.254.169.254/latest/meta-data', 'http://169.254.169.254'],
		['https://169.254.169.254/latest/meta-data', 'https://169.254.169.254'],
		['http://service.test/x', 'http://service.test'],
		['http://localhost:2375/containers/json', 'http://localhost:2375'],
		['http://127.0.0.1:5678/rest/login', 'http://127.0.0.1:5678'],
		['https://10.0.0.5', 'https://10.0.0.5'],
		['https://[::ffff:7f00:1]/x', 'https://[::ffff:7f00:1]'],
		['https://0x7f.1/x', 'https://127.0.0.1'],
		['https://user:secret@files.other.test/x', 'https://files.other.test'],
	])('are not followed when they are not safe: %s', async (url, shown) => {
		const { error } = await downloadFrom(url);
		expect(error?.message).toBe('The service gave an address for the file that is not safe to use');
		expect(error?.description).toContain(shown);
		expect(JSON.stringify(error)).not.toMatch(/[=:]secret/);
	});

	test.each(['http://localhost:2375/x', 'https://10.0.0.5/x', 'http://files.other.test/x'])(
		'are not followed when a redirect leads to %s',
		async (location) => {
			nock('https://files.other.test').get('/x').reply(302, '', { location });
			const { error } = await downloadFrom('https://files.other.test/x');
			expect(error?.message).toBe(
				'The service gave an address for the file that is not safe to use',
			);
			expect(error?.description).toContain(new URL(location).origin);
		},
	);

	test.each(['https://files.other.test', 'https://service.test'])(
		'get no key, also after a redirect: %s',
		async (origin) => {
			const keys: unknown[] = [];
			const record = function (this: { req: { headers: Record<string, unknown> } }) {
				keys.push(this.req.headers['x-api-key']);
			};
			nock(origin)
				.get('/x')
				.reply(function () {
					record.call(this as never);
					return [302, '', { location: 'https://cdn.other.test/y' }];
				});
			nock('https://cdn.other.test')
				.get('/y')
				.reply(function () {
					record.call(this as never);
					return [200, pdf('from the CDN'), { 'content-type': 'application/pdf' }];
				});

			const { items, error } = await downloadFrom(`${origin}/x`);

			expect(error).toBeUndefined();
			expect(keys).toEqual([undefined, undefined]);
			expect((await filesIn(items[0].binary)).data).toEqual(pdf('from the CDN'));
		},
	);

	test('are not followed where a redirect is no address; the signed one stays a secret', async () => {
		nock('https://files.other.test')
			.get('/x?signature=secret')
			.reply(302, '', { location: 'http://[bad' });
		const { error } = await downloadFrom('https://files.other.test/x?signature=secret');
		expect(error?.message).toBe('The service gave an address for the file that is not safe to use');
		expect(error?.description).toContain('The address cannot be read');
		expect(JSON.stringify(error)).not.toMatch(/[=:]secret/);
	});

	test('are not followed for ever', async () => {
		nock('https://files.other.test')
			.persist()
			.get('/x')
			.reply(302, '', { location: 'https://files.other.test/x' });
		const { error } = await downloadFrom('https://files.other.test/x');
		expect(error?.message).toBe("Downloading 'x.pdf' failed: the file storage answered 302");
	});
});

/** Waits for a condition, not for a time. */
async function until(condition: () => Promise<boolean>): Promise<void> {
	while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
