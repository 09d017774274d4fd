import { localServer } from '../support/localServer.mts';
import { CREDENTIAL, credentialFor, NODES, sharedN8n } from '../support/n8n.mts';

/** A service that sends its callers elsewhere, to a host that collects keys. */
const keys: unknown[] = [];
let home: Awaited<ReturnType<typeof localServer>>;
let elsewhere: typeof home;
let baseUrl: string;

beforeAll(async () => {
	elsewhere = await localServer((request, response) => {
		keys.push(request.headers['x-api-key']);
		response.end('{}');
	});
	home = await localServer((_request, response) => {
		response.writeHead(302, { location: `http://localhost:${elsewhere.port}/` }).end();
	});
	baseUrl = `http://127.0.0.1:${home.port}/v2`;
});

afterEach(() => {
	expect(keys.filter((key) => key !== undefined)).toEqual([]);
});

afterAll(() => {
	home?.close();
	elsewhere?.close();
});

test('the key does not follow a redirect of the test of the credential', async () => {
	const n8n = await sharedN8n();
	const { [CREDENTIAL]: saved } = await credentialFor(n8n, baseUrl);
	expect(await n8n.testSavedCredential(saved!.id)).toMatchObject({ status: 'Error' });
});

test.each([1, 4.2])(
	'the key does not follow a redirect of an HTTP Request node in version %d',
	async (typeVersion) => {
		const n8n = await sharedN8n();
		const parameters = {
			url: `${baseUrl}/organization`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL,
		};
		const type = 'n8n-nodes-base.httpRequest';
		const credentials = await credentialFor(n8n, baseUrl);
		const { id } = await n8n.createWorkflow({
			nodes: [
				{ name: 'Start', type: NODES.manual },
				{ name: 'Ask', type, typeVersion, parameters, credentials },
			],
		});
		await n8n.run(id);
	},
);

test('nor one of the nodes themselves', async () => {
	const n8n = await sharedN8n();
	const credentials = await credentialFor(n8n, baseUrl);
	const parameters = { resource: 'organization', operation: 'get' };
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{ name: 'Get', type: NODES.action, parameters, credentials },
		],
	});
	expect((await n8n.run(id)).status).toBe('error');
});
