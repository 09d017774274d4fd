import { once } from 'node:events';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import type { INode } from 'n8n-workflow';
import { DEFAULT_RETRY } from '../../nodes/ContractManagement/transport/retryPolicy';
import { byId } from '../support/byId.mts';
import { SELF_SIGNED } from '../support/certificate.mts';
import { credentialData } from '../support/credentials.mts';
import { runOperation } from '../support/runOperation.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';
const TYPE = 'ba000000-0000-4000-8000-000000000001';
const LINK = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };
const CONTRACT = {
	id: ID,
	name: 'Lease',
	status: 'draft',
	contractType: { id: TYPE, name: 'Sales' },
	integration: LINK,
	fields: [],
	createdAt: '2026-01-01T00:00:00.000Z',
};
const NEW = {
	contractTypeId: byId(TYPE),
	templateId: byId(ID),
	counterpartySource: 'none',
	name: 'Lease',
	options: { checkFields: false },
};
const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };

jest.replaceProperty(DEFAULT_RETRY, 'baseDelayMs', 1);

let servers: Server[] = [];
afterEach(() => {
	servers.forEach((server) => server.close());
	servers = [];
});

async function listening(server: Server): Promise<number> {
	servers.push(server.listen(0));
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** A service whose connection gets bytes that are no TLS, as from a proxy on the way, instead of the answer to this request. */
async function breaking(at: { method: string; times: number }) {
	const asked: string[] = [];
	const wires = new Set<Socket>();
	const server = https.createServer(SELF_SIGNED, (request, response) => {
		const { method = '', url } = request;
		const isCreated = asked.some((line) => line.startsWith('POST'));
		asked.push(`${method} ${String(url).split('?')[0]}`);
		if (method === at.method && at.times-- > 0) {
			for (const wire of wires) wire.write('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		const list = { data: isCreated ? [CONTRACT] : [], pagination: { next_cursor: null } };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(url!.includes('/contracts?') ? list : CONTRACT));
	});
	server.on('connection', (wire: Socket) => {
		wires.add(wire);
		wire.on('close', () => wires.delete(wire)).on('error', () => undefined);
	});
	return { asked, baseUrl: `https://127.0.0.1:${await listening(server)}/v2` };
}

const requestOptions = { allowUnauthorizedCerts: true };

describe('TLS that breaks after the request was sent', () => {
	test('has it read once more', async () => {
		const { asked, baseUrl } = await breaking({ method: 'GET', times: 1 });
		const parameters = { contractId: byId(ID), requestOptions };
		const { items } = await runOperation(baseUrl, 'contract.get', parameters);
		expect(items[0].json).toMatchObject({ id: ID });
		expect(asked).toHaveLength(2);
	});

	test('leaves nobody knowing whether a contract was sent for signature', async () => {
		const { baseUrl } = await breaking({ method: 'POST', times: 1 });
		const parameters = { contractId: byId(ID), requestOptions };
		const { items } = await runOperation(
			baseUrl,
			'contract.sendForSignature',
			parameters,
			[{}],
			CONTINUES,
		);
		expect(items[0].json.details).toMatchObject({ outcome: 'unknown' });
	});

	test('has Find Existing look whether the contract was created', async () => {
		const { asked, baseUrl } = await breaking({ method: 'POST', times: 1 });
		const { items } = await runOperation(baseUrl, 'contract.create', {
			...NEW,
			integration: LINK,
			findExisting: true,
			requestOptions,
		});
		expect(items[0].json).toMatchObject({ action: 'created', id: ID });
		expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(1);
	});
});

test('what answers a write with something that is no HTTP may have executed it', async () => {
	const port = await listening(
		net.createServer((socket) => socket.once('data', () => socket.end('garbage\r\n\r\n'))),
	);
	const { items } = await runOperation(
		`http://127.0.0.1:${port}/v2`,
		'contract.create',
		NEW,
		[{}],
		CONTINUES,
	);
	expect(items[0].json).toMatchObject({
		error: 'No answer arrived, so it is not known whether the service executed this',
		details: {
			outcome: 'unknown',
			description: expect.stringContaining('It may have happened: look for a new contract'),
		},
	});
});

test('a write that is answered by a redirect to its outcome (303) may have been executed', async () => {
	const answer = 'HTTP/1.1 303 See Other\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n';
	const port = await listening(
		net.createServer((socket) => socket.once('data', () => socket.end(answer))),
	);
	const { items } = await runOperation(
		`http://127.0.0.1:${port}/v2`,
		'contract.create',
		{ ...NEW, options: { checkFields: false, retrySeconds: 0 } },
		[{}],
		CONTINUES,
	);
	expect(items[0].json.details).toMatchObject({ outcome: 'unknown', statusCode: 303 });
});

test.each([
	['http://127.0.0.1:1/v2?tenant=1', 'k', 'The base URL has a ? or # in it.'],
	['http://127.0.0.1:1/v2#x', 'k', 'The base URL has a ? or # in it.'],
	['', 'k', 'The base URL is empty.'],
	['127.0.0.1:1/v2', 'k', 'The base URL lacks its scheme.'],
])('a credential with %j and %j is told to be corrected', async (baseUrl, apiKey, message) => {
	const credential = { ...credentialData(baseUrl), apiKey };
	const { items } = await runOperation(baseUrl, 'organization.get', {}, [{}], {
		...CONTINUES,
		credential,
	});
	expect(items[0].json.error).toContain(message);
	expect(items[0].json.details).toMatchObject({
		outcome: 'notExecuted',
		description: 'Nothing was sent. Open the credential and correct it.',
	});
});
