import type { IDataObject, INode } from 'n8n-workflow';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answering, type Answer, type Asked } from '../support/answering.mts';
import { fileOf, pdf } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { credentialData, TestCredentialsHelper } from '../support/credentials.mts';
import { knowing } from '../support/profiled.mts';
import { runOperation } from '../support/runOperation.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';
const OTHER = 'aa000000-0000-4000-8000-000000000002';
const TYPE = 'ba000000-0000-4000-8000-000000000001';
const TABLE = 'c0000000-0000-4000-8000-000000000001';
const COLUMN = 'f0000000-0000-4000-8000-000000000001';
const CREATED_AT = '2026-01-01T00:00:00.000Z';
const CONTRACT = {
	id: ID,
	name: 'Lease',
	status: 'signing',
	counterparty: { id: OTHER, name: 'Acme' },
	contractType: { id: TYPE, name: 'Sales' },
	fields: [],
	integration: null,
	createdAt: CREATED_AT,
	updatedAt: CREATED_AT,
};
const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };
const LINK = { type: 'crm', externalEntity: 'deal', externalId: 'D-1' };

const INTO_TABLE = {
	customObjectId: byId(TABLE),
	contractId: byId(ID),
	fields: { mappingMode: 'autoMapInputData', value: null, schema: [], matchingColumns: [] },
};

let open: Array<() => void> = [];
afterEach(() => {
	open.forEach((close) => close());
	open = [];
});

async function service(answer: (asked: Asked) => Answer | undefined) {
	const running = await answering(answer);
	open.push(running.close);
	return running;
}

const NEW = {
	contractTypeId: byId(TYPE),
	templateId: byId(OTHER),
	counterpartySource: 'none',
	name: 'Lease',
	options: { checkFields: false, retrySeconds: 0 },
};

/** Creates a contract at a service that answers so, and shows it when it is read. */
async function created(answer: Answer, profile = {}) {
	const { baseUrl } = await service(({ method }) =>
		method === 'POST' ? answer : { body: CONTRACT },
	);
	const knows = { ...CONTINUES, credential: knowing(baseUrl, profile) };
	const { items } = await runOperation(baseUrl, 'contract.create', NEW, [{}], knows);
	return items[0].json as { error?: string; details: IDataObject };
}

const JSON_TEXT = JSON.stringify(CONTRACT);
const packed = (encoding: string, body: Buffer): Answer => ({
	status: 201,
	body,
	headers: { 'content-encoding': encoding },
});
const damaged = gzipSync(JSON_TEXT).fill('x', 30, 34);

test.each([
	['in gzip', packed('gzip', gzipSync(JSON_TEXT))],
	['in Brotli', packed('br', brotliCompressSync(JSON_TEXT))],
	['in data, beside other values', { body: { success: true, error: null, data: CONTRACT } }],
	['by its id and status', { status: 202, body: { id: ID, status: 'draft' } }],
	['by some of its values', { body: { id: ID, status: 'draft', createdAt: CREATED_AT } }],
	['by its id in data', { status: 201, body: { data: { id: ID, success: true } } }],
])('a contract that the service shows %s is the same item', async (_how, answer) => {
	expect(await created(answer)).toMatchObject({
		name: 'Lease',
		status: 'signing',
		counterpartyName: 'Acme',
	});
});

test.each([
	['as a text', { status: 201, body: JSON.stringify(ID) }, `, with the ID ${ID}`],
	['by contractId', { body: { contractId: ID } }, ''],
	['by another word', { status: 201, body: { done: true } }, ''],
])(
	'a contract that the service shows %s is an error that names the entry, once it was created',
	async (_how, answer, id) => {
		const { error, details } = await created(answer);
		expect(error).toContain(`The contract was created${id}, but the answer is`);
		expect(details).toMatchObject({ errorId: 'OTHER_PROFILE', entry: 'contract-create-response' });
		expect(details.description).toContain('Do not run this again before');

		const known = await created(answer, { 'contract-create-response': 'text' });
		if (id) expect(known).toMatchObject({ name: 'Lease', status: 'signing' });
		else expect(known.details).toEqual(expect.objectContaining({ errorId: 'OTHER_PROFILE' }));
	},
);

test.each([
	['contract.update', { contractId: byId(ID), updateFields: { moveToRoot: true } }],
	['counterparty.update', { counterpartyId: byId(ID), updateFields: { name: 'New' } }],
	['contract.sendForSignature', { contractId: byId(ID) }],
	['contract.create', NEW],
])(
	'%s is not taken for done where 200 comes with the body of an error',
	async (operation, more) => {
		const error = { errorId: 'LOCKED', message: 'The record is locked', details: {} };
		const record = { ...CONTRACT, status: 'draft', folderId: OTHER };
		const { baseUrl } = await service(({ method }) => ({
			body: method === 'GET' ? record : { error },
		}));
		const parameters = { ...more, options: { checkFields: false, retrySeconds: 0 } };
		const { items } = await runOperation(baseUrl, operation, parameters, [{}], CONTINUES);
		expect(items[0].json).toMatchObject({
			error: 'The service answered 200 with an error',
			details: {
				errorId: 'LOCKED',
				outcome: 'unknown',
				description: expect.stringContaining('locked'),
			},
		});
	},
);

test.each([
	[{ success: false, message: 'No signer' }, 'No signer'],
	[{ ok: false, error: 'No signer' }, 'No signer'],
	[{ errors: [{ message: 'No signer' }] }, 'No signer'],
])('a contract is not taken for sent where 200 says %j', async (body, said) => {
	const draft = { ...CONTRACT, status: 'draft' };
	const { baseUrl } = await service(({ method }) => ({ body: method === 'GET' ? draft : body }));
	const parameters = { contractId: byId(ID), options: { retrySeconds: 0 } };
	const { items } = await runOperation(
		baseUrl,
		'contract.sendForSignature',
		parameters,
		[{}],
		CONTINUES,
	);
	expect(items[0].json).toMatchObject({
		details: { outcome: 'unknown', description: expect.stringContaining(said) },
	});
});

test('records whose ids differ in case only are two, unless they are UUIDs', async () => {
	const ids = ['xYz1', 'XyZ1', ID, ID.toUpperCase()];
	const { baseUrl } = await service(() => ({
		body: { data: ids.map((id) => ({ id, name: id })), pagination: { has_next: false } },
	}));
	const { items } = await runOperation(baseUrl, 'counterparty.getAll', { returnAll: true });
	expect(items.map(({ json }) => json.id)).toEqual(ids.slice(0, 3));
});

test('a part of a file that nobody asked for is no file', async () => {
	const headers = { 'content-type': 'application/pdf', 'content-range': 'bytes 0-4/9' };
	const { baseUrl } = await service(() => ({ status: 206, body: Buffer.from('%PDF-'), headers }));
	const parameters = { contractId: byId(ID), options: { retrySeconds: 0 } };
	const { error } = await runOperation(baseUrl, 'contract.downloadCurrentVersion', parameters);
	expect(error?.message).toContain('answered 206');
});

test('a creation form of which the service shows a page is not taken for the whole', async () => {
	const { baseUrl } = await service(() => ({ body: { data: { fields: [] }, pagination: MORE } }));
	const parameters = { contractTypeId: byId(TYPE) };
	const { error } = await runOperation(baseUrl, 'contractType.getCreationForm', parameters);
	expect(error?.message).toContain('/creation-form shows only a part of what there is');
});

test.each([
	['damaged gzip', packed('gzip', damaged)],
	['plain text that is called gzip', packed('gzip', Buffer.from(JSON_TEXT))],
	['what is no Brotli', packed('br', Buffer.from(JSON_TEXT))],
])('a creation that is answered with %s may have happened', async (_what, answer) => {
	expect((await created(answer)).details.outcome).toBe('unknown');
});

test('a refusal is known by its status, also where its body cannot be read', async () => {
	const refused = { status: 409, body: damaged, headers: { 'content-encoding': 'gzip' } };
	expect((await created(refused)).details).toMatchObject({
		statusCode: 409,
		outcome: 'notExecuted',
	});
});

test.each([
	['meta', (data: object[], next?: string) => ({ body: { data, meta: { next_cursor: next } } })],
	['the body', (data: object[], next?: string) => ({ body: { data, nextCursor: next } })],
])('a list whose next page is told in %s is an error, not its end', async (_where, pageOf) => {
	const { baseUrl } = await service(({ query }) =>
		query.has('after') ? pageOf([{ ...CONTRACT, id: OTHER }]) : pageOf([CONTRACT], 'c'),
	);
	const { error } = await runOperation(baseUrl, 'contract.getAll', { returnAll: true });
	expect(error?.message).toBe('The service says that there are more pages, but not where');
	expect(error?.description).toContain('assumption `pagination` of docs/assumptions.md');
});

const MORE = { has_next: true, next_cursor: 'c' };

test.each([
	['a next page', { pagination: MORE }],
	['a total', { total: 2 }],
])('rows of a table are not written over where %s tells of more', async (_what, beside) => {
	const row = { id: OTHER, fields: [] };
	const { baseUrl, requests } = await service(({ path }) =>
		path === `/custom-objects/${TABLE}`
			? { body: { id: TABLE, smart_fields: [{ id: COLUMN, name: 'Line', type: 'string' }] } }
			: { body: { data: { contractId: ID, records: [row] }, ...beside } },
	);
	const { error } = await runOperation(baseUrl, 'customObjectRecord.upsert', INTO_TABLE, [
		{ Line: 'one' },
	]);
	expect(error?.message).toContain('/records shows only a part of what there is');
	expect(requests().filter((each) => each.startsWith('PUT'))).toEqual([]);
});

test.each([
	['customObjectRecord.getAll', { id: OTHER, fields: [] }, '/records shows only a part'],
	['contract.getClauses', { id: OTHER, contractId: ID }, 'there are more pages, but not where'],
])('%s is an error where a total tells of more than came', async (operation, row, message) => {
	const { baseUrl } = await service(() => ({ body: { data: [row], total: 2 } }));
	const parameters = { customObjectId: byId(TABLE), contractId: byId(ID), simplify: false };
	const { error } = await runOperation(baseUrl, operation, parameters);
	expect(error?.message).toContain(message);
});

test.each([
	['a page of the files', { body: { data: [{ url: '/file' }], pagination: MORE } }, /only a part/],
	['nothing in place of the file', { body: [{ url: '/file' }] }, /a page or nothing came/],
	['202, as they are not ready', { status: 202, body: { state: 'working' } }, /no signed file/],
])('a download that is answered with %s is an error, not an item', async (_what, list, message) => {
	const { baseUrl } = await service(({ path }) => {
		if (path.endsWith('/signed-files')) return list;
		if (path !== '/file') return { body: { ...CONTRACT, status: 'signed' } };
		// Without a length, as the bytes of a large file come.
		return (response) => {
			response.writeHead(200, { 'content-type': 'application/pdf' }).flushHeaders();
			setTimeout(() => response.end(), 10);
		};
	});
	const options = { waitSeconds: 0 };
	const parameters = { contractId: byId(ID), options };
	const { error } = await runOperation(baseUrl, 'contract.downloadSignedFiles', parameters);
	expect(error?.message).toMatch(message);
});

test('a contract is not signed with one file in place of two that the service stored under one key', async () => {
	const { baseUrl, requests } = await service(({ path, body }) => {
		if (path === '/files/upload-url')
			return { body: { key: (body as IDataObject).name, url: '/up' } };
		return path === '/up' ? {} : { body: CONTRACT };
	});
	const binary = { data: await fileOf(pdf('main'), 'a.pdf'), b: await fileOf(pdf('b'), 'a.pdf') };
	const { error } = await runOperation(
		baseUrl,
		'contract.markAsSigned',
		{ contractId: byId(ID), binaryProperties: 'data,b', signatureDate: CREATED_AT },
		[],
		{ items: [{ json: {}, binary }] },
	);
	expect(error?.message).toBe(
		"The service stored 'a.pdf' (field data) and 'a.pdf' (field b) under the same key",
	);
	expect(requests().filter((each) => each.endsWith('/signed-version'))).toEqual([]);
});

test('Find Existing looks again before a row that means a contract whose creation nobody knows of', async () => {
	const made: IDataObject[] = [];
	let isDown = false;
	const { baseUrl, requests } = await service(({ method, body }) => {
		if (method === 'GET') {
			if (!isDown) return { body: { data: made, pagination: { has_next: false } } };
			isDown = false;
			return { status: 503, body: {} };
		}
		made.push({ ...CONTRACT, ...(body as IDataObject), status: 'draft' });
		isDown = true;
		return ({ socket }) => socket?.destroy();
	});
	const parameters = { ...NEW, integration: LINK, findExisting: true };
	const { items } = await runOperation(
		baseUrl,
		'contract.create',
		parameters,
		[{}, {}, {}],
		CONTINUES,
	);

	expect(requests().filter((each) => each === 'POST /contracts')).toHaveLength(1);
	expect(items[0].json.details).toMatchObject({ outcome: 'unknown' });
	expect(items.slice(1).map(({ json }) => json.action)).toEqual(['found', 'found']);
});

test('rows go to their table with the API key of their own item', async () => {
	const field = { id: COLUMN, name: 'Line', type: 'string', related_object_id: null };
	const rows = (values: unknown[]) =>
		values.map((value, i) => ({
			id: `aa000000-0000-4000-8000-00000000010${i}`,
			fields: [{ smartFieldId: COLUMN, type: 'string', rawValue: value, resolvedValue: value }],
		}));
	const valuesIn = (body: unknown) =>
		(body as { records: Array<{ fields: IDataObject[] }> }).records.map(
			({ fields }) => fields[0].value,
		);
	const { baseUrl, asked } = await service(({ method, path, body }) => {
		if (path === `/custom-objects/${TABLE}`) return { body: { id: TABLE, smart_fields: [field] } };
		return { body: { records: method === 'PUT' ? rows(valuesIn(body)) : [] } };
	});
	const read = jest.spyOn(TestCredentialsHelper.prototype, 'getDecrypted');
	read.mockImplementation(async (...given: unknown[]) => {
		const { itemIndex } = given[6] as { itemIndex: number };
		return credentialData(baseUrl, ['key-one', 'key-two'][itemIndex % 2]);
	});
	const { items } = await runOperation(
		baseUrl,
		'customObjectRecord.upsert',
		INTO_TABLE,
		['a', 'b', 'c'].map((Line) => ({ Line })),
	);
	read.mockRestore();

	const written = asked.filter(({ method }) => method === 'PUT');
	expect(written.map(({ key, body }) => [key, valuesIn(body)])).toEqual([
		['key-one', ['a', 'c']],
		['key-two', ['b']],
	]);
	expect(items.map(({ json }) => (json.fields as IDataObject).Line)).toEqual(['a', 'b', 'c']);
});

test('a contract of which parts are not set does not make the list unreadable', async () => {
	const nothing = { id: null, name: null };
	const data = [CONTRACT, { ...CONTRACT, id: OTHER, counterparty: nothing, contractType: {} }];
	const { baseUrl } = await service(() => ({ body: { data, pagination: { has_next: false } } }));
	const { items, error } = await runOperation(baseUrl, 'contract.getAll', { returnAll: true });

	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.counterpartyId)).toEqual([OTHER, null]);
});

test.each([{ status: 'accepted' }, { id: 'process-1', status: 'pending' }])(
	'%j is not taken for the status of the contract that was sent for signature',
	async (body) => {
		const { baseUrl } = await service(({ method }) =>
			method === 'POST' ? { body } : { body: CONTRACT },
		);
		const parameters = { contractId: byId(ID) };
		const { items } = await runOperation(baseUrl, 'contract.sendForSignature', parameters);
		expect(items[0].json).toEqual({ id: ID, status: 'signing' });
	},
);

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each([
	['application/pdf', 'pdf'],
	['binary/octet-stream', 'pdf'],
	['application/force-download', 'pdf'],
	['application/zip', 'zip'],
	[WORD, 'docx'],
	['application/msword', 'doc'],
])('a file that the service answers with as %s is one, named .%s', async (type, extension) => {
	const headers = { 'content-type': type };
	const body = Buffer.from(['zip', 'docx'].includes(extension) ? 'PK PK\x05\x06' : '%PDF- %%EOF');
	const { baseUrl } = await service(() => ({ body, headers }));
	const download = async (profile: Record<string, string>) =>
		await runOperation(baseUrl, 'contract.downloadCurrentVersion', { contractId: byId(ID) }, [{}], {
			credential: knowing(baseUrl, profile),
		});
	const { items, error } = await download({ 'current-version': 'file' });
	expect(error).toBeUndefined();
	expect((await download({})).error?.description).toContain('current-version: expected is ');
	expect(items[0].json).toMatchObject({ fileName: `${ID}.${extension}`, bytes: body.length });
});

test('a contract is read and created where an empty list of errors comes beside it', async () => {
	const body = { data: CONTRACT, errors: [], meta: {} };
	expect(await created({ status: 201, body })).toMatchObject({ action: 'created', id: ID });
	const { baseUrl } = await service(() => ({ body }));
	const { items } = await runOperation(baseUrl, 'contract.get', { contractId: byId(ID) });
	expect(items[0].json).toMatchObject({ id: ID, name: 'Lease' });
});

test('a table without rows is one, also where its list is null', async () => {
	const field = { id: COLUMN, name: 'Line', type: 'string', related_object_id: null };
	const rows: IDataObject[] = [];
	const { baseUrl } = await service(({ method, path, body }) => {
		if (path === `/custom-objects/${TABLE}`) return { body: { id: TABLE, smart_fields: [field] } };
		if (method === 'PUT') rows.push({ id: OTHER, fields: null });
		const written = (body as { records?: unknown[] }).records?.length ?? 0;
		const records = rows.length > 0 ? rows : null;
		return { status: written > 0 ? 204 : 200, body: { contractId: ID, records } };
	});
	const { items, error } = await runOperation(baseUrl, 'customObjectRecord.upsert', INTO_TABLE, [
		{ Line: 'a' },
	]);
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ action: 'created', id: OTHER });
});

test('clauses of a contract are all read where the service pages them', async () => {
	const clause = (id: string) => ({
		id,
		contractId: ID,
		isCustom: false,
		clause: { id, name: '' },
	});
	const { baseUrl, asked } = await service(({ query }) => {
		const isLast = query.get('after') === 'c';
		const pagination = { has_next: !isLast, next_cursor: isLast ? null : 'c' };
		return { body: { data: [clause(isLast ? OTHER : ID)], pagination } };
	});
	const parameters = { contractId: byId(ID) };
	const { items } = await runOperation(baseUrl, 'contract.getClauses', parameters);

	expect(items.map(({ json }) => json.id)).toEqual([ID, OTHER]);
	expect(asked.map(({ query }) => query.toString())).toEqual(['', 'after=c']);
});
