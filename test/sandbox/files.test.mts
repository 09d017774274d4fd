import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { until } from '../support/condition.mts';
import { contractId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();
const PDF = { name: 'a.pdf', contentType: 'application/pdf' };
const headers = { 'content-type': 'application/pdf' };

const target = async (body: object = PDF) =>
	(await sandbox().api('POST', '/files/upload-url', body)).body as { key: string; url: string };
const put = (url: string, body: any, more: object = {}) =>
	fetch(url, { method: 'PUT', headers, body, ...more });
async function error(response: Response) {
	const { error: content } = (await response.json()) as any;
	return [response.status, content.errorId];
}

test('POST /files/upload-url answers a storage key and a signed URL on the sandbox', async () => {
	const { status, body } = await sandbox().api('POST', '/files/upload-url', PDF);
	expect(status).toBe(200);
	expect(body).toEqual({
		key: expect.stringMatching(/^meridian-components\/uploads\/[0-9a-f-]{36}$/),
		url: expect.stringContaining(`${sandbox().origin}/storage/uploads/`),
	});
	expect((await target()).key).not.toBe(body.key);
});

test('a file is stored byte for byte, without an API key', async () => {
	const { key, url } = await target();
	const content = Buffer.alloc(3_000_000, 'abc\u00ff', 'latin1');
	expect((await put(url, content)).status).toBe(200);
	const [upload] = await sandbox().control.uploads();
	expect(upload).toMatchObject({
		key,
		...PDF,
		size: content.length,
		sha256: createHash('sha256').update(content).digest('hex'),
	});
	const [entry] = await sandbox().control.requests({ method: 'PUT' });
	expect(entry).toMatchObject({ route: '/storage/uploads/:uploadId', key: 'none', status: 200 });
});

test('an upload of unknown length is taken piece by piece, a later one replaces it', async () => {
	const { url } = await target();
	const pieces = new ReadableStream({
		start(controller) {
			for (const piece of ['one ', 'two ']) controller.enqueue(Buffer.from(piece));
			controller.close();
		},
	});
	expect((await put(url, pieces, { duplex: 'half' })).status).toBe(200);
	expect((await sandbox().control.uploads())[0]!.size).toBe(8);
	await put(url, 'shorter');
	expect((await sandbox().control.uploads())[0]!.size).toBe(7);
});

test('an upload that breaks off leaves nothing', async () => {
	const { url } = await target();
	const upload = request(url, { method: 'PUT', headers: { ...headers, 'content-length': 1000 } });
	upload.on('error', () => undefined);
	upload.write('only the beginning');
	await until(
		() => sandbox().control.requests({ method: 'PUT' }),
		(entries) => entries.length === 1,
	);
	upload.destroy();
	const [entry] = await until(
		() => sandbox().control.requests({ method: 'PUT' }),
		([first]) => first!.endedMs > 0,
	);
	expect(entry).toMatchObject({ closedByClient: true, executed: false });
	expect((await sandbox().control.uploads())[0]!.size).toBeNull();
});

test('an upload of which only a part fits on the disk is refused, not cut', () => {
	const script = `
		const { FileStorage } = await import('./sandbox/files/storage.mts');
		const storage = new FileStorage();
		const body = (await import('node:stream')).Readable.from([Buffer.alloc(65536)]);
		console.log(await storage.write('a', body, 1e6).catch(({ code }) => code));
		storage.close();`;
	const limited = ['-c', 'ulimit -f 40 && exec "$0" --input-type=module -e "$1"'];
	const told = execFileSync('sh', [...limited, process.execPath, script], { encoding: 'utf8' });
	expect(told.trim()).toBe('EFBIG');
});

test('another content type, an empty file and no content type are refused', async () => {
	const { url } = await target();
	const wrong = [
		await put(url, 'x', { headers: { 'content-type': 'image/png' } }),
		await put(url, Buffer.from('x'), { headers: {} }),
		await put(url, ''),
	];
	for (const response of wrong) expect(await error(response)).toEqual([400, 'INVALID_UPLOAD']);
	expect((await sandbox().control.uploads())[0]!.size).toBeNull();
});

test('an altered or expired URL is refused, an expired one also for downloads', async () => {
	const { api, control } = sandbox();
	const { url } = await target();
	const elsewhere = (await target()).url.replace(/\?.*/, new URL(url).search);
	for (const altered of [`${url}0`, url.replace(/\?.*/, ''), elsewhere]) {
		expect(await error(await put(altered, 'x'))).toEqual([403, 'INVALID_SIGNED_URL']);
	}
	// The permission is for PUT only.
	expect(await error(await fetch(url))).toEqual([403, 'INVALID_SIGNED_URL']);
	const files = await api('GET', `/contracts/${contractId(1)}/signed-files`);
	await control.clock({ shiftMs: 16 * 60_000 });
	expect(await error(await put(url, 'x'))).toEqual([403, 'INVALID_SIGNED_URL']);
	expect(await error(await fetch(files.body[0].url))).toEqual([403, 'INVALID_SIGNED_URL']);
});

test('a signed file can be generated in any size', async () => {
	const { api, control } = sandbox();
	const { id } = await control.createContract({
		status: 'signed',
		signedFiles: [{ name: 'Large.pdf', bytes: 5_000_000 }],
	});
	const { body } = await api('GET', `/contracts/${id}/signed-files`);
	const download = await fetch(body[0].url);
	const length = (await download.arrayBuffer()).byteLength;
	expect(length).toBeGreaterThanOrEqual(5_000_000);
	expect(Number(download.headers.get('content-length'))).toBe(length);
});

test.each([
	[{ name: '', contentType: 'application/pdf' }, 'name'],
	[{ contentType: 'application/pdf' }, 'name'],
	[{ name: 'a.pdf', contentType: 'pdf' }, 'contentType'],
	[{ name: 'a.pdf' }, 'contentType'],
	[{ ...PDF, size: 5 }, 'size'],
])('POST /files/upload-url refuses %j', async (body, field) => {
	const answer = await sandbox().api('POST', '/files/upload-url', body);
	expect(expectError(answer, 400, 'INVALID_BODY').details.field).toBe(field);
});
