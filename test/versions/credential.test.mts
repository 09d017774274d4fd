import { localServer } from '../support/localServer.mts';
import { CREDENTIAL, credentialFor, sharedN8n } from '../support/n8n.mts';
import { keysOfItems } from '../support/itemKeys.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** The button Test beside a saved credential, in the n8n under test: older versions test no other. */
const sandbox = sandboxSuite({ seed: 'demo' });

async function tested(baseUrl: string, data: Record<string, unknown> = {}) {
	const n8n = await sharedN8n();
	const { [CREDENTIAL]: saved } = await credentialFor(n8n, baseUrl, data);
	return await n8n.testSavedCredential(saved!.id);
}

test('a credential connects, with blanks and slashes around its base URL as well', async () => {
	const connected = { status: 'OK', message: 'Connection successful!' };
	expect(await tested(sandbox().baseUrl)).toEqual(connected);
	expect(await tested(` ${sandbox().baseUrl}// \n`)).toEqual(connected);
});

test.each(['={{ $json.key }}', '={{ $input.all()[$itemIndex].json.key }}'])(
	'items whose credential says %s have a key each',
	async (apiKey) => {
		expect(await keysOfItems(sandbox(), apiKey)).toEqual(['admin', 'admin', 'otherOrg']);
	},
);

test('a key that the service refuses is noticed', async () => {
	expect(await tested(sandbox().baseUrl, { apiKey: 'wrong-key' })).toMatchObject({
		status: 'Error',
	});
});

test('a web page is no service', async () => {
	const page = await localServer((_request, answer) => answer.end('<html></html>'));
	expect(await tested(`http://127.0.0.1:${page.port}/v2`)).toEqual({
		status: 'Error',
		message: expect.stringContaining('A web page answered'),
	});
	page.close();
});

test('the key does not come back', async () => {
	const n8n = await sharedN8n();
	const { [CREDENTIAL]: saved } = await credentialFor(n8n, sandbox().baseUrl);
	expect(JSON.stringify(await n8n.credential(saved!.id))).not.toContain(sandbox().keys.admin);
});
