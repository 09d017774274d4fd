import { contractId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

test.each([
	[400, 'BAD_REQUEST'],
	[401, 'UNAUTHORIZED'],
	[403, 'FORBIDDEN'],
	[404, 'NOT_FOUND'],
	[409, 'CONFLICT'],
	[429, 'TOO_MANY_REQUESTS'],
	[500, 'INTERNAL_SERVER_ERROR'],
	[503, 'SERVICE_UNAVAILABLE'],
])('the error body of %i names it %s', async (status, name) => {
	await sandbox().control.fault({ route: '*', kind: 'status', status });
	const answer = await sandbox().api('GET', '/organization');
	expect(answer.status).toBe(status);
	expect(answer.body.error.statusCode).toBe(name);
});

test('an unknown route or method is 404 with the error body', async () => {
	for (const [method, path] of [
		['GET', '/nowhere'],
		['DELETE', `/contracts/${contractId(1)}`],
		['GET', '/members'],
		['HEAD', '/contracts/x/y/z'],
	] as const) {
		const answer = await sandbox().api(method, path);
		expect(answer.status).toBe(404);
		if (method !== 'HEAD') expectError(answer, 404, 'ROUTE_NOT_FOUND');
	}
});

test.each(['{', '[1,]', '{"a":1}}', 'nul', '{"name":"\u0001"}', '\u{feff}{}x'])(
	'the body %j is not JSON: 400',
	async (body) => {
		expectError(await sandbox().api('POST', '/contracts', body), 400, 'INVALID_JSON');
	},
);

test('JSON that is nested too deep is refused, however deep', async () => {
	for (const depth of [102, 200_000]) {
		const body = '['.repeat(depth) + ']'.repeat(depth);
		expectError(await sandbox().api('POST', '/contracts', body), 400, 'INVALID_JSON');
	}
});

test('a body of another content type is refused', async () => {
	for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
		const headers = { 'content-type': type };
		const answer = await sandbox().api('POST', '/contracts', '{}', { headers });
		expectError(answer, 400, 'INVALID_BODY');
	}
	const vendor = { 'content-type': 'application/vnd.api+json; charset=utf-8' };
	const answer = await sandbox().api('PATCH', `/contracts/${contractId(2)}`, '{}', {
		headers: vendor,
	});
	expect(answer.status).toBe(200);
});

test('a path that cannot be decoded is 400', async () => {
	expectError(await sandbox().api('GET', '/contracts/%zz'), 400, 'INVALID_BODY');
});

test('a body in the wrong shape names the property, its value and the options', async () => {
	const answer = await sandbox().api('PATCH', `/members/e0000000-0000-4000-8000-000000000001`, {
		role: 'OWNER',
	});
	const { details, message } = expectError(answer, 400, 'INVALID_BODY');
	expect(details).toEqual({
		field: 'role',
		value: 'OWNER',
		availableOptions: ['USER', 'MANAGER', 'ADMIN'],
	});
	expect(message).toContain('role');
});
