import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Credential } from '../../../host/lib/client/credentials.mts';
import type { N8nClient } from '../../../host/lib/client/n8n.mts';
import { provision, type ImportedRecipe } from '../../../host/lib/demo.mts';
import type { Surroundings } from '../../../host/lib/demoCredentials.mts';

type Data = Record<string, unknown>;

const names = { sandbox: 'Contract Management (sandbox)', crm: 'CRM database', own: 'This n8n' };
let saved: Credential[];
let apiKeys: number;
let imported: ImportedRecipe[];
/** What the last start said of credentials that it left. */
let left: string[];
let folder: string;
/** What n8n has before. */
let there: Array<{ id: string; name: string }>;
/** What n8n answers to a publication. */
let publish: () => Promise<unknown>;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
	saved = [];
	apiKeys = 0;
	there = [];
	publish = async () => ({ status: 'published' });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Starts the demo with all its ports at this one; answers the credentials by name. */
async function start(port: number, profile = ''): Promise<Record<string, Data>> {
	const n8n = {
		url: `http://127.0.0.1:${port}`,
		credentials: async () => saved,
		credential: async (id: string) => saved[Number(id)],
		createCredential: async (name: string, type: string, data: Data) => {
			const made = { id: String(saved.length), name, type, data };
			saved.push(made);
			return made;
		},
		updateCredential: async (id: string, name: string, type: string, data: Data) => {
			saved[Number(id)] = { id, name, type, data };
		},
		createApiKey: async () => `key ${(apiKeys += 1)}`,
		workflows: async () => there,
		rest: async () => ({ id: '1' }),
		createWorkflow: async () => ({ id: '1' }),
		workflow: async () => ({ id: '1', active: false, nodes: [] }),
		publish: async () => await publish(),
	} as unknown as N8nClient;
	const endpoint = `http://127.0.0.1:${port}`;
	const surroundings = {
		sandbox: { baseUrl: `${endpoint}/v2`, profile },
		crm: { host: '127.0.0.1', port, database: 'postgres', user: 'postgres', password: 'trusted' },
		mail: { port },
		storage: { account: { endpoint, region: 'us-east-1' } },
	} as unknown as Surroundings;
	({ recipes: imported, left } = await provision(n8n, surroundings, folder));
	return Object.fromEntries(saved.map(({ name, data }) => [name, data!]));
}

/** What the user saves in n8n. */
function edit(name: string, data: Data): void {
	Object.assign(saved.find((each) => each.name === name)!.data!, data);
}

test('credentials follow the ports of the demo, and keep what the user set beside them', async () => {
	await start(4010);
	edit(names.sandbox, { apiKey: 'mine', maxRequestsPerSecond: 3 });
	edit(names.crm, { host: 'localhost', database: 'mine' });
	edit(names.own, { apiKey: 'mine' });
	const now = await start(5010);
	expect(now[names.sandbox]).toMatchObject({
		baseUrl: 'http://127.0.0.1:5010/v2',
		apiKey: 'mine',
		maxRequestsPerSecond: 3,
	});
	expect(now[names.crm]).toMatchObject({ host: 'localhost', port: 5010, database: 'mine' });
	expect(now[names.own]).toEqual({ baseUrl: 'http://127.0.0.1:5010/api/v1', apiKey: 'mine' });
	expect(now.Mail).toMatchObject({ port: 5010 });
	expect(now.Storage).toMatchObject({ endpoint: 'http://127.0.0.1:5010' });
	expect(apiKeys).toBe(1);
});

test.each([
	'https://api.example.com/v2',
	'https://127.0.0.1.example.com/v2',
	'https://localhost-api.example.com/v2',
])('a credential for %s stays as the user saved it', async (baseUrl) => {
	await start(4010);
	const mine = { baseUrl, apiKey: 'mine', versionHeaderName: 'x', maxRequestsPerSecond: 3 };
	edit(names.sandbox, mine);
	edit(names.crm, { host: 'db.example.com', port: 5432 });
	const now = await start(5010);
	expect(now[names.sandbox]).toMatchObject(mine);
	expect(now[names.crm]).toMatchObject({ host: 'db.example.com', port: 5432 });
});

const LEFT = (...fields: string[]) => [
	`"${names.sandbox}" is left as saved in n8n: ${fields.join(', ')}`,
];
const [P, Q] = ['{"file-url": "href"}', '{"file-url": "link"}'];

test.each<[what: string, mine: Data, next: [number, string?], then: Data, left: string[]]>([
	['nothing', {}, [5010, P], { baseUrl: 'http://127.0.0.1:5010/v2', serviceProfile: P }, []],
	[
		'a Service Profile',
		{ serviceProfile: Q },
		[5010],
		{ baseUrl: 'http://127.0.0.1:5010/v2', serviceProfile: Q },
		LEFT('serviceProfile'),
	],
	[
		'another address of this machine',
		{ baseUrl: 'http://localhost:9999/v2' },
		[5010, P],
		{ baseUrl: 'http://localhost:9999/v2', serviceProfile: '' },
		LEFT('baseUrl', 'serviceProfile'),
	],
])('a start follows what an earlier one wrote, where the user set %s', async (...row) => {
	const [, mine, next, then, told] = row;
	await start(4010);
	edit(names.sandbox, mine);
	for (const [port, profile] of [next, next]) {
		expect((await start(port, profile))[names.sandbox]).toMatchObject(then);
		expect(left).toEqual(told);
	}
});

test('the profile of a start goes with it, unless the user emptied it', async () => {
	await start(4010, P);
	expect((await start(4010))[names.sandbox]).toMatchObject({ serviceProfile: '' });
	await start(4010, P);
	edit(names.sandbox, { serviceProfile: '' });
	expect((await start(4010, P))[names.sandbox]).toMatchObject({ serviceProfile: '' });
	expect(left).toEqual(LEFT('serviceProfile'));
});

test('credentials of a version that wrote nothing down are followed, but for a Service Profile', async () => {
	await start(4010, P);
	rmSync(path.join(folder, 'credentials.json'));
	const now = await start(5010);
	expect(now[names.sandbox]).toMatchObject({
		baseUrl: 'http://127.0.0.1:5010/v2',
		serviceProfile: P,
	});
	expect(now.Mail).toMatchObject({ port: 5010 });
	expect(left).toEqual(LEFT('serviceProfile'));
});

test('a second start imports only what n8n does not have', async () => {
	await start(4010);
	expect(imported.every(({ isNew }) => isNew)).toBe(true);
	there = imported.slice(1).map(({ name }) => ({ id: '1', name }));
	const [missing] = imported;
	await start(4010);
	expect(imported.filter(({ isNew }) => isNew).map(({ name }) => name)).toEqual([missing!.name]);
});

test.each([
	['There is a conflict', { triggers: [{ errorMessage: 'There is a conflict' }] }],
	['failed', {}],
])('a recipe that cannot be published holds up no other: %s', async (problem, more) => {
	publish = async () => ({ status: 'failed', ...more });
	await start(4010);
	const published = imported.filter((recipe) => recipe.problem !== undefined);
	expect(published.length).toBeGreaterThan(1);
	expect(published).toContainEqual(expect.objectContaining({ problem, isPublished: false }));
});

test('nor does one that n8n refuses to publish', async () => {
	publish = async () => await Promise.reject(new Error('409: conflict'));
	await start(4010);
	expect(imported).toContainEqual(expect.objectContaining({ problem: '409: conflict' }));
});
