import { contractId, memberId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

test('the organization is that of the API key', async () => {
	const { api, keys } = sandbox();
	expect((await api('GET', '/organization')).body).toEqual({
		id: '0a000000-0000-4000-8000-000000000001',
		name: 'Meridian Components',
		slug: 'meridian-components',
	});
	const readonly = await api('GET', '/organization', undefined, { key: keys.readonly });
	expect(readonly.body.slug).toBe('meridian-components');
	const other = await api('GET', '/organization', undefined, { key: keys.otherOrg });
	expect(other.body.slug).toBe('harbor-finch');
});

test('a missing or wrong key is 401, for unknown routes too', async () => {
	const { api } = sandbox();
	for (const key of [null, '', 'wrong', 'SANDBOX-ADMIN-KEY', ' sandbox-admin-keyx']) {
		for (const path of ['/organization', '/contracts', '/nowhere']) {
			expectError(await api('GET', path, undefined, { key }), 401, 'INVALID_API_KEY');
		}
	}
});

test('a read-only key reads everything and writes nothing: 403', async () => {
	const { api, keys } = sandbox();
	const options = { key: keys.readonly };
	expect((await api('GET', '/contracts', undefined, options)).status).toBe(200);
	for (const [method, path] of [
		['POST', '/contracts'],
		['PATCH', `/contracts/${contractId(2)}`],
		['POST', `/contracts/${contractId(2)}/signed-version`],
		['POST', `/contracts/${contractId(2)}/signatures/send`],
		['PATCH', `/members/${memberId(1)}`],
		['POST', '/files/upload-url'],
	] as const) {
		expectError(await api(method, path, {}, options), 403, 'INSUFFICIENT_PERMISSIONS');
	}
});

test('the checks come in the order 401, 403, 404, 400', async () => {
	const { api, keys } = sandbox();
	const nobody = '/contracts/ff000000-0000-4000-8000-000000000404';
	expectError(await api('PATCH', nobody, '{broken', { key: 'x' }), 401, 'INVALID_API_KEY');
	const readonly = await api('PATCH', nobody, '{broken', { key: keys.readonly });
	expectError(readonly, 403, 'INSUFFICIENT_PERMISSIONS');
	expectError(await api('PATCH', nobody, '{broken'), 404, 'CONTRACT_NOT_FOUND');
	expectError(await api('PATCH', `/contracts/${contractId(2)}`, '{broken'), 400, 'INVALID_JSON');
});

test('the version header is optional and recorded; the deprecated version is marked', async () => {
	const { api, control } = sandbox();
	const versions = [undefined, '2025-01-29.alpha', '2025-01-15.init', 'anything'];
	const deprecations = [];
	for (const version of versions) {
		const headers: Record<string, string> = version ? { 'service-version': version } : {};
		const { headers: answered, status } = await api('GET', '/organization', undefined, { headers });
		deprecations.push([status, answered.get('deprecation')]);
	}
	expect(deprecations).toEqual([
		[200, null],
		[200, null],
		[200, 'true'],
		[200, null],
	]);
	const log = await control.requests({ route: '/organization' });
	expect(log.map(({ versionHeader }) => versionHeader)).toEqual([null, ...versions.slice(1)]);
});
