import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import {
	askForFiles,
	download,
	redirectOf,
} from '../../../nodes/ContractManagement/transport/files/download';
import { upload } from '../../../nodes/ContractManagement/transport/files/upload';
import { ReceivedFile } from '../../../nodes/ContractManagement/transport/files/receivedFile';
import { DEFAULT_RETRY } from '../../../nodes/ContractManagement/transport/retryPolicy';
import { signedUrl } from '../../../nodes/ContractManagement/transport/files/signedUrl';
import type { ItemScope } from '../../../nodes/ContractManagement/node/scope';
import { until } from '../../support/condition.mts';
import { fakeConnection } from './support/fakeService.mts';
import { failure, fakeStorage, streamOf } from './support/fakeStorage.mts';

const LINK = { url: 'https://files.test/a?signature=secret', name: 'a.pdf' };
const PDF = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 %%EOF' };

const storing = (fallbackName: string, maxBytes = 1000) => ({ fallbackName, maxBytes });

describe('an upload', () => {
	const ticket = (body: unknown) => () => ({ body: body as never });
	const TICKET = {
		key: 'k',
		url: 'https://files.test/up?s=1',
		headers: { 'x-amz-acl': 'private' },
	};
	const file = (
		open = async (): Promise<Readable> => Readable.from([Buffer.from('a'), Buffer.from('b')]),
	) => ({
		name: 'x.pdf',
		contentType: 'application/pdf',
		size: 2,
		open,
	});

	test('asks where to, and sends the bytes there with their length and the headers of the answer', async () => {
		const { connection, sent, transfers } = fakeStorage(() => ({}), ticket(TICKET));
		expect(await upload(connection, file())).toBe('k');
		expect(sent[0]).toMatchObject({
			method: 'POST',
			url: '/files/upload-url',
			body: { name: 'x.pdf', contentType: 'application/pdf' },
		});
		expect(transfers).toMatchObject([
			{
				method: 'PUT',
				url: TICKET.url,
				bytes: 'ab',
				headers: {
					'Content-Type': 'application/pdf',
					'Content-Length': '2',
					'x-amz-acl': 'private',
				},
				options: { disableFollowRedirect: true },
			},
		]);
	});

	test('opens the file anew for each attempt, and closes it when it was not read', async () => {
		const opened: Readable[] = [];
		const open = async () => {
			opened.push(Readable.from([Buffer.from('ab')]));
			return opened[opened.length - 1];
		};
		const { connection, transfers } = fakeStorage(
			(_transfer, number) => (number < 3 ? { status: 503 } : {}),
			ticket(TICKET),
		);
		await upload(connection, file(open));
		expect(transfers.map(({ bytes }) => bytes)).toEqual(['ab', 'ab', 'ab']);
		expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
	});

	test('of a file that n8n has in memory sends it in pieces', async () => {
		const { connection } = fakeStorage(() => ({}), ticket(TICKET));
		const sizes: number[] = [];
		connection.context.helpers.httpRequest = async ({ body }: IHttpRequestOptions) => {
			const stream = (body as Blob).stream() as unknown as AsyncIterable<Buffer>;
			for await (const piece of stream) sizes.push(piece.length);
			return { statusCode: 200, headers: {}, body: streamOf('') };
		};
		const bytes = Buffer.alloc(150_000, 'x');
		await upload(connection, { ...file(), size: bytes.length, open: async () => bytes });
		expect(sizes).toEqual([65_536, 65_536, 18_928]);
	});

	test('that is answered before the storage has all of it has failed, and is repeated', async () => {
		const { connection } = fakeStorage(() => ({}), ticket(TICKET), {
			retry: { ...DEFAULT_RETRY, baseDelayMs: 1, maxRetries: 1 },
		});
		const bodies: Readable[] = [];
		connection.context.helpers.httpRequest = async () => {
			bodies.push(streamOf('thanks'));
			return { statusCode: 200, headers: {}, body: bodies.at(-1) };
		};
		await expect(upload(connection, file())).rejects.toMatchObject({
			message: "Uploading 'x.pdf' failed: it answered before it had all of the file",
			description: 'Gave up after 2 attempts.',
		});
		expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true]);
	});

	test('of a file that n8n no longer has fails with its reason, and is not repeated', async () => {
		const { connection, transfers } = fakeStorage(() => ({}), ticket(TICKET));
		const open = async () => await Promise.reject<Readable>(new Error('File not found'));
		await expect(upload(connection, file(open))).rejects.toMatchObject({
			message: "Uploading 'x.pdf' failed: File not found",
			context: { failure: 'blocked', attempts: 1 },
		});
		expect(transfers).toEqual([]);
	});

	test.each([
		['{"error":{"message":"Too large"}}', 'Too large'],
		['<Error><Code>X</Code><Message>Request has expired</Message></Error>', 'Request has expired'],
		['plain words', 'plain words'],
		['', ''],
	])('that is refused says what the storage says: %s', async (body, words) => {
		const { connection } = fakeStorage(() => ({ status: 400, body }), ticket(TICKET));
		await expect(upload(connection, file())).rejects.toMatchObject({
			message: "Uploading 'x.pdf' failed: the file storage answered 400",
			description: words || undefined,
			httpCode: '400',
			context: { statusCode: 400, attempts: 1 },
		});
	});

	test.each([
		{ status: 400, body: '<Error><Code>ExpiredToken</Code></Error>' },
		{ status: 401 },
		{ status: 403 },
		{ status: 410 },
	])('that is answered so may have come too late: %j', async (answer) => {
		const { connection } = fakeStorage(() => answer, ticket(TICKET));
		await expect(upload(connection, file())).rejects.toMatchObject({
			description: expect.stringContaining('Its signed address may have expired: run this again.'),
		});
	});

	test('that the storage never answers says how often it was tried', async () => {
		const { connection } = fakeStorage(() => failure('ECONNRESET'), ticket(TICKET));
		await expect(upload(connection, file())).rejects.toMatchObject({
			message: "Uploading 'x.pdf' failed: the file storage did not answer",
			description: expect.stringMatching(/^Gave up after \d attempts\. ECONNRESET$/),
		});
	});

	test('that the storage stops reading ends after the timeout, and its file is closed', async () => {
		const opened: Readable[] = [];
		const open = async () => {
			opened.push(stalled('ab'));
			return opened.at(-1)!;
		};
		const { connection } = fakeStorage(() => ({}), ticket(TICKET), {
			http: { timeout: 50 },
			retry: { ...DEFAULT_RETRY, maxTotalMs: 0 },
		});
		const { helpers } = connection.context as ItemScope['context'];
		helpers.httpRequest = async ({ abortSignal }) =>
			await new Promise((_resolve, reject) => {
				const cancel = () => reject(failure('ERR_CANCELED', 'canceled'));
				(abortSignal as AbortSignal).addEventListener('abort', cancel);
			});
		await expect(upload(connection, file(open))).rejects.toMatchObject({
			message: "Uploading 'x.pdf' failed: the file storage did not answer",
			description: expect.stringMatching(/^the upload did not end within 0\.05 s; Timeout/),
		});
		await until(
			async () => opened[0].destroyed,
			(isClosed) => isClosed,
		);
	});

	test('that is stopped says so', async () => {
		const controller = new AbortController();
		const store = () => {
			controller.abort();
			return failure('ERR_CANCELED', 'canceled');
		};
		const { connection } = fakeStorage(store, ticket(TICKET), { signal: controller.signal });
		await expect(upload(connection, file())).rejects.toMatchObject({
			message: 'The execution was canceled',
		});
	});

	test('without an address in the answer fails before any byte is sent', async () => {
		const { connection, transfers } = fakeStorage(() => ({}), ticket({ id: 1 }));
		await expect(upload(connection, file())).rejects.toMatchObject({
			message: 'The service gave no address for the upload',
		});
		expect(transfers).toEqual([]);
	});
});

describe('a download', () => {
	test.each([
		[{ ...LINK, contentType: 'application/pdf' }, {}, 'a.pdf', 'application/pdf'],
		[LINK, { 'content-type': 'application/zip; x=1' }, 'a.pdf', 'application/zip'],
		[{ url: LINK.url }, {}, 'fallback.pdf', 'application/pdf'],
		[
			{ url: LINK.url },
			{ 'content-type': 'application/octet-stream' },
			'fallback.pdf',
			'application/pdf',
		],
		[{ url: LINK.url }, { 'content-type': 'application/zip' }, 'fallback.zip', 'application/zip'],
		[{ ...LINK, name: 'Contract v1.2' }, {}, 'Contract v1.2.pdf', 'application/pdf'],
		[{ ...LINK, name: 'Lease Foo B.V.' }, {}, 'Lease Foo B.V.pdf', 'application/pdf'],
		[{ ...LINK, name: 'photo.xcf' }, { 'content-type': 'image/x-xcf' }, 'photo.xcf', 'image/x-xcf'],
		// n8n knows the type by the name then.
		[
			{ ...LINK, name: 'Vertrag.docm' },
			{ 'content-type': 'binary/octet-stream' },
			'Vertrag.docm',
			undefined,
		],
		[
			{ ...LINK, name: 'Draft.docx' },
			{ 'content-type': 'binary/octet-stream' },
			'Draft.docx',
			undefined,
		],
		[
			{ url: LINK.url },
			{ 'content-disposition': 'attachment; filename="b c.pdf"' },
			'b c.pdf',
			'application/pdf',
		],
		[
			{ url: LINK.url },
			{ 'content-disposition': "attachment; filename=x.pdf; filename*=UTF-8''%C3%A9.pdf" },
			'é.pdf',
			'application/pdf',
		],
		[
			{ url: LINK.url },
			{ 'content-disposition': "attachment; filename=x.pdf; filename*=UTF-8''%FF.pdf" },
			'x.pdf',
			'application/pdf',
		],
	])('of %j with %j is called %s', async (source, headers, fileName, mimeType) => {
		const body = /zip|docx/.test(JSON.stringify([source, headers]))
			? 'PK PK\u0005\u0006'
			: '%PDF- %%EOF';
		const { connection } = fakeStorage(() => ({ headers, body }));
		expect(await download(connection, source, storing('fallback'))).toEqual({
			data: body,
			bytes: body.length,
			fileName,
			mimeType,
		});
	});

	test('follows a redirect, also a relative one, and not for ever', async () => {
		const { connection, transfers } = fakeStorage(({ url }) =>
			url.endsWith('/b') ? PDF : { status: 302, headers: { location: '/b' } },
		);
		await download(connection, LINK, storing('x'));
		expect(transfers.map(({ url }) => url)).toEqual([LINK.url, 'https://files.test/b']);

		const loop = fakeStorage(() => ({ status: 307, headers: { location: LINK.url } }));
		await expect(download(loop.connection, LINK, storing('x'))).rejects.toMatchObject({
			message: "Downloading 'a.pdf' failed: the file storage answered 307",
		});
		expect(loop.transfers).toHaveLength(4);
	});

	test('of a file without a name is called by its fallback in errors', async () => {
		const { connection } = fakeStorage(() => ({ status: 404, body: 'x'.repeat(500) }));
		await expect(
			download(connection, { url: LINK.url }, storing('contract')),
		).rejects.toMatchObject({
			message: "Downloading 'contract' failed: the file storage answered 404",
			description: 'x'.repeat(80),
		});
	});

	test('that a web page refuses is not said to be refused by the storage', async () => {
		const page = { status: 404, body: '<html><title>Not here</title>' };
		const { connection } = fakeStorage(() => page);
		await expect(download(connection, LINK, storing('x'))).rejects.toMatchObject({
			message: "Downloading 'a.pdf' failed: a web page answered 404, not the file storage",
			description: 'Not here',
		});
	});

	test.each([
		['%PDF-1.7 and no more', 'only a part of the file came: its end is missing'],
		['<html><title>Log in</title>', "a web page ('Log in') came in place of the file"],
	])('whose bytes are not the file is repeated once, and not kept: %s', async (body, cause) => {
		const { connection, transfers } = fakeStorage(() => ({ ...PDF, body }));
		await expect(download(connection, LINK, storing('x'))).rejects.toMatchObject({
			message: `Downloading 'a.pdf' failed: ${cause}`,
			description: 'Gave up after 2 attempts.',
		});
		expect(transfers).toHaveLength(2);
	});

	test.each([
		['ECONNRESET', 'aborted'],
		['ERR_SSL_BAD_RECORD_TYPE', 'bad record type'],
	])('that breaks off (%s) is repeated as a whole', async (code, message) => {
		const { connection } = fakeStorage((_transfer, number) =>
			number === 1 ? { body: broken(code, message) } : PDF,
		);
		expect(await download(connection, LINK, storing('x'))).toMatchObject({
			data: '%PDF-1.7 %%EOF',
		});
	});

	test.each([
		[
			'CERT_HAS_EXPIRED',
			'x',
			'No secure connection to the file storage: its certificate has expired',
		],
		[
			'CERT_NOT_YET_VALID',
			'x',
			'No secure connection to the file storage: its certificate is not valid yet',
		],
		[
			'EPROTO',
			'tlsv1 alert protocol version',
			'No secure connection to the file storage: it speaks no version of TLS that n8n accepts',
		],
		[
			'ECONNREFUSED',
			'connect ECONNREFUSED 10.0.0.9:3128',
			'the proxy 10.0.0.9:3128 could not be reached',
		],
	])('of a storage that cannot be reached says why: %s', async (code, message, cause) => {
		const { connection, transfers } = fakeStorage(
			() => Object.assign(new Error(message), { code }),
			undefined,
			{
				retry: { ...DEFAULT_RETRY, maxRetries: 1, baseDelayMs: 1 },
			},
		);
		const failed = { message: `Downloading 'a.pdf' failed: ${cause}` };
		await expect(download(connection, LINK, storing('x'))).rejects.toMatchObject(failed);
		expect(transfers).toHaveLength(code === 'ECONNREFUSED' ? 2 : 1);
	});

	test('that n8n cannot keep fails with its reason, and is not repeated', async () => {
		const { connection, transfers } = fakeStorage(() => ({
			body: broken('ENOSPC', 'no space left on device'),
		}));
		await expect(download(connection, LINK, storing('x'))).rejects.toMatchObject({
			message: "Downloading 'a.pdf' failed: no space left on device",
		});
		expect(transfers).toHaveLength(1);
	});

	test('that stalls is given up after the timeout and repeated, and its stream is closed', async () => {
		const stalling = stalled('%PDF');
		const { connection } = fakeStorage(
			(_transfer, number) => (number === 1 ? { body: stalling } : PDF),
			undefined,
			{ http: { timeout: 50 } },
		);
		expect(await download(connection, LINK, storing('x'))).toMatchObject({
			data: '%PDF-1.7 %%EOF',
		});
		expect(stalling.destroyed).toBe(true);
	});

	test('that stalls every time says what was waited for', async () => {
		const { connection } = fakeStorage(() => ({ body: stalled('%PDF') }), undefined, {
			http: { timeout: 50 },
			retry: { ...DEFAULT_RETRY, baseDelayMs: 1, maxRetries: 1 },
		});
		await expect(download(connection, LINK, storing('x'))).rejects.toMatchObject({
			description:
				'Gave up after 2 attempts. the answer did not end within 0.05 s, after 4 bytes of it; Timeout under Request Options in the Settings of actions changes that',
		});
	});

	describe('that is larger than allowed is not kept, and not repeated:', () => {
		const larger = async (reply: object) => {
			const { connection, transfers } = fakeStorage(() => reply as never);
			await expect(download(connection, LINK, storing('x', 2000))).rejects.toMatchObject({
				message: "File 'a.pdf' is larger than 0.002 MB",
				description:
					'Nothing of it was kept. Raise Max File Size in the options if it is to be so large.',
			});
			expect(transfers).toHaveLength(1);
		};

		test('by what it says of itself, before a byte is read', async () => {
			const body = new Readable({ read: () => expect('it').toBe('not read') });
			await larger({ headers: { 'content-length': '2001' }, body });
			expect(body.destroyed).toBe(true);
		});

		test('by what comes, although it never ends', async () => {
			let chunks = 0;
			const body = new Readable({
				read() {
					chunks += 1;
					this.push(Buffer.alloc(500));
				},
			});
			await larger({ headers: { 'content-length': '10' }, body });
			expect(body.destroyed).toBe(true);
			expect(chunks).toBeLessThan(200);
		});

		test('but exactly as large it is', async () => {
			const { connection } = fakeStorage(() => ({ body: '%PDF-'.padEnd(1995, 'x') + '%%EOF' }));
			expect(await download(connection, LINK, storing('x', 2000))).toMatchObject({ bytes: 2000 });
		});
	});

	test('that is refused is read to its first megabyte', async () => {
		let bytes = 0;
		const body = new Readable({
			read() {
				bytes += 50_000;
				this.push(Buffer.alloc(50_000, 'x'));
			},
		});
		const { connection } = fakeStorage(() => ({ status: 404, body }));
		await expect(download(connection, LINK, storing('x'))).rejects.toMatchObject({
			description: 'x'.repeat(80),
		});
		expect(bytes).toBeLessThan(1_300_000);
	});

	test.each([
		{ headers: { 'content-type': 'text/html' }, body: '<html>Log in</html>' },
		{ headers: { 'content-type': 'text/plain' }, body: 'Service temporarily unavailable' },
		{ headers: { 'content-type': 'application/xml; charset=utf-8' }, body: '<Error/>' },
		{ headers: { 'content-type': 'application/xhtml+xml' }, body: '<html>Sign in</html>' },
		{ headers: { 'content-type': 'application/json' }, body: '{}' },
		{ headers: { 'content-length': '0' }, body: '' },
	])('that is no file is not kept: %j', async (reply) => {
		const { connection, transfers } = fakeStorage(() => reply as never);
		await expect(download(connection, LINK, storing('x'))).rejects.toMatchObject({
			message: expect.stringMatching(
				/^Downloading 'a\.pdf' failed: a (web page|page or nothing) came in place of the file$/,
			),
		});
		expect(transfers.length).toBeLessThanOrEqual(2);
	});
});

describe('files from the API itself', () => {
	const asked = { method: 'GET' as const, path: '/contracts/c/signed-files' };
	const stream = streamOf;

	async function ask(reply: object) {
		const { connection } = fakeStorage(
			() => PDF,
			() => reply as never,
		);
		return (await askForFiles(connection, asked, storing('name'))).answer;
	}

	test('are JSON about them', async () => {
		expect((await ask({ body: stream('[{"url":"u"}]') })).body).toEqual([{ url: 'u' }]);
	});

	test.each([
		{ 'content-type': 'application/pdf' },
		{ 'content-disposition': 'attachment', 'content-type': 'binary/x' },
	])('are a file: %j', async (headers) => {
		const { body } = await ask({ body: stream('%PDF-1.7 %%EOF'), headers });
		expect(body).toBeInstanceOf(ReceivedFile);
	});

	test('are a redirect', async () => {
		const headers = { location: 'https://files.test/a' };
		const answer = await ask({ statusCode: 302, headers, body: stream('') });
		expect(redirectOf(answer)).toBe(headers.location);
		expect(redirectOf({ ...answer, status: 200 })).toBeUndefined();
	});

	test('are asked for once more when the answer cannot be read', async () => {
		let requests = 0;
		const { connection } = fakeStorage(
			() => PDF,
			() => ({
				body: stream(requests++ === 0 ? '[{"url":' : '[]') as never,
			}),
		);
		expect((await askForFiles(connection, asked, storing('name'))).answer.body).toEqual([]);
		expect(requests).toBe(2);
	});

	test('that are not answered at all say why', async () => {
		const { answer } = await askForFiles(
			fakeStorage(
				() => PDF,
				() => Object.assign(new Error('getaddrinfo ENOTFOUND x'), { httpCode: 'ENOTFOUND' }),
			).connection,
			asked,
			storing('name'),
		);
		expect(answer).toMatchObject({ status: 0, failure: 'unsent' });
	});
});

describe('an address for a file', () => {
	const of = (address: string, baseUrl = 'https://service.test/v2', from?: URL) =>
		signedUrl({ ...fakeConnection(() => ({})).connection, baseUrl }, address, from);

	const INTERNET = 'https://service.test/v2';
	const PLAIN = 'http://service.test/v2';
	const NETWORK = 'http://10.0.0.5:8080/v2';
	const SECURE_NETWORK = 'https://contracts.corp/v2';
	const MACHINE = 'http://localhost:4000/v2';

	test.each([
		[INTERNET, 'https://files.test/x?s=1'],
		[INTERNET, 'https://files.test:8443/x'],
		[INTERNET, 'https://service.test:2375/x'],
		[INTERNET, 'https://8.8.8.8/x'],
		[PLAIN, 'http://service.test:9000/x'],
		[PLAIN, 'http://SERVICE.test./x'],
		[PLAIN, 'https://files.test/x'],
		[NETWORK, 'http://10.0.0.5:9000/x'],
		[NETWORK, 'http://192.168.1.7/x'],
		[NETWORK, 'http://minio:9000/x'],
		[NETWORK, 'https://files.test/x'],
		[SECURE_NETWORK, 'https://10.0.0.5/x'],
		[MACHINE, 'http://localhost:9000/x'],
		[MACHINE, 'http://127.0.0.1:9000/x'],
		[MACHINE, 'http://[::1]:9000/x'],
		[MACHINE, 'http://10.0.0.5/x'],
		[MACHINE, 'https://files.test/x'],
		['http://0.0.0.0:4000/v2', 'http://0.0.0.0:4000/x'],
		['http://169.254.1.1/v2', 'http://169.254.1.1/x'],
	])('of the service at %s may be %s', (base, address) => {
		expect(of(address, base).href).toBe(new URL(address).href);
	});

	test('may be relative, and does not take over a password of the base URL', () => {
		expect(of('/files/x').href).toBe('https://service.test/files/x');
		expect(of('x', undefined, new URL('https://files.test/a/b')).href).toBe(
			'https://files.test/a/x',
		);
		expect(of('/x', 'https://user:pass@service.test/v2').href).toBe('https://service.test/x');
	});

	test.each([
		[INTERNET, 'http://files.test/x'],
		[INTERNET, 'http://service.test/x'],
		[INTERNET, 'https://localhost/x'],
		[INTERNET, 'http://localhost:2375/x'],
		[INTERNET, 'http://127.0.0.1:5678/x'],
		[INTERNET, 'https://2130706433/x'],
		[INTERNET, 'https://[::ffff:127.0.0.1]/x'],
		[INTERNET, 'https://10.0.0.5/x'],
		[INTERNET, 'https://169.254.169.254/latest/meta-data'],
		[INTERNET, 'https://metadata.google.internal/x'],
		[INTERNET, 'https://minio/x'],
		[INTERNET, '//localhost/x'],
		[INTERNET, '\\\\localhost\\x'],
		[INTERNET, 'https://user@files.test/x'],
		[INTERNET, 'https://:pass@files.test/x'],
		[INTERNET, 'ftp://service.test/x'],
		[INTERNET, 'file:///etc/passwd'],
		[INTERNET, 'data:text/plain,x'],
		[INTERNET, 'blob:https://files.test/x'],
		[INTERNET, 'http://'],
		[PLAIN, 'http://files.test/x'],
		[PLAIN, 'http://localhost/x'],
		[PLAIN, 'http://service.test.evil.example/x'],
		[NETWORK, 'http://localhost:5678/x'],
		[NETWORK, 'http://files.test/x'],
		[NETWORK, 'http://169.254.169.254/x'],
		[SECURE_NETWORK, 'http://10.0.0.5/x'],
		[MACHINE, 'http://169.254.169.254/x'],
		[MACHINE, 'http://0.0.0.0/x'],
		[MACHINE, 'http://files.test/x'],
	])('of the service at %s is refused when it is %s', (base, address) => {
		expect(() => of(address, base)).toThrow('not safe to use');
	});
});

/** A body that never ends. */
function stalled(beginning: string): Readable {
	const body = new Readable({ read() {} });
	body.push(beginning);
	return body;
}

function broken(code: string, message: string): Readable {
	return new Readable({
		read() {
			this.destroy(failure(code, message));
		},
	});
}
