import { request } from 'node:http';
import { once } from 'node:events';
import { until } from '../support/condition.mts';
import { contractId, counterpartyId, types } from '../support/demo.mts';
import type { Fault } from '../support/sandbox.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

const fault = (input: Partial<Fault> & { kind: Fault['kind'] }) =>
	sandbox().control.fault({ route: '*', ...input });
const contractInput = {
	contractTypeId: types.nda.id,
	templateId: types.nda.templateId,
	counterpartyId: counterpartyId(1),
};
const countContracts = async () => (await sandbox().control.contracts()).length;

/** The text of an answer, without reading it as JSON. */
async function raw(path = '/organization', init: RequestInit = {}) {
	const response = await fetch(sandbox().baseUrl + path, {
		headers: { 'x-api-key': sandbox().keys.admin },
		redirect: 'manual',
		...init,
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
}

test('a status comes with the error body and chosen fields, once unless told otherwise', async () => {
	const { api } = sandbox();
	await fault({
		kind: 'status',
		status: 503,
		errorId: 'DOWN',
		message: 'Down',
		details: { until: 'noon' },
		headers: { 'x-proxy': 'edge' },
	});
	const answer = await api('GET', '/organization');
	expect(expectError(answer, 503, 'DOWN')).toMatchObject({
		message: 'Down',
		details: { until: 'noon' },
	});
	expect(answer.headers.get('x-proxy')).toBe('edge');
	expect((await api('GET', '/organization')).status).toBe(200);
});

test('a status can have any body', async () => {
	await fault({ kind: 'status', status: 418, body: { teapot: true } });
	expect((await raw()).text).toBe('{"teapot":true}');
	await fault({ kind: 'status', status: 500, body: 'plain words' });
	expect(await raw()).toMatchObject({ status: 500, text: 'plain words' });
});

test('Retry-After comes in seconds, as a date or not at all', async () => {
	await fault({ kind: 'status', status: 429, retryAfter: 7 });
	await fault({ kind: 'status', status: 429, retryAfter: 7, retryAfterFormat: 'date' });
	await fault({ kind: 'status', status: 429 });
	const [seconds, date, none] = [await raw(), await raw(), await raw()].map(({ headers }) =>
		headers.get('retry-after'),
	);
	expect([seconds, none]).toEqual(['7', null]);
	const wait = Date.parse(date!) - Date.now();
	expect(wait).toBeGreaterThan(5_000);
	expect(wait).toBeLessThanOrEqual(8_000);
	expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
});

test('latency delays the real answer', async () => {
	await fault({ kind: 'latency', ms: 120 });
	const started = performance.now();
	expect((await raw()).status).toBe(200);
	expect(performance.now() - started).toBeGreaterThanOrEqual(115);
});

test('a reset ends the connection before any byte', async () => {
	await fault({ kind: 'reset' });
	await expect(raw()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
	const [entry] = await sandbox().control.requests();
	expect(entry).toMatchObject({ status: 0, executed: false, closedByClient: false });
});

test('a reset in the body ends the connection after half of it', async () => {
	await fault({ kind: 'reset', at: 'body' });
	const get = request(`${sandbox().baseUrl}/contracts`, {
		headers: { 'x-api-key': sandbox().keys.admin },
	}).end();
	const [response] = await once(get, 'response');
	let length = 0;
	response.on('data', (chunk: Buffer) => (length += chunk.length));
	await expect(once(response, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
	const announced = Number(response.headers['content-length']);
	expect(length).toBe(Math.ceil(announced / 2));
	const [entry] = await sandbox().control.requests();
	expect(entry).toMatchObject({ status: 200, executed: true, closedByClient: false });
});

test('truncated JSON is a whole answer with half a body', async () => {
	const { text: whole } = await raw();
	await fault({ kind: 'truncatedJson' });
	const { status, headers, text } = await raw();
	expect(status).toBe(200);
	expect(whole.startsWith(text)).toBe(true);
	expect(Number(headers.get('content-length'))).toBe(text.length);
	expect(text.length).toBeLessThan(whole.length);
});

test('malformed JSON, an HTML page, an empty body and a redirect come in place of the answer', async () => {
	await fault({ kind: 'malformedJson' });
	const malformed = await raw();
	expect(malformed.headers.get('content-type')).toContain('application/json');
	expect(() => JSON.parse(malformed.text)).toThrow();
	await fault({ kind: 'html' });
	expect(await raw()).toMatchObject({ status: 200, text: expect.stringContaining('<html>') });
	await fault({ kind: 'html', status: 502 });
	expect((await raw()).status).toBe(502);
	await fault({ kind: 'emptyBody' });
	expect(await raw()).toMatchObject({ status: 200, text: '' });
	await fault({ kind: 'redirect', location: 'http://127.0.0.1:1/away', status: 307 });
	const redirect = await raw();
	expect([redirect.status, redirect.headers.get('location')]).toEqual([
		307,
		'http://127.0.0.1:1/away',
	]);
});

test('a slow body arrives in pieces over the time given', async () => {
	await fault({ kind: 'slowBody', ms: 200 });
	const started = performance.now();
	const { text } = await raw('/contracts?limit=5');
	expect(JSON.parse(text).data).toHaveLength(5);
	expect(performance.now() - started).toBeGreaterThanOrEqual(150);
});

/** A request whose answer is looked at as it comes. */
function asked(path: string) {
	const get = request(`${sandbox().baseUrl}${path}`, {
		headers: { 'x-api-key': sandbox().keys.admin },
	}).end();
	get.on('error', () => undefined);
	return get;
}

test('a body that drips comes byte by byte, and ends', async () => {
	await fault({ kind: 'drip', ms: 1 });
	const [response] = await once(asked('/organization'), 'response');
	const chunks: Buffer[] = await response.toArray();
	expect(chunks.length).toBeGreaterThan(10);
	const whole = Buffer.concat(chunks).toString();
	expect(JSON.parse(whole)).toHaveProperty('id');
	expect(Number(response.headers['content-length'])).toBe(Buffer.byteLength(whole));
});

test('a body that stalls stops in its middle until the client leaves', async () => {
	await fault({ kind: 'stall' });
	const get = asked('/organization');
	const [response] = await once(get, 'response');
	const [half] = await once(response, 'data');
	expect(half).toHaveLength(Math.ceil(Number(response.headers['content-length']) / 2));
	get.destroy();
	const [entry] = await until(
		() => sandbox().control.requests(),
		([first]) => first!.endedMs > 0,
	);
	expect(entry).toMatchObject({ executed: true, closedByClient: true });
});

test('an empty body neither drips nor stalls', async () => {
	for (const kind of ['drip', 'stall'] as const) {
		const upload = { name: 'a.pdf', contentType: 'application/pdf' };
		const { url } = (await sandbox().api('POST', '/files/upload-url', upload)).body;
		await fault({ kind });
		const headers = { 'content-type': 'application/pdf' };
		const answer = await fetch(url, { method: 'PUT', headers, body: '%PDF' });
		expect(await answer.text()).toBe('');
	}
});

test('a change of protocol that nobody asked for is no answer', async () => {
	await fault({ kind: 'switchProtocols' });
	const get = asked('/organization');
	const [response, socket] = await once(get, 'upgrade');
	expect(response.statusCode).toBe(101);
	socket.destroy();
	const [entry] = await until(
		() => sandbox().control.requests(),
		([first]) => first!.endedMs > 0,
	);
	expect(entry).toMatchObject({ executed: false, closedByClient: true });
});

test('a request that hangs ends when its client leaves', async () => {
	await fault({ kind: 'hang' });
	await expect(raw('/organization', { signal: AbortSignal.timeout(50) })).rejects.toThrow();
	const [entry] = await until(
		() => sandbox().control.requests(),
		([first]) => first!.endedMs > 0,
	);
	expect(entry).toMatchObject({ status: 0, executed: false, closedByClient: true });
});

test('a repeated cursor and a wrong page shape spoil the real page', async () => {
	const { api } = sandbox();
	const first = (await api('GET', '/contracts?limit=2')).body;
	const after = first.pagination.next_cursor;
	await fault({ kind: 'repeatedCursor', match: 'after=' });
	expect((await api('GET', '/contracts?limit=2')).body.pagination.next_cursor).toBe(after);
	const repeated = (await api('GET', `/contracts?limit=2&after=${after}`)).body;
	expect(repeated.pagination).toMatchObject({ next_cursor: after, has_next: true });
	expect(repeated.data).not.toEqual(first.data);
	await fault({ kind: 'wrongPageShape' });
	const wrong = (await api('GET', '/contracts?limit=2')).body;
	expect(Object.keys(wrong)).toEqual(['items', 'count']);
});

test('before the operation nothing is executed, after it the answer is lost', async () => {
	const { api } = sandbox();
	const before = await countContracts();
	await fault({ kind: 'status', status: 502 });
	expect((await api('POST', '/contracts', contractInput)).status).toBe(502);
	expect(await countContracts()).toBe(before);
	const kinds: Fault[] = [
		{ route: '*', kind: 'status', status: 502, when: 'after' },
		{ route: '*', kind: 'html', when: 'after' },
		{ route: '*', kind: 'emptyBody', when: 'after' },
	];
	for (const lost of kinds) {
		await fault(lost);
		await raw('/contracts', {
			method: 'POST',
			headers: { 'x-api-key': sandbox().keys.admin, 'content-type': 'application/json' },
			body: JSON.stringify(contractInput),
		});
	}
	await fault({ kind: 'reset', when: 'after' });
	await expect(api('POST', '/contracts', contractInput)).rejects.toThrow();
	expect(await countContracts()).toBe(before + 4);
	const log = await sandbox().control.requests({ method: 'POST' });
	expect(log.map(({ executed }) => executed)).toEqual([false, true, true, true, true]);
});

test('a fault hits its route, after those it skips, as often as told', async () => {
	const { api, control } = sandbox();
	await fault({ kind: 'status', route: 'GET /contracts/:id', skip: 1, times: 2 });
	const statuses = async (path: string, count: number) => {
		const found = [];
		for (let index = 0; index < count; index++) found.push((await api('GET', path)).status);
		return found;
	};
	expect(await statuses('/contracts', 2)).toEqual([200, 200]);
	expect(await statuses(`/contracts/${contractId(1)}/clauses`, 1)).toEqual([200]);
	expect(await statuses(`/contracts/${contractId(1)}`, 4)).toEqual([200, 500, 500, 200]);
	await fault({ kind: 'status', route: '/organization', times: 0 });
	expect(await statuses('/organization', 3)).toEqual([500, 500, 500]);
	expect(await control.faults()).toHaveLength(1);
	await control.clearFaults();
	expect(await statuses('/organization', 1)).toEqual([200]);
});

test('a fault can be meant for one key, and for one text in path and query', async () => {
	const { api, keys } = sandbox();
	await fault({ kind: 'status', key: 'readonly' });
	await fault({ kind: 'status', status: 503, match: contractId(2) });
	expect((await api('GET', `/contracts/${contractId(1)}`)).status).toBe(200);
	expect((await api('GET', `/contracts/${contractId(2)}`)).status).toBe(503);
	const readonly = await api('GET', '/organization', undefined, { key: keys.readonly });
	expect(readonly.status).toBe(500);
});

test('signed URLs can fail too, an upload that was stored included', async () => {
	const { api, control } = sandbox();
	const body = { name: 'a.pdf', contentType: 'application/pdf' };
	const { url } = (await api('POST', '/files/upload-url', body)).body;
	const put = () =>
		fetch(url, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: '%PDF' });
	await fault({ kind: 'status', status: 503, route: 'PUT /storage/uploads/:uploadId' });
	expect((await put()).status).toBe(503);
	expect((await control.uploads())[0]!.size).toBeNull();
	await fault({ kind: 'reset', when: 'after', route: 'PUT /storage/uploads/:uploadId' });
	await expect(put()).rejects.toThrow();
	expect((await control.uploads())[0]!.size).toBe(4);
	const [file] = (await api('GET', `/contracts/${contractId(1)}/signed-files`)).body;
	await fault({ kind: 'reset', at: 'body', route: 'GET /storage/files/:fileId' });
	await expect(fetch(file.url).then((response) => response.arrayBuffer())).rejects.toThrow();
});

test('an error answer can be spoiled as well', async () => {
	await fault({ kind: 'truncatedJson' });
	const { status, text } = await raw('/contracts/nothing');
	expect(status).toBe(400);
	expect(() => JSON.parse(text)).toThrow();
});

test.each([
	{ kind: 'explosion' },
	{ kind: 'status', status: 99 },
	{ kind: 'status', times: -1 },
	{ kind: 'status', colour: 'red' },
	{ kind: 'latency', ms: 'long' },
	{ kind: 'latency', ms: 2 ** 31 },
	{},
])('the fault %j is refused', async (input) => {
	await expect(fault(input as Fault)).rejects.toThrow('400');
	expect(await sandbox().control.faults()).toEqual([]);
});
