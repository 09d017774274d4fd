import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deafProxy, type Deafness } from '../support/deafProxy.mts';
import { differences, idsUnder, probe } from '../support/probe.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(async () => await sandbox.control.reset());
afterAll(async () => await sandbox.stop());

const without =
	(...names: string[]): Deafness['query'] =>
	(query) => {
		for (const name of names) query.delete(name);
	};

/** Services that answer 200 to what they do not do: what the probe names, and what it says of it. */
const DEAF: Array<[what: string, deafness: Deafness, ids: string[], words: RegExp]> = [
	[
		'sort',
		{ query: without('sort') },
		['contract-list-sort', 'spec-counterparty-sort', 'unknown-parameters'],
		/not applied: id, name, status, createdAt, updatedAt, startAt, endAt/,
	],
	[
		'the minus of sort',
		{
			query: (query) => query.has('sort') && query.set('sort', query.get('sort')!.replace('-', '')),
		},
		['contract-list-sort', 'spec-counterparty-sort'],
		/not applied: id, name, status/,
	],
	[
		'filters by status',
		{ query: without('status') },
		['spec-contract-filters', 'spec-counterparty-filters'],
		/not applied: status, status in:, status ne:/,
	],
	[
		'filters by reference',
		{ query: without('counterpartyId', 'contractTypeId') },
		['spec-contract-filters', 'spec-contract-type-in'],
		/not applied: counterpartyId, contractTypeId/,
	],
	[
		'names',
		{ query: without('name') },
		['clause-name-filter', 'contract-name-filter', 'counterparty-name-filter'],
		/the parameter is ignored/,
	],
	['cursors', { query: without('after') }, ['spec-paging'], /after is ignored/],
	[
		'the page size',
		{ query: (query) => query.has('limit') && query.set('limit', '50') },
		['spec-paging', 'unknown-parameters'],
		/limit/,
	],
	[
		'changes of a contract',
		{ swallows: (method, path) => method === 'PATCH' && path.includes('/contracts/') },
		['contract-patch'],
		/answered as done, and the contract is in another folder/,
	],
	[
		'changes of a counterparty',
		{ swallows: (method, path) => method === 'PATCH' && path.includes('/counterparties/') },
		['counterparty-patch'],
		/answered as done, fields stay/,
	],
	[
		'rows of a table',
		{ swallows: (method) => method === 'PUT' },
		['records-put'],
		/answered as done, and no row is listed/,
	],
];

test.each(DEAF)('a service that accepts %s and does nothing is named', async (...row) => {
	const [, deafness, ids, words] = row;
	const proxy = await deafProxy(sandbox.origin, deafness);
	try {
		const { report } = await probe([
			...['--base-url', proxy.baseUrl, '--requests-per-second', '1000', '--write'],
			...['--custom-object', 'c0000000-0000-4000-8000-000000000001'],
		]);
		expect(differences(report)).toEqual(ids);
		expect(report).toMatch(words);
	} finally {
		await proxy.close();
	}
});

/** How a service shows the fields that a counterparty does not have (any more), and what it does with a change of some. */
const EMPTIED: Array<['replaces' | 'refuses' | 'ignores', empty: unknown, words: RegExp]> = [
	['replaces', null, /it replaces fields/],
	['replaces', '', /it replaces fields/],
	['replaces', [], /it replaces fields/],
	['refuses', null, /refused with 422/],
	['ignores', null, /answered as done, fields stay/],
];

test.each(EMPTIED)(
	'a service that %s fields and shows empty ones as %j keeps none',
	async (...row) => {
		const [does, empty, words] = row;
		const { body: all } = await sandbox.api('GET', '/counterparties?limit=50');
		const ids: string[] = all.data.flatMap(({ fields }: any) => Object.keys(fields));
		const empties = Object.fromEntries(ids.map((id) => [id, empty]));
		await sandbox.control.profile({ 'counterparty-patch-fields': 'replace' });
		const route = 'PATCH /counterparties/:id';
		if (does === 'refuses') {
			await sandbox.control.fault({ route, kind: 'status', status: 422, times: 1 });
		}
		const isOne = (url: string) => url.includes('/counterparties/');
		const proxy = await deafProxy(sandbox.origin, {
			swallows: (method, url) => does === 'ignores' && method === 'PATCH' && isOne(url),
			body: (answer, url) =>
				isOne(url) ? { ...answer, fields: { ...empties, ...answer.fields } } : answer,
		});
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'profile-')), 'profile.json');
		try {
			const args = ['--base-url', proxy.baseUrl, '--requests-per-second', '1000', '--write'];
			const { report } = await probe([...args, '--save', file]);
			expect(report).toMatch(words);
			expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty(
				'counterparty-patch-fields',
			);
		} finally {
			await sandbox.control.profile({});
			await proxy.close();
		}
	},
);

test('what too few records cannot tell is said to be undecided', async () => {
	await sandbox.control.reset(1);
	const { report } = await probe(['--base-url', sandbox.baseUrl, '--requests-per-second', '1000']);
	expect(differences(report)).toEqual([]);
	expect(idsUnder(report, 'Could not be decided')).toEqual(
		expect.arrayContaining(['contract-list-sort', 'contract-name-filter', 'date-range']),
	);
});

test.each([
	[
		'a list under another name',
		({ data, ...rest }: any) => (data ? { rows: data, ...rest } : rest),
	],
	['records that are texts', () => ({ data: 'text' })],
])('%s is not understood, and is said so', async (_what, body) => {
	const proxy = await deafProxy(sandbox.origin, {
		body: (answer, path) => (path.endsWith('/contracts') ? body(answer) : answer),
	});
	try {
		const { report } = await probe(['--base-url', proxy.baseUrl, '--requests-per-second', '1000']);
		expect(idsUnder(report, 'Could not be decided')).toContain('contract-list-sort');
		expect(report).toContain('not understood: GET /contracts answered with something other than');
	} finally {
		await proxy.close();
	}
});
