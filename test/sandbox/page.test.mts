import { request as httpRequest, type IncomingMessage } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { counterpartyFields, fields, productId, types } from '../support/demo.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

const CLIENT = path.join('sandbox', 'page', 'client');

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'demo' });
});
afterAll(() => sandbox.stop());

test('the page is HTML that may load and run nothing but its own files', async () => {
	const response = await fetch(sandbox.origin);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
	const policy = response.headers.get('content-security-policy');
	expect(policy).toContain("default-src 'none'");
	expect(policy).toContain("script-src 'self'");
	expect(policy).not.toContain('unsafe');
	expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('every file that the page names is served with its type', async () => {
	const html = await (await fetch(sandbox.origin)).text();
	const named = [...html.matchAll(/(?:href|src)="(\/page\/[^"]+)"/g)].map((match) => match[1]!);
	const modules = readdirSync(CLIENT).filter((file) => file.endsWith('.mjs'));
	const types: Record<string, string> = {
		'.mjs': 'text/javascript',
		'.css': 'text/css',
		'.svg': 'image/svg+xml',
	};
	expect(named.length).toBeGreaterThan(3);
	for (const file of new Set([...named, ...modules.map((module) => `/page/${module}`)])) {
		const response = await fetch(sandbox.origin + file);
		expect([file, response.status]).toEqual([file, 200]);
		expect(response.headers.get('content-type')).toContain(types[path.extname(file)]);
	}
});

test('the page builds text nodes only: no module writes HTML or evaluates text', () => {
	for (const file of readdirSync(CLIENT).filter((name) => name.endsWith('.mjs'))) {
		const source = readFileSync(path.join(CLIENT, file), 'utf8');
		expect(source).not.toMatch(
			/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(/,
		);
	}
});

test.each(['/page/../routes.mts', '/page/%2e%2e/routes.mts', '/page/routes.mts', '/page/'])(
	'%s is no file of the page',
	async (target) => {
		expect((await send('GET', target)).statusCode).toBe(404);
	},
);

test('the address in contractUrl leads to the page with the contract open', async () => {
	const [contract] = (await sandbox.api('GET', '/contracts?limit=1')).body.data;
	const response = await fetch(contract.contractUrl, { redirect: 'manual' });
	expect(response.status).toBe(302);
	expect(response.headers.get('location')).toBe(`/#${contract.id}`);
});

test('the list of the page searches, filters and refuses what it does not know', async () => {
	const page = await sandbox.control.call('GET', '/page/contracts?status=signed&limit=2&sort=name');
	expect(page.data.map(({ status }: { status: string }) => status)).toEqual(['signed', 'signed']);
	const other = await sandbox.control.call('GET', '/page/contracts?organization=other');
	const own = await sandbox.api('GET', '/contracts?limit=100');
	const ids = own.body.data.map(({ id }: { id: string }) => id);
	expect(other.data).not.toEqual([]);
	for (const { id } of other.data) expect(ids).not.toContain(id);
	await expect(sandbox.control.call('GET', '/page/contracts?organization=x')).rejects.toThrow(
		'400',
	);
	await expect(sandbox.control.call('GET', '/page/contracts/nothing')).rejects.toThrow('404');
});

test('an open contract shows options and linked records by their names', async () => {
	const values = {
		[fields.reference]: 'ORD-1',
		[fields.paymentTerm]: '30-days',
		[fields.regions]: ['emea', 'apac'],
		[fields.product]: productId(1),
	};
	const { id } = await sandbox.control.createContract({
		contractTypeId: types.order.id,
		fields: values,
	});
	const shown = await sandbox.control.call('GET', `/page/contracts/${id}`);
	expect(shown.fields).toEqual(
		expect.arrayContaining([
			{ name: 'Reference', value: 'ORD-1' },
			{ name: 'Payment term', value: '30 days' },
			{ name: 'Regions', value: ['EMEA', 'APAC'] },
			{ name: 'Main product', value: 'Linear actuator LA-40' },
		]),
	);
});

test('counterparties show their own fields by name, options by theirs, the last changed first', async () => {
	const { id } = await sandbox.control.createCounterparty({ name: 'Ærø Færge', fields: {} });
	const { industry, employees, country } = counterpartyFields;
	const values = { [industry]: 'retail', [employees]: 0, [country]: 'Danmark' };
	await sandbox.api('PATCH', `/counterparties/${id}`, { fields: values });
	const { data, pagination } = await sandbox.control.call('GET', '/page/counterparties?limit=2');
	expect(data[0]).toMatchObject({ id, name: 'Ærø Færge', status: 'active' });
	expect(data[0].fields).toEqual([
		{ name: 'Industry', value: 'Retail' },
		{ name: 'Employees', value: 0 },
		{ name: 'Country', value: 'Danmark' },
	]);
	expect(pagination.has_next).toBe(true);
	const other = await sandbox.control.call('GET', '/page/counterparties?organization=other');
	expect(other.data.map((one: { id: string }) => one.id)).not.toContain(id);
	const found = await sandbox.control.call('GET', '/page/counterparties?name=færge');
	expect(found.data).toHaveLength(1);
});

test('the stream tells what has changed: everything at first, then requests, faults and data', async () => {
	const stream = await send('GET', '/_sandbox/stream');
	expect(stream.headers['content-type']).toContain('text/event-stream');
	const next = eventsOf(stream);
	expect(await next()).toEqual(['data', 'requests', 'settings']);
	await sandbox.api('GET', '/organization');
	expect(await next()).toEqual(['requests']);
	await sandbox.control.fault({ route: '/clauses', kind: 'status', status: 500 });
	expect(await next()).toEqual(['settings']);
	await sandbox.control.createContract({});
	expect(await next()).toEqual(['data']);
	stream.destroy();
});

test('a sandbox with an open stream still ends in order', async () => {
	const other = await startSandbox({ seed: 'empty' });
	const stream = await send('GET', '/_sandbox/stream', {}, other);
	stream.on('error', () => undefined).resume();
	await other.stop();
	if (!stream.destroyed && !stream.complete) await once(stream, 'close');
	expect(stream.destroyed || stream.complete).toBe(true);
});

describe('the sandbox is for this machine only', () => {
	const REBOUND = [
		['a name that was pointed at this machine', 'rebound.example'],
		['a name that only begins like one of this machine', 'localhost.example'],
		['a name in front of an address of this machine', 'rebound.example:80@127.0.0.1'],
		['an address that means this machine only to some systems', '0.0.0.0'],
	];

	test.each(REBOUND)('no part of it answers %s', async (_, host) => {
		for (const [method, target] of [
			['GET', '/'],
			['GET', '/page/main.mjs'],
			['GET', '/docs/json'],
			['GET', '/meridian-components/project/x'],
			['GET', '/nowhere'],
			['GET', '/v2/organization'],
			['GET', '/v2/contracts'],
			['POST', '/v2/contracts'],
			['GET', '/v2/nowhere'],
			['GET', '/storage/files/x'],
			['PUT', '/storage/uploads/x'],
			['GET', '/_sandbox/contracts'],
			['GET', '/_sandbox/stream'],
			['POST', '/_sandbox/reset'],
		] as const) {
			const headers = { host, 'x-api-key': 'sandbox-admin-key' };
			const response = await send(method, target, headers);
			const answer = await text(response);
			expect([target, response.statusCode]).toEqual([target, 403]);
			expect(JSON.parse(answer).error.message).toContain(`not '${host}'`);
		}
	});

	test.each([
		['another page in the browser', { origin: 'https://example.com' }],
		['a page without an origin', { origin: 'null' }],
	])('the control plane refuses %s', async (_, headers) => {
		for (const [method, target] of [
			['GET', '/_sandbox/contracts'],
			['GET', '/_sandbox/stream'],
			['POST', '/_sandbox/reset'],
		] as const) {
			const response = await send(method, target, headers);
			expect([target, response.statusCode]).toEqual([target, 403]);
			response.destroy();
		}
	});

	test('all of it takes the names of this machine, and the control plane its own page', async () => {
		const { port } = new URL(sandbox.origin);
		const local: Array<Record<string, string>> = [
			{ host: `127.0.0.1:${port}` },
			{ host: `localhost:${port}`, origin: `http://localhost:${port}` },
			{ host: `LOCALHOST` },
			{ host: `[::1]:${port}` },
			{ origin: sandbox.origin },
		];
		for (const names of local) {
			const headers = { ...names, 'x-api-key': 'sandbox-admin-key' };
			for (const target of ['/', '/v2/organization', '/_sandbox/health']) {
				const response = await send('GET', target, headers);
				expect([names, target, response.statusCode]).toEqual([names, target, 200]);
				response.resume();
			}
		}
	});
});

/** `fetch` resolves dots and refuses to set Host, so this goes over plain HTTP. */
async function send(
	method: string,
	target: string,
	headers: Record<string, string> = {},
	{ origin } = sandbox,
): Promise<IncomingMessage> {
	const { hostname, port } = new URL(origin);
	const outgoing = httpRequest({ hostname, port, method, path: target, headers, agent: false });
	outgoing.end();
	const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
	return response;
}

/** The data of one `changed` event after the other. */
function eventsOf(stream: IncomingMessage): () => Promise<string[]> {
	const chunks = stream.setEncoding('utf8')[Symbol.asyncIterator]();
	let text = '';
	return async () => {
		let match;
		while (!(match = /event: changed\ndata: (.*)\n\n/.exec(text))) {
			const { value, done } = await chunks.next();
			if (done) throw new Error('The stream ended');
			text += value;
		}
		text = text.slice(match.index + match[0].length);
		return JSON.parse(match[1]!);
	};
}
