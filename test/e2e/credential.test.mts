import {
	CREDENTIAL,
	credentialFor,
	handedOver,
	SHARED_N8N,
	sharedN8n,
	type SharedN8n,
} from '../support/n8n.mts';
import { freePort } from '../../host/lib/ports.mts';
import { keysOfItems } from '../support/itemKeys.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** The button Test beside a credential, in a real n8n: what a person who mistyped something reads. */
const sandbox = sandboxSuite({ seed: 'demo' });

async function tested(data: Record<string, unknown> = {}) {
	const n8n = await sharedN8n();
	const { baseUrl, keys } = sandbox();
	return await n8n.testCredential(CREDENTIAL, { baseUrl, apiKey: keys.admin, ...data });
}

const CONNECTED = { status: 'OK', message: 'Connection successful!' };

test.each([
	['as the sandbox prints it', (url: string) => url],
	['with a slash at its end', (url: string) => `${url}/`],
	['with several slashes at its end', (url: string) => `${url}///`],
	['with blanks and a line break around it', (url: string) => ` ${url} \n`],
])('a base URL %s connects', async (_how, written) => {
	expect(await tested({ baseUrl: written(sandbox().baseUrl) })).toEqual(CONNECTED);
	const asked = await sandbox().control.requests({ route: '/organization' });
	expect(asked.map(({ status }) => status)).toEqual([200]);
});

test.each(['readonly', 'otherOrg'] as const)('the key %s connects', async (name) => {
	expect(await tested({ apiKey: sandbox().keys[name] })).toEqual(CONNECTED);
});

test.each([
	['a line break', (key: string) => `${key}\n`],
	['blanks around it', (key: string) => ` ${key} `],
])('a key pasted with %s connects', async (_how, pasted) => {
	expect(await tested({ apiKey: pasted(sandbox().keys.admin) })).toEqual(CONNECTED);
	const asked = await sandbox().control.requests({ route: '/organization' });
	expect(asked.map(({ status }) => status)).toEqual([200]);
});

test('a saved credential connects, and its key does not come back', async () => {
	const n8n = await sharedN8n();
	const { baseUrl, keys } = sandbox();
	const { id } = (await credentialFor(n8n, baseUrl))[CREDENTIAL]!;
	expect(await n8n.testSavedCredential(id)).toEqual(CONNECTED);
	expect(JSON.stringify(await n8n.credential(id))).not.toContain(keys.admin);
});

test.each(['={{ $json.key }}', '={{ $input.all()[$itemIndex].json.key }}'])(
	'items whose credential says %s have a key each',
	async (apiKey) => {
		expect(await keysOfItems(sandbox(), apiKey)).toEqual(['admin', 'admin', 'otherOrg']);
	},
);

describe('a base URL that is wrong is answered with its fix', () => {
	const at = () => new URL(sandbox().baseUrl);

	test.each([
		['without a scheme', () => `${at().host}/v2`, 'lacks its scheme. Put http:// before it.'],
		['that is empty', () => '  ', 'The base URL is empty. It looks like https://'],
		['that is no address', () => 'https://', 'is not an address. It looks like https://'],
		['without its /v2', () => at().origin, 'The base URL ends with /v2'],
		['of another version', () => `${at().origin}/v1`, 'The base URL ends with /v2'],
		['with more than /v2', () => `${at().href}/contracts`, 'The base URL ends with /v2'],
	])('%s', async (_what, baseUrl, fix) => {
		const answer = await tested({ baseUrl: baseUrl() });
		expect(answer).toEqual({ status: 'Error', message: expect.stringContaining(fix) });
		expect(answer.message).not.toContain(sandbox().keys.admin);
	});

	test('at which nothing answers', async () => {
		const baseUrl = `http://127.0.0.1:${await freePort()}/v2`;
		expect(await tested({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/could not be reached\. .*ECONNREFUSED/),
		});
	});

	test('of n8n itself, which answers with its page, or with 404', async () => {
		const { url } = handedOver<SharedN8n>(SHARED_N8N);
		expect(await tested({ baseUrl: url })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^(A web page answered|No such route: \/organization)/),
		});
	});
});

describe('an API key that is wrong is answered with its fix, and not repeated', () => {
	const SECRET = 'sandbox-mistyped-key';

	test.each([
		[
			'unknown',
			SECRET,
			'The service rejected the API key. Copy it again from the integrations area',
		],
		['pasted with a line break in it', `sandbox-\n${SECRET}`, 'Paste it again.'],
		['empty', '', 'The API key is empty.'],
	])('%s', async (_what, apiKey, fix) => {
		const answer = await tested({ apiKey });
		expect(answer).toEqual({ status: 'Error', message: expect.stringContaining(fix) });
		expect(answer.message).not.toContain(SECRET);
	});

	test('one that may not read the organization', async () => {
		await sandbox().control.fault({ route: 'GET /organization', kind: 'status', status: 403 });
		expect(await tested()).toEqual({
			status: 'Error',
			message: expect.stringContaining('Ask an administrator for one that may.'),
		});
	});
});
