import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { ContractManagementApi } from '../../credentials/ContractManagementApi.credentials';
import { credentialData } from '../support/credentials.mts';

const HOME = 'https://service.test/v2';
const KEY = 'key-1';

async function authenticate(
	options: Partial<IHttpRequestOptions> & { uri?: string },
	data: ICredentialDataDecryptedObject = {},
) {
	const credential = { ...credentialData(HOME, KEY), ...data };
	return await new ContractManagementApi().authenticate(credential, options as IHttpRequestOptions);
}

test('the key and the version are added, and what was there stays', async () => {
	const headers = { accept: 'application/json' };
	expect(await authenticate({ url: `${HOME}/organization`, method: 'GET', headers })).toEqual({
		url: `${HOME}/organization`,
		method: 'GET',
		headers: {
			accept: 'application/json',
			'x-api-key': KEY,
			'service-version': '2025-01-29.alpha',
		},
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
		allowedDomains: 'service.test',
	});
	expect(headers).toEqual({ accept: 'application/json' });
});

describe('the key is added for', () => {
	test.each<[string, Partial<IHttpRequestOptions> & { uri?: string }]>([
		['a path under the base URL', { baseURL: HOME, url: '/organization' }],
		['a path without a slash', { baseURL: `${HOME}/`, url: 'organization' }],
		['the base URL itself', { url: HOME }],
		['the address of an HTTP Request node', { uri: `${HOME}/contracts?limit=1` }],
		['an encoded name with dots', { url: `${HOME}/contracts/a..b%2Fc...%20%25` }],
		['dots in the query', { url: `${HOME}/contracts?name=..%2F..%2F` }],
		['an address in capitals', { url: 'HTTPS://SERVICE.TEST/v2/organization' }],
		['the default port', { url: 'https://service.test:443/v2/organization' }],
	])('%s', async (_what, options) => {
		expect((await authenticate(options)).headers).toHaveProperty('x-api-key', KEY);
	});
});

describe('the key is refused for', () => {
	test.each<[string, Partial<IHttpRequestOptions> & { uri?: string }]>([
		['another host', { url: 'https://elsewhere.test/v2/organization' }],
		['another host in uri', { uri: 'https://elsewhere.test/v2/organization' }],
		['a host that begins the same', { url: 'https://service.test.elsewhere.test/v2/organization' }],
		['the host as a user name', { url: 'https://service.test@elsewhere.test/v2/organization' }],
		['another scheme', { url: 'http://service.test/v2/organization' }],
		['another port', { url: 'https://service.test:8443/v2/organization' }],
		['another path', { url: 'https://service.test/v1/organization' }],
		['a path that begins the same', { url: 'https://service.test/v2x/organization' }],
		['a path that climbs out', { url: `${HOME}/../admin` }],
		['a path that climbs out encoded', { url: `${HOME}/%2e%2e/admin` }],
		...[
			'%2e%2e%2fadmin',
			'..%2Fadmin',
			'%2E%2E%5Cadmin',
			'contracts/%2e%2e%2f%2e%2e%2fadmin',
			'%252e%252e%252fadmin',
			'%25252e%25252e/admin',
			'..;/admin',
			'%2e%2e;x=1/admin',
			'..%3b/admin',
			'%2e%2e%253Bx/admin',
			'..%3f/admin',
			'..%00/admin',
			'%%32%65%2e/admin',
		].map((path): [string, object] => [
			`a path that climbs out once decoded: ${path}`,
			{ uri: `${HOME}/${path}` },
		]),
		[
			'an absolute address beside the base URL',
			{ baseURL: HOME, url: 'https://elsewhere.test/v2' },
		],
		['a backslash host', { url: 'https://elsewhere.test\\@service.test/v2/organization' }],
		['no address', {}],
	])('%s', async (_what, options) => {
		await expect(authenticate(options)).rejects.toThrow(
			'The API key is only sent to https://service.test/v2/',
		);
	});
});

test.each(['25'.repeat(20_000) + '2e', '%'.repeat(20_000) + '3'.repeat(20_001) + '2'])(
	'an address that is encoded again and again is refused without decoding it to its end',
	async (path) => {
		const replacing = jest.spyOn(String.prototype, 'replace');
		const request = authenticate({ url: `${HOME}/%${path}` });
		await expect(request).rejects.toThrow('The API key is only sent to');
		expect(replacing.mock.calls.length).toBeLessThan(50);
		replacing.mockRestore();
	},
);

test('redirects are not followed, whoever sends the request and asks for it', async () => {
	const url = `${HOME}/organization`;
	const asked = { followRedirect: true, followAllRedirects: true, disableFollowRedirect: false };
	expect(await authenticate({ url, ...asked })).toMatchObject({
		followRedirect: false,
		followAllRedirects: false,
		disableFollowRedirect: true,
	});
});

test('redirects are limited to the host, and a restriction of the person’s own is never widened', async () => {
	const url = `${HOME}/organization`;
	expect((await authenticate({ url })).allowedDomains).toBe('service.test');
	const restricted = { url, allowedDomains: 'only.test' };
	expect((await authenticate(restricted)).allowedDomains).toBe('only.test');
});

test.each([
	['', 'The base URL is empty'],
	['   ', 'The base URL is empty'],
	['\u200b', 'The base URL is empty'],
	['service.test/v2', 'The base URL lacks its scheme. Put https:// before it.'],
	['127.0.0.1:4010/v2', 'The base URL lacks its scheme. Put http:// before it.'],
	['localhost:4010/v2', 'Put http:// before it.'],
	['[::1]:4010/v2', 'Put http:// before it.'],
	['1270.example.com/v2', 'Put https:// before it.'],
	['https://', 'The base URL is not an address'],
	['https://ser vice/v2', 'is not an address'],
])('the base URL %j gets a helpful answer', async (baseUrl, message) => {
	const request = authenticate({ url: `${HOME}/organization` }, { baseUrl });
	await expect(request).rejects.toThrow(message);
});

test('the base URL is not repeated: it may hold a password', async () => {
	for (const baseUrl of [
		'ftp://user:pa55@service.test/v2',
		'user:pa55@service.test',
		'https://u:pa55@ ser',
	]) {
		const request = authenticate({ url: `${HOME}/organization` }, { baseUrl });
		await expect(request).rejects.toThrow(/^The base URL (lacks its scheme|is not an address)/);
		await expect(request).rejects.not.toThrow('pa55');
	}
});

test.each(['https://service.test/v2/', ' https://service.test/v2 ', 'https://service.test/v2///'])(
	'the base URL %j works as it is',
	async (baseUrl) => {
		const { headers } = await authenticate({ baseURL: baseUrl, url: '/organization' }, { baseUrl });
		expect(headers).toHaveProperty('x-api-key', KEY);
	},
);

test.each(['\u200b', '\u200e', '\u2060', '\ufeff', ' \u200b ', '\u00a0'])(
	'the base URL works with %j before and behind it, as it is pasted from chats and PDFs',
	async (unseen) => {
		const baseUrl = `${unseen}${HOME}/${unseen}`;
		const { headers } = await authenticate({ url: `${HOME}/organization` }, { baseUrl });
		expect(headers).toHaveProperty('x-api-key', KEY);
	},
);

test.each([
	['', 'The API key is empty.'],
	[' ', 'The API key is empty.'],
	['Bearer key-1', 'Enter the API key without Bearer before it.'],
	[' bearer  key-1', 'without bearer before it'],
	['x-api-key: key-1', 'without x-api-key before it'],
	['ApiKey key-1', 'without ApiKey before it'],
	['key 1', 'The API key contains a space'],
	['key\r\nx-admin: 1', 'The API key contains a space'],
	['schlüssel', 'another character that no key has'],
])('the key %j gets a helpful answer that does not repeat it', async (apiKey, message) => {
	const request = authenticate({ url: `${HOME}/organization` }, { apiKey });
	await expect(request).rejects.toThrow(message);
	if (apiKey.trim()) await expect(request).rejects.not.toThrow(apiKey);
});

test.each([' key-1', 'key-1\n', '\tkey-1\r\n'])('the key %j is trimmed', async (apiKey) => {
	const { headers } = await authenticate({ url: `${HOME}/organization` }, { apiKey });
	expect(headers).toHaveProperty('x-api-key', KEY);
});

describe('the version header', () => {
	const url = `${HOME}/organization`;

	test('has the name that the credential says', async () => {
		const { headers } = await authenticate({ url }, { versionHeaderName: ' acme-version ' });
		expect(headers).toHaveProperty('acme-version', '2025-01-29.alpha');
	});

	test('is left out when no version is chosen', async () => {
		const { headers } = await authenticate({ url }, { version: '' });
		expect(Object.keys(headers!)).toEqual(['x-api-key']);
	});

	test.each(['service version', 'x\r\ny', 'ä'])(
		'cannot be called %j',
		async (versionHeaderName) => {
			await expect(authenticate({ url }, { versionHeaderName })).rejects.toThrow(
				'cannot be the name of the version header',
			);
		},
	);
});
