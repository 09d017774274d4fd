import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { DEFAULT_RETRY } from '../../nodes/ContractManagement/transport/retryPolicy';
import { fileOf, filesIn, pdf, useBinaryMode, type BinaryMode } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const ID = 'd0000000-0000-4000-8000-000000000001';
const WHOLE = pdf('whole', 200_000);
const PAGE = '<!DOCTYPE html><html><head><title>Blocked by policy</title></head></html>';

const closers: Array<() => void> = [];
afterEach(() => closers.splice(0).forEach((close) => close()));
beforeAll(() => void jest.replaceProperty(DEFAULT_RETRY, 'baseDelayMs', 5));
beforeEach(async () => await useBinaryMode('filesystem'));

/** A service of one signed contract, and its storage, which is asked with the number of the request. */
async function serviceWith(
	storage: (...given: [...Parameters<RequestListener>, n: number]) => void,
) {
	let asked = 0;
	const server = createServer((request, response) => {
		const url = request.url!;
		const json = (body: unknown) =>
			response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
		if (url.startsWith('/file')) storage(request, response, (asked += 1));
		else if (url.endsWith('/upload-url')) json({ key: 'k', url: '/file' });
		else if (url.endsWith('/current-version')) json({ name: 'a.pdf', url: '/file' });
		else if (url.endsWith('-files')) json([{ name: 'a.pdf', url: '/file' }]);
		else if (request.method === 'GET') json({ id: ID, name: 'a', status: 'draft' });
		else response.writeHead(204).end();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	closers.push(() => {
		server.closeAllConnections();
		server.close();
	});
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
	return { baseUrl, asked: () => asked };
}

const TYPE = { 'content-type': 'application/pdf' };

describe.each(['downloadSignedFiles', 'downloadCurrentVersion'])('%s', (operation) => {
	test.each<[string, string | Buffer, string]>([
		['a page', PAGE, "a web page ('Blocked by policy') came in place of the file"],
		['half', WHOLE.subarray(0, 100_000), 'only a part of the file came: its end is missing'],
		['gzip', gzipSync(WHOLE), 'gzip-compressed data came in place of the file'],
	])('reads %s again, and then says what came', async (_what, body, reason) => {
		const service = await serviceWith((_request, response) => {
			response.writeHead(200, TYPE).end(body);
		});
		const parameters = { contractId: byId(ID) };
		const { error, items } = await runOperation(
			service.baseUrl,
			`contract.${operation}`,
			parameters,
		);
		expect(items).toEqual([]);
		expect(error?.message).toBe(`Downloading 'a.pdf' failed: ${reason}`);
		expect(error?.description).toBe('Gave up after 2 attempts.');
		expect(service.asked()).toBe(2);
	});

	test.each([
		['closed in its middle', {}],
		['shorter than its Content-Length', { 'content-length': WHOLE.length }],
	])('reads a file that was %s again', async (_what, headers) => {
		const service = await serviceWith((_request, response, n) => {
			response.writeHead(200, { ...TYPE, ...(n === 1 ? headers : {}), connection: 'close' });
			if (n > 1) response.end(WHOLE);
			else response.write(WHOLE.subarray(0, 100_000), () => response.socket!.destroy());
		});
		const { error, items } = await runOperation(service.baseUrl, `contract.${operation}`, {
			contractId: byId(ID),
		});
		expect(error).toBeUndefined();
		expect((await filesIn(items[0].binary)).data).toEqual(WHOLE);
		expect(service.asked()).toBe(2);
	});
});

async function sign(baseUrl: string, size = 1_000) {
	const file = await fileOf(pdf('big', size), 'big.pdf');
	return await runOperation(
		baseUrl,
		'contract.markAsSigned',
		{ contractId: byId(ID), signatureDate: '2026-03-01T10:00:00.000Z' },
		[],
		{ items: [{ json: {}, binary: { data: file } }] },
	);
}

/** Answers before the file has come. */
const early: RequestListener = (request, response) => {
	request.once('data', () => {
		request.pause();
		response.writeHead(200).end();
	});
};
const SIZE = 20_000_000;

test.each<BinaryMode>(['filesystem', 'default', 'database'])(
	'an upload from mode %s that is answered before its last byte is made again as a whole',
	async (mode) => {
		await useBinaryMode(mode);
		let received = 0;
		const service = await serviceWith((request, response, n) => {
			if (n === 1) return early(request, response);
			request.on('data', (chunk: Buffer) => (received += chunk.length));
			request.on('end', () => response.writeHead(200).end());
		});
		const { error, items } = await sign(service.baseUrl, SIZE);
		expect(error).toBeUndefined();
		expect(items[0].json.status).toBe('signed');
		expect(received).toBeGreaterThan(SIZE);
		expect(service.asked()).toBe(2);
	},
);

test('an upload that is answered early each time fails, and nothing is signed', async () => {
	const { error } = await sign((await serviceWith(early)).baseUrl, SIZE);
	// The connection of an upload that nobody reads may also be closed under it.
	expect(error?.message).toMatch(
		/^Uploading 'big\.pdf' failed: (it answered before it had all of the file|the file storage did not answer)$/,
	);
});

test.each([
	[PAGE, "a web page ('Blocked by policy') came in place of the file"],
	[
		'<?xml version="1.0"?><Error><Message>Slow down</Message></Error>',
		'a page or nothing came in place of the file',
	],
	['{"error":{"message":"No space"}}', 'a page or nothing came in place of the file'],
])('an upload that is answered 200 with %s fails', async (body, reason) => {
	const service = await serviceWith((request, response) => {
		request.resume().on('end', () => response.writeHead(200).end(body));
	});
	const { error } = await sign(service.baseUrl);
	expect(error?.message).toBe(`Uploading 'big.pdf' failed: ${reason}`);
});
