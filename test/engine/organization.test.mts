import { interceptRequests, nock } from '../support/nock.mts';
import { credentialData } from '../support/credentials.mts';
import { runNode } from '../support/engine.mts';

interceptRequests();

const credential = credentialData('https://service.test/v2', 'key-1');

test('Organization Get sends the key and the version, and links each item to its input', async () => {
	nock('https://service.test', {
		reqheaders: { 'x-api-key': 'key-1', 'service-version': '2025-01-29.alpha' },
	})
		.get('/v2/organization')
		.times(2)
		.reply(200, { id: 'o1', name: 'Acme', slug: 'acme' });

	const { items, error } = await runNode({
		credential,
		parameters: { resource: 'organization', operation: 'get' },
		items: [{ json: {} }, { json: {} }],
	});

	expect(error).toBeUndefined();
	expect(items).toEqual([
		{ json: { id: 'o1', name: 'Acme', slug: 'acme' }, pairedItem: { item: 0 } },
		{ json: { id: 'o1', name: 'Acme', slug: 'acme' }, pairedItem: { item: 1 } },
	]);
});

test('a rejected key says what to do', async () => {
	nock('https://service.test')
		.get('/v2/organization')
		.reply(401, { error: { errorId: 'X' } });

	const { error } = await runNode({
		credential,
		parameters: { resource: 'organization', operation: 'get' },
	});

	expect(error?.message).toBe(
		'The service rejected the API key. Open the credential and paste it again',
	);
	expect(error?.description).toContain('organization settings');
});
