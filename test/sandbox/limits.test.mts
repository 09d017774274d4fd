import { until } from '../support/condition.mts';
import { types } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

test.each([
	['/contracts', 100],
	['/counterparties', 50],
	['/clauses', 50],
])('the page size of %s is 1 to %i, 20 by default', async (path, maximum) => {
	const { api } = sandbox();
	for (const limit of [1, maximum]) {
		const { body } = await api('GET', `${path}?limit=${limit}`);
		expect(body.pagination.limit).toBe(limit);
		expect(body.data.length).toBeLessThanOrEqual(limit);
	}
	const { body } = await api('GET', path);
	expect(body.pagination.limit).toBe(20);
	expect(body.data.length).toBeLessThanOrEqual(20);
	for (const limit of [0, maximum + 1, -1, 1.5, 'ten', '', '1e1', '+5', '0x10', '9'.repeat(30)]) {
		const answer = await api('GET', `${path}?limit=${encodeURIComponent(limit)}`);
		expect(expectError(answer, 400, 'INVALID_PARAMETER').details).toMatchObject({
			field: 'limit',
			value: String(limit),
		});
	}
	expectError(await api('GET', `${path}?limit=5&limit=6`), 400, 'INVALID_PARAMETER');
});

test('links are relative paths that keep filters and order', async () => {
	const query = `limit=2&sort=name&status=in%3Adraft%2Csigned&contractTypeId=${types.nda.id}`;
	const { body } = await sandbox().api('GET', `/contracts?${query}`);
	expect(body.links.self).toMatch(/^\/contracts\?/);
	expect(body.links.prev).toBeNull();
	const next = new URLSearchParams(body.links.next.split('?')[1]);
	expect(Object.fromEntries(next)).toEqual({
		limit: '2',
		sort: 'name',
		status: 'in:draft,signed',
		contractTypeId: types.nda.id,
		after: body.pagination.next_cursor,
	});
	const second = (await sandbox().api('GET', body.links.next)).body;
	expect((await sandbox().api('GET', second.links.prev)).body.data).toEqual(body.data);
	expect((await sandbox().api('GET', second.links.self)).body).toEqual(second);
});

test('a cursor that is broken, invented, of another list or of another order is refused', async () => {
	const { api } = sandbox();
	const cursor = (await api('GET', '/contracts?limit=1')).body.pagination.next_cursor as string;
	const swapped = cursor.slice(0, -2) + cursor.slice(-1) + cursor.slice(-2, -1);
	const invented = Buffer.from('{"createdAt":"2026"}').toString('base64url');
	for (const broken of [swapped, cursor.slice(1), invented, 'x', '', '../../etc/passwd']) {
		for (const parameter of ['after', 'before']) {
			const path = `/contracts?${parameter}=${encodeURIComponent(broken)}`;
			expectError(await api('GET', path), 400, 'INVALID_CURSOR');
		}
	}
	expectError(await api('GET', `/contracts?after=${cursor}&sort=name`), 400, 'INVALID_CURSOR');
	expectError(await api('GET', `/counterparties?after=${cursor}`), 400, 'INVALID_CURSOR');
	const both = `/contracts?after=${cursor}&before=${cursor}`;
	expectError(await api('GET', both), 400, 'INVALID_PARAMETER');
});

test('a page after the end is empty and leads back', async () => {
	const { api, control } = sandbox();
	const { body } = await api('GET', '/contracts?limit=2&sort=createdAt');
	const after = body.pagination.next_cursor;
	for (const { id } of await control.contracts()) {
		if (!body.data.some((row: any) => row.id === id)) await control.deleteContract(id);
	}
	const empty = (await api('GET', `/contracts?limit=2&sort=createdAt&after=${after}`)).body;
	expect(empty.data).toEqual([]);
	expect(empty.pagination).toMatchObject({
		has_next: false,
		next_cursor: null,
		has_previous: true,
	});
	expect((await api('GET', empty.links.prev)).body.data).toEqual(body.data);
});

test('a list without rows has no cursors', async () => {
	const { body } = await sandbox().api('GET', '/contracts?name=no-such-contract');
	expect(body).toEqual({
		data: [],
		pagination: {
			limit: 20,
			next_cursor: null,
			prev_cursor: null,
			has_next: false,
			has_previous: false,
		},
		links: { self: '/contracts?name=no-such-contract&limit=20', next: null, prev: null },
	});
});

test('the rate limit lets a burst through, then answers 429 per key', async () => {
	const { api, control, keys } = sandbox();
	await control.rateLimit({ requestsPerSecond: 0.5, burst: 3 });
	const answers = [];
	for (let index = 0; index < 5; index++) answers.push(await api('GET', '/organization'));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
	expectError(answers[3]!, 429, 'RATE_LIMIT_EXCEEDED');
	expect(answers[3]!.headers.get('retry-after')).toBe('2');
	const other = await api('GET', '/organization', undefined, { key: keys.otherOrg });
	expect(other.status).toBe(200);
	await control.rateLimit(null);
	expect((await api('GET', '/organization')).status).toBe(200);
});

test('the bucket fills again with time; Retry-After can be a date or absent', async () => {
	const { api, control } = sandbox();
	await control.rateLimit({ requestsPerSecond: 1, burst: 1, retryAfter: 'none' });
	await api('GET', '/organization');
	const refused = await api('GET', '/organization');
	expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null]);
	await until(
		() => api('GET', '/organization'),
		({ status }) => status === 200,
	);
	await control.rateLimit({ requestsPerSecond: 0.1, burst: 1, retryAfter: 'date' });
	await api('GET', '/organization');
	const dated = await api('GET', '/organization');
	expect(Date.parse(dated.headers.get('retry-after')!)).toBeGreaterThan(Date.now() + 8_000);
});

test('a window begins anew, all at once or request by request', async () => {
	const { api, control } = sandbox();
	for (const sliding of [false, true]) {
		await control.rateLimit({ requests: 2, seconds: 0.5, sliding, retryAfter: 'none' });
		const answers = await Promise.all(Array.from({ length: 5 }, () => api('GET', '/organization')));
		const rejected = answers.filter(({ status }) => status === 429);
		// The next window may have begun at any moment of them.
		expect(rejected.length).toBeGreaterThanOrEqual(1);
		expect(rejected.length).toBeLessThanOrEqual(3);
		await until(
			() => api('GET', '/organization'),
			({ status }) => status === 200,
		);
	}
	await control.rateLimit({ requests: 1, seconds: 3_600, sliding: true });
	await api('GET', '/organization');
	const { headers } = await api('GET', '/organization');
	expect(headers.get('retry-after')).toBe('3600');
});

test('so many requests are taken at the same time, and as many again when they are answered', async () => {
	const { api, control } = sandbox();
	await control.rateLimit({ concurrent: 2 });
	await control.latency(1_000);
	for (let round = 0; round < 2; round++) {
		const answers = await Promise.all(Array.from({ length: 5 }, () => api('GET', '/organization')));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
	}
});

test('what is left of a limit can stand in the headers of every answer, in the usual forms', async () => {
	const { api, control } = sandbox();
	const limit = { requestsPerSecond: 0.1, burst: 2 };
	await control.rateLimit({ ...limit, headers: 'RateLimit' });
	const { headers } = await api('GET', '/organization');
	expect(headers.get('ratelimit')).toBe('"default";r=1;t=10');
	expect(headers.get('ratelimit-policy')).toBe('"default";q=2;w=20');

	const resets = {
		seconds: (value: string) => Number(value) * 1000,
		epoch: (value: string) => Number(value) * 1000 - Date.now(),
		epochMs: (value: string) => Number(value) - Date.now(),
		date: (value: string) => Date.parse(value) - Date.now(),
	};
	for (const [reset, msOf] of Object.entries(resets)) {
		const named = { headers: 'X-RateLimit-*', reset: reset as keyof typeof resets } as const;
		await control.rateLimit({ ...limit, ...named });
		const answers = [];
		for (let index = 0; index < 3; index++) answers.push(await api('GET', '/organization'));
		const said = answers.map((answer) => answer.headers.get('x-ratelimit-remaining'));
		expect(said).toEqual(['1', '0', '0']);
		const ms = msOf(answers[2]!.headers.get('x-ratelimit-reset')!);
		expect(ms).toBeGreaterThan(18_000);
		expect(ms).toBeLessThanOrEqual(21_000);
		expect(answers[2]!.headers.get('x-ratelimit-limit')).toBe('2');
	}
});
