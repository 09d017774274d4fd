import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { until } from '../../host/lib/client/until.mts';
import { credentialData } from '../support/credentials.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { publish, webhookHost, type TriggerSetup, type WebhookHost } from '../support/triggers.mts';

const SECRET = 'a webhook secret';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let sandbox: Sandbox;
let hosts: WebhookHost[] = [];

beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.stop();
});

beforeEach(async () => {
	await sandbox.control.reset();
});

afterEach(async () => {
	await Promise.all(hosts.map((host) => host.close()));
	hosts = [];
});

function setup(parameters: IDataObject = {}, credential: IDataObject = {}): TriggerSetup {
	return {
		parameters: { events: ['created', 'signed', 'statusChanged'], ...parameters },
		credential: credentialData(sandbox.baseUrl, undefined, {
			webhookSecret: SECRET,
			...credential,
		} as never),
	};
}

async function listen(parameters: IDataObject = {}, credential: IDataObject = {}, mode?: 'manual') {
	const host = await webhookHost(setup(parameters, credential), mode);
	hosts.push(host);
	return host;
}

const proof = { 'x-webhook-secret': SECRET };
const uuidOf = (id: string) => id.slice(-36);

async function contract(status: string, more: IDataObject = {}) {
	return await sandbox.control.createContract({ status, silent: true, ...more });
}

function said(event: string, contractId: string, more: IDataObject = {}) {
	return { id: `d-${Math.random()}`, event, data: { contractId, ...more } };
}

/** A contract whose creation is delivered. */
async function created() {
	const { id } = await contract('draft');
	await sandbox.control.sendEvent({ event: 'contract.created', contractId: id, status: 'draft' });
}

async function reads(id?: string) {
	const all = await sandbox.control.requests({ method: 'GET', route: '/contracts/:id' });
	return all.filter(({ path }) => id === undefined || path.includes(uuidOf(id))).length;
}

const items = (host: WebhookHost) =>
	host.executions.flatMap((execution) => execution.items.map(({ json }) => json));

describe('deliveries of the sandbox', () => {
	test('a contract that is signed starts one execution per event, with the contract as the service has it', async () => {
		const host = await listen();
		const { id } = await contract('signing');
		await sandbox.control.subscribe({
			url: host.url,
			secret: SECRET,
			sendSecretHeader: 'x-webhook-secret',
		});
		await sandbox.control.setContractState(id, { status: 'signed' });
		await until(
			async () => host.executions,
			(all) => all.length >= 2,
			'two executions',
		);

		const { body: now } = await sandbox.api('GET', `/contracts/${id}`);
		const common = {
			contractId: now.id,
			status: 'signed',
			previousStatus: 'signing',
			contract: now,
		};
		expect(items(host)).toHaveLength(2);
		expect(items(host)).toEqual(
			expect.arrayContaining([
				{
					event: 'signed',
					eventKey: `${uuidOf(id)}:signed`,
					occurredAt: now.signatureDate ?? now.updatedAt,
					...common,
				},
				{
					event: 'statusChanged',
					eventKey: `${uuidOf(id)}:statusChanged:signed:${now.updatedAt}`,
					occurredAt: now.updatedAt,
					...common,
				},
			]),
		);
		expect((await sandbox.control.deliveries()).every(({ status }) => status === 'delivered')).toBe(
			true,
		);
	});

	test.each([
		[[]],
		[['severalEvents']],
		[['otherEventNames']],
		[['upperSnakeEventNames']],
		[['nestedContract']],
		[['counterpartyInPayload']],
		[['prefixedDeliveryIds']],
		[['severalEvents', 'nestedContract', 'upperSnakeEventNames', 'counterpartyInPayload']],
	])('are understood in the variants %j', async (variants: string[]) => {
		await sandbox.control.variants(variants);
		const host = await listen({ verification: 'hmac' });
		await sandbox.control.subscribe({ url: host.url, secret: SECRET });
		const { id } = await contract('signing');
		await sandbox.control.setContractState(id, { status: 'signed' });
		await until(
			async () => items(host),
			(all) => all.length >= 2,
			'two events',
		);

		expect(
			items(host)
				.map(({ event }) => event)
				.toSorted(),
		).toEqual(['signed', 'statusChanged']);
		expect(host.executions).toHaveLength(variants.includes('severalEvents') ? 1 : 2);
	});

	test('what could not be processed is delivered again and then starts one execution', async () => {
		await sandbox.control.deliverySettings({ backoffMs: 20 });
		const host = await listen({ events: ['created'], verification: 'hmac' });
		await sandbox.control.subscribe({
			url: host.url,
			secret: SECRET,
			events: ['contract.created'],
		});
		await sandbox.control.fault({
			route: 'GET /contracts/:id',
			kind: 'status',
			status: 403,
			times: 2,
		});
		await created();
		const [delivery] = await until(
			() => sandbox.control.deliveries(),
			([first]) => first?.status === 'delivered',
			'the delivery',
		);

		expect(delivery!.attempts.map(({ status }) => status)).toEqual([503, 503, 200]);
		expect(host.executions).toHaveLength(1);
	});

	test('what n8n could not store is delivered again and then starts one execution', async () => {
		await sandbox.control.deliverySettings({ backoffMs: 20 });
		const host = await listen({ events: ['created'], verification: 'hmac' });
		host.failToStore(2);
		await sandbox.control.subscribe({
			url: host.url,
			secret: SECRET,
			events: ['contract.created'],
		});
		await created();
		const [delivery] = await until(
			() => sandbox.control.deliveries(),
			([first]) => first?.status === 'delivered',
			'the delivery',
		);

		expect(delivery!.attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
		expect(host.executions).toHaveLength(1);
	});

	test('duplicated deliveries start one execution, also when they come at the same time', async () => {
		await sandbox.control.deliverySettings({ duplicates: 9, concurrency: 10, paused: true });
		const host = await listen({ verification: 'hmac' });
		await sandbox.control.subscribe({ url: host.url, secret: SECRET });
		await created();
		await sandbox.control.deliverySettings({ paused: false });
		await until(
			() => sandbox.control.deliveries(),
			(all) => all.every(({ attempts }) => attempts.length === 10),
			'ten attempts',
		);

		expect(host.answers.every(({ status }) => status === 200)).toBe(true);
		expect(items(host).map(({ event }) => event)).toEqual(['created']);
	});
});

describe('answers', () => {
	test('200 accepted: answered with the keys of the events, after the execution is stored', async () => {
		const host = await listen();
		const { id } = await contract('signed');
		const answer = await host.deliver(said('contract.signed', id), proof);
		expect(answer).toEqual({
			status: 200,
			body: { status: 'accepted', events: [`${uuidOf(id)}:signed`] },
		});
	});

	test('200 accepted, with a text of one’s own', async () => {
		const host = await listen({ options: { responseBody: 'OK' } });
		const { id } = await contract('signed');
		expect(await host.deliver(said('contract.signed', id), proof)).toEqual({
			status: 200,
			body: 'OK',
		});
	});

	test.each<[string, Record<string, string>]>([
		['no secret', {}],
		['a wrong secret', { 'x-webhook-secret': 'guess' }],
		['an empty secret', { 'x-webhook-secret': '' }],
	])('401: %s; nothing is read', async (_what, headers) => {
		const host = await listen();
		const { id } = await contract('signed');
		const answer = await host.deliver(said('contract.signed', id), headers);
		expect(answer.status).toBe(401);
		expect(answer.body.status).toBe('refused');
		expect([host.executions.length, await reads()]).toEqual([0, 0]);
	});

	test('401: the credential lost its secret after publishing', async () => {
		const host = await listen({}, { webhookSecret: '' });
		const { id } = await contract('signed');
		expect((await host.deliver(said('contract.signed', id), proof)).status).toBe(401);
	});

	test('401: a body that was altered after it was signed', async () => {
		const host = await listen({ verification: 'hmac' });
		const [{ id }, { id: other }] = [await contract('signed'), await contract('signed')];
		const body = JSON.stringify(said('contract.signed', id));
		const headers = {
			'content-type': 'application/json',
			'x-webhook-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
		};
		expect((await host.deliver(body.replace(id, other), headers)).status).toBe(401);
		expect((await host.deliver(body, headers)).status).toBe(200);
		expect(items(host).map(({ contractId }) => contractId)).toEqual([id]);
	});

	test('400: JSON that names no contract', async () => {
		const host = await listen();
		const answer = await host.deliver({ event: 'ping' }, proof);
		expect(answer).toMatchObject({ status: 400, body: { status: 'refused' } });
		expect(host.executions).toEqual([]);
	});

	test('422 by n8n itself: malformed JSON', async () => {
		const host = await listen();
		const headers = { ...proof, 'content-type': 'application/json' };
		expect((await host.deliver('{"event":', headers)).status).toBe(422);
	});

	test('200 ignored: an event that the workflow does not wait for; nothing is read', async () => {
		const host = await listen({ events: ['signed'] });
		const { id } = await contract('signed');
		const answer = await host.deliver(said('contract.created', id), proof);
		expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } });
		expect([host.executions.length, await reads()]).toEqual([0, 0]);
	});

	test.each(['draft', 'negotiating', 'signing', 'canceled'])(
		'200 ignored: "signed" of a contract that is %s emits nothing',
		async (status) => {
			const host = await listen({ verification: 'none' });
			const { id } = await contract(status);
			const forged = {
				...said('contract.signed', id, { status: 'signed' }),
				contract: { id, status: 'signed', signatureDate: '2026-01-01T00:00:00Z' },
			};
			const answer = await host.deliver(forged);
			expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } });
			expect(host.executions).toEqual([]);
		},
	);

	test('200 ignored: a contract that the service does not have, also after three more attempts', async () => {
		const host = await listen();
		const answer = await host.deliver(said('contract.created', UNKNOWN), proof);
		expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } });
		expect(await reads(UNKNOWN)).toBe(4);
	});

	test('200 accepted: a contract that can be read a moment later', async () => {
		const host = await listen();
		const { id } = await contract('draft');
		await sandbox.control.fault({
			route: 'GET /contracts/:id',
			kind: 'status',
			status: 404,
			times: 2,
		});
		expect((await host.deliver(said('contract.created', id), proof)).status).toBe(200);
		expect(items(host)).toHaveLength(1);
	});

	test('200 ignored: a contract of another organization', async () => {
		const host = await listen();
		const { id } = await contract('signed', { organization: 'other' });
		expect(await host.deliver(said('contract.signed', id), proof)).toMatchObject({
			status: 200,
			body: { status: 'ignored' },
		});
	});

	test('200 ignored: the same delivery again, without reading the contract again', async () => {
		const host = await listen();
		const { id } = await contract('signed');
		const delivery = said('contract.signed', id);
		await host.deliver(delivery, proof);
		const again = await host.deliver(delivery, proof);
		expect(again).toEqual({ status: 200, body: { status: 'ignored', reason: 'Handed on before' } });
		expect([host.executions.length, await reads(id)]).toEqual([1, 1]);
	});

	test('200 ignored: another delivery of the same event', async () => {
		const host = await listen();
		const { id } = await contract('signed');
		await host.deliver(said('contract.signed', id), proof);
		await host.deliver(said('contract.signed', id), proof);
		expect(host.executions).toHaveLength(1);
	});

	test.each([401, 403, 429, 500, 502, 503])(
		'503: the contract cannot be fetched (%d), and the delivery is taken when it comes again',
		async (status) => {
			const host = await listen();
			const { id } = await contract('signed');
			const delivery = said('contract.signed', id);
			await sandbox.control.fault({
				route: 'GET /contracts/:id',
				kind: 'status',
				status,
				times: 0,
			});
			const started = Date.now();
			const answer = await host.deliver(delivery, proof);
			expect(answer).toMatchObject({ status: 503, body: { status: 'refused' } });
			expect(Date.now() - started).toBeLessThan(9_500);
			expect(host.executions).toEqual([]);

			await sandbox.control.clearFaults();
			expect((await host.deliver(delivery, proof)).status).toBe(200);
			expect(host.executions).toHaveLength(1);
		},
	);

	test('503 within the budget: the service does not answer at all', async () => {
		const host = await listen();
		const { id } = await contract('signed');
		await sandbox.control.fault({ route: 'GET /contracts/:id', kind: 'hang', times: 0 });
		const started = Date.now();
		expect((await host.deliver(said('contract.signed', id), proof)).status).toBe(503);
		expect(Date.now() - started).toBeLessThan(9_500);
	});

	test('503: a server that is not there', async () => {
		const host = await listen({}, { baseUrl: 'http://127.0.0.1:9/v2' });
		const answer = await host.deliver(said('contract.signed', UNKNOWN), proof);
		expect(answer.status).toBe(503);
		expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1');
	});

	test('503 for the whole delivery when one of its contracts cannot be fetched', async () => {
		const host = await listen();
		const [a, b] = [await contract('signed'), await contract('signed')];
		const fault = { route: 'GET /contracts/:id', kind: 'status', status: 403 } as const;
		await sandbox.control.fault({ ...fault, match: uuidOf(b.id) });
		const events = [said('contract.signed', a.id), said('contract.signed', b.id)];
		expect((await host.deliver({ events }, proof)).status).toBe(503);
		expect(host.executions).toEqual([]);

		expect((await host.deliver({ events }, proof)).status).toBe(200);
		expect(items(host).map(({ contractId }) => contractId)).toEqual([a.id, b.id]);
	});
});

describe('bodies that n8n leaves unparsed, or parses in its own way', () => {
	test.each<[string, string, (json: string) => string]>([
		['application/vnd.service+json', 'vendor JSON', (json) => json],
		['application/octet-stream', 'bytes', (json) => json],
		['text/plain', 'text', (json) => json],
		['application/json; charset=utf-8', 'JSON with a byte order mark', (json) => `\uFEFF${json}`],
		[
			'application/x-www-form-urlencoded',
			'a form with JSON in payload',
			(json) => `payload=${encodeURIComponent(json)}`,
		],
		['application/x-www-form-urlencoded', 'JSON that calls itself a form', (json) => json],
	])('%s: %s', async (type, _what, write) => {
		const host = await listen({ verification: 'hmac' });
		const { id } = await contract('signed');
		const body = write(JSON.stringify(said('contract.signed', id)));
		const signature = createHmac('sha256', SECRET).update(body).digest('hex');
		const headers = { 'content-type': type, 'x-webhook-signature': `sha256=${signature}` };
		expect((await host.deliver(body, headers)).status).toBe(200);
		expect(items(host)).toMatchObject([{ event: 'signed', contractId: id }]);
	});

	test('a form of plain fields', async () => {
		const host = await listen();
		const { id } = await contract('signed');
		const headers = { ...proof, 'content-type': 'application/x-www-form-urlencoded' };
		await host.deliver(`event=contract.signed&contract_id=${id}`, headers);
		expect(items(host)).toHaveLength(1);
	});

	test.each(['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'])(
		'400: %s that is nothing',
		async (type) => {
			const host = await listen();
			const answer = await host.deliver('hello', { ...proof, 'content-type': type });
			expect(answer.status).toBe(400);
		},
	);

	test('400: no body at all', async () => {
		const host = await listen();
		expect((await host.deliver('', proof)).status).toBe(400);
	});
});

describe('what is emitted', () => {
	test('the secret may be in the URL', async () => {
		const host = await listen();
		const { id } = await contract('signed');
		const query = `?secret=${encodeURIComponent(SECRET)}`;
		expect((await host.deliver(said('contract.signed', id), {}, query)).status).toBe(200);
	});

	test('names and paths of one’s own', async () => {
		const host = await listen({
			events: ['signed', 'other'],
			options: {
				headerName: 'X-Proof',
				contractIdPath: 'doc.ref',
				eventPath: 'what',
				eventNames: { names: [{ name: 'paper.done', event: 'signed' }] },
			},
		});
		const { id } = await contract('signed');
		const headers = { 'x-proof': SECRET };
		await host.deliver({ what: 'PAPER_DONE', doc: { ref: id } }, headers);
		await host.deliver({ what: 'paper.archived', doc: { ref: id } }, headers);
		expect(items(host).map(({ event }) => event)).toEqual(['signed', 'paper.archived']);
	});

	test('several events are one execution with an item each', async () => {
		const host = await listen();
		const [a, b] = [await contract('signed'), await contract('draft')];
		const events = [
			said('contract.signed', a.id),
			said('contract.created', b.id),
			said('contract.signed', b.id),
			said('contract.signed', a.id),
			{ event: 'ping' },
		];
		await host.deliver(events, proof);
		expect(host.executions).toHaveLength(1);
		expect(items(host).map(({ eventKey }) => eventKey)).toEqual([
			`${uuidOf(a.id)}:signed`,
			`${uuidOf(b.id)}:created`,
		]);
		expect([await reads(a.id), await reads(b.id)]).toEqual([1, 1]);
	});

	test.each([
		[{ status: 'signing', previousStatus: 'draft' }, 'draft'],
		[{ previousStatus: 'negotiating' }, 'negotiating'],
		[{ status: 'negotiating', previousStatus: 'draft' }, null],
		[{ status: 'signing', previousStatus: 'nonsense' }, null],
		[{ status: 'signing', previousStatus: 'signing' }, null],
		[{}, null],
	])(
		'the status before is taken from %j only for the move that the service confirms',
		async (told, previous) => {
			const host = await listen();
			const { id } = await contract('signing');
			await host.deliver(said('contract.status_changed', id, told), proof);
			expect(items(host)).toMatchObject([{ status: 'signing', previousStatus: previous }]);
		},
	);

	test('deliveries in the wrong order emit the status that the contract has now, once', async () => {
		const host = await listen({ events: ['statusChanged'] });
		const { id } = await contract('canceled');
		await host.deliver(
			said('contract.status_changed', id, { status: 'canceled', previousStatus: 'signing' }),
			proof,
		);
		await host.deliver(
			said('contract.status_changed', id, { status: 'signing', previousStatus: 'draft' }),
			proof,
		);
		expect(items(host)).toMatchObject([{ status: 'canceled', previousStatus: 'signing' }]);
	});

	test('filters by contract type, counterparty and move', async () => {
		const { id, ...stored } = await contract('signing');
		const { body: now } = await sandbox.api('GET', `/contracts/${id}`);
		void stored;
		const event = said('contract.status_changed', id, {
			status: 'signing',
			previousStatus: 'draft',
		});
		const passes = async (filters: IDataObject) => {
			const host = await listen({ filters });
			await host.deliver({ ...event, id: `${Math.random()}` }, proof);
			return host.executions.length === 1;
		};
		expect(await passes({ contractTypeIds: [UNKNOWN, now.contractType.id] })).toBe(true);
		expect(await passes({ contractTypeIds: `${UNKNOWN}, type_${now.contractType.id}` })).toBe(true);
		expect(await passes({ contractTypeIds: UNKNOWN })).toBe(false);
		expect(await passes({ counterpartyId: now.counterparty.id })).toBe(true);
		expect(await passes({ counterpartyId: UNKNOWN })).toBe(false);
		expect(await passes({ statusFrom: ['draft'], statusTo: ['signing', 'signed'] })).toBe(true);
		expect(await passes({ statusFrom: ['negotiating'] })).toBe(false);
		expect(await passes({ statusTo: ['signed'] })).toBe(false);
	});

	test('a move from a status that is not known passes Status From', async () => {
		const host = await listen({ filters: { statusFrom: ['negotiating'] } });
		const { id } = await contract('signing');
		await host.deliver(said('contract.status_changed', id), proof);
		expect(items(host)).toMatchObject([{ previousStatus: null }]);
	});

	test('the consolidated contract, and the payload as it came', async () => {
		const host = await listen({ options: { view: 'consolidated', includePayload: true } });
		const { id } = await contract('signed');
		const delivery = said('contract.signed', id, { note: 'x' });
		await host.deliver(delivery, proof);
		const { body } = await sandbox.api('GET', `/contracts/${id}/consolidated`);
		expect(items(host)).toMatchObject([{ contract: body, payload: delivery }]);
	});

	test('a counterparty, where the service delivers its events', async () => {
		const host = await listen({ events: ['counterpartyUpdated'] });
		const party = await sandbox.control.createCounterparty({ name: 'Acme' });
		const { body } = await sandbox.api('GET', `/counterparties/${party.id}`);
		await host.deliver(
			{ event: 'counterparty.updated', data: { counterpartyId: party.id } },
			proof,
		);
		expect(items(host)).toEqual([
			{
				event: 'counterpartyUpdated',
				eventKey: `${party.id}:counterpartyUpdated:${body.updatedAt}`,
				counterpartyId: party.id,
				status: 'active',
				previousStatus: null,
				occurredAt: body.updatedAt,
				counterparty: body,
			},
		]);
	});

	test('the signed files in binary fields', async () => {
		const host = await listen({ options: { downloadFiles: true } });
		const { id } = await contract('signed', {
			signedFiles: [{ name: 'main.pdf' }, { name: 'annex.pdf' }],
		});
		await host.deliver(said('contract.signed', id), proof);
		const [{ json, binary }] = host.executions[0]!.items as [any];
		expect(Object.entries(binary).map(([field, { fileName }]: any) => [field, fileName])).toEqual([
			['data', 'main.pdf'],
			['data_2', 'annex.pdf'],
		]);
		expect(json.signedFiles).toMatchObject([
			{ binaryProperty: 'data' },
			{ binaryProperty: 'data_2' },
		]);
	});

	test('the event goes on when the signed files are not there', async () => {
		const host = await listen({ options: { downloadFiles: true } });
		const { id } = await contract('signed');
		await sandbox.control.fault({
			route: 'GET /contracts/:id/signed-files',
			kind: 'status',
			status: 404,
			times: 0,
		});
		await host.deliver(said('contract.signed', id), proof);
		expect(items(host)).toMatchObject([
			{ event: 'signed', signedFiles: [], signedFilesError: expect.stringContaining('yet') },
		]);
	});

	test('listening in the editor shows the same event again and again', async () => {
		const host = await listen({}, {}, 'manual');
		const { id } = await contract('signed');
		const delivery = said('contract.signed', id);
		await host.deliver(delivery, proof);
		await host.deliver(delivery, proof);
		expect(host.executions).toHaveLength(2);
	});

	test('duplicates go on where that is wanted', async () => {
		const host = await listen({ options: { deduplicate: false } });
		const { id } = await contract('signed');
		const delivery = said('contract.signed', id);
		await host.deliver(delivery, proof);
		await host.deliver(delivery, proof);
		expect(host.executions).toHaveLength(2);
	});

	test('two workflows start on the same event', async () => {
		const both = [await listen(), await listen()];
		const { id } = await contract('signed');
		const delivery = said('contract.signed', id);
		for (const host of both) await host.deliver(delivery, proof);
		expect(both.map((host) => host.executions.length)).toEqual([1, 1]);
	});

	test('a secret that is being replaced', async () => {
		const host = await listen({}, { webhookSecret: 'new', previousWebhookSecret: 'old' });
		const { id } = await contract('signed');
		for (const secret of ['new', 'old']) {
			const headers = { 'x-webhook-secret': secret };
			expect((await host.deliver(said('contract.signed', id), headers)).status).toBe(200);
		}
	});

	test('only the contract named is read, and only below the base URL', async () => {
		const host = await listen({ verification: 'none' });
		await sandbox.control.clearRequests();
		for (const id of [
			'../organization',
			`${UNKNOWN}/../../organization`,
			'http://127.0.0.1:9/',
			'%2e%2e',
		]) {
			expect((await host.deliver(said('contract.signed', id))).status).toBe(400);
		}
		expect(await sandbox.control.requests()).toEqual([]);
	});
});

describe('publishing', () => {
	test('works, and asks for the organization', async () => {
		await sandbox.control.clearRequests();
		await publish(setup());
		expect(await sandbox.control.requests()).toMatchObject([
			{ route: '/organization', status: 200 },
		]);
	});

	test.each(['sharedSecret', 'hmac'])('needs a secret for %s', async (verification) => {
		const refused = publish(setup({ verification }, { webhookSecret: ' ' }));
		await expect(refused).rejects.toThrow(/no Webhook Secret.*set Verification to None/);
		await publish(setup({ verification }, { webhookSecret: '', previousWebhookSecret: 'old' }));
		await publish(setup({ verification: 'none' }, { webhookSecret: '' }));
	});

	test('needs a credential that works', async () => {
		await expect(publish(setup({}, { apiKey: 'wrong' }))).rejects.toThrow(
			'The service rejected the API key',
		);
		await expect(publish(setup({}, { baseUrl: 'http://127.0.0.1:9/v2' }))).rejects.toThrow(
			/could not be reached/,
		);
	});

	test('needs filters that something can pass', async () => {
		const refused = publish(setup({ filters: { contractTypeIds: 'NDA' } }));
		await expect(refused).rejects.toThrow(/'NDA' is not an id/);
	});

	test('listening in the editor is checked as well', async () => {
		await expect(publish(setup({}, { webhookSecret: '' }), 'manual')).rejects.toThrow(
			/Webhook Secret/,
		);
	});

	test('n8n starts again while the service is down', async () => {
		await publish(setup({}, { baseUrl: 'http://127.0.0.1:9/v2' }), 'init');
	});
});
