import { quotaOf } from '../../../nodes/ContractManagement/transport/quota';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const IN_30_S = NOW + 30_000;

const QUOTA = { limit: 100, remaining: 50, resetMs: 30_000 };

const xHeaders = (reset: string, remaining = '50', limit = '100') => ({
	'x-ratelimit-limit': limit,
	'x-ratelimit-remaining': remaining,
	'x-ratelimit-reset': reset,
});

test.each([
	['RateLimit', { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' }],
	[
		'the tightest of several',
		{
			ratelimit: '"day";r=900;t=4000, "minute";r=50;t=30',
			'ratelimit-policy': '"day";q=1000;w=86400, "minute";q=100;w=60',
		},
	],
	['an older RateLimit', { ratelimit: 'limit=100, remaining=50, reset=30' }],
	[
		'RateLimit-*',
		{
			'ratelimit-limit': '100, 100;w=60',
			'ratelimit-remaining': '50',
			'ratelimit-reset': '30',
		},
	],
	['seconds', xHeaders('30')],
	['seconds since the epoch', xHeaders(String(IN_30_S / 1000))],
	['milliseconds since the epoch', xHeaders(String(IN_30_S))],
	['an HTTP date', xHeaders(new Date(IN_30_S).toUTCString())],
	['an ISO date', xHeaders(new Date(IN_30_S).toISOString())],
	[
		'X-Rate-Limit-*',
		{ 'x-rate-limit-limit': '100', 'x-rate-limit-remaining': '50', 'x-rate-limit-reset': '30' },
	],
])('what is left of a limit is read: %s', (_form, headers) => {
	expect(quotaOf(headers as unknown as Record<string, string>, NOW)).toEqual(QUOTA);
});

test('a moment is read by the clock of the service', () => {
	const headers = { ...xHeaders(String(IN_30_S / 1000)), date: new Date(NOW).toUTCString() };
	expect(quotaOf(headers, NOW + 3_600_000)?.resetMs).toBe(30_000);
	expect(quotaOf(xHeaders(String(IN_30_S / 1000)), NOW + 3_600_000)?.resetMs).toBe(0);
});

test.each([
	{},
	{ ratelimit: '' },
	{ ratelimit: 'many' },
	{ ratelimit: '"default";r=50;t=30' },
	{ 'x-ratelimit-remaining': '50' },
	xHeaders('soon'),
	xHeaders(''),
	xHeaders('-30'),
	xHeaders('30', '-1'),
	xHeaders('30', 'many'),
	xHeaders('30', '50', 'none'),
	xHeaders('30', '101'),
])('nothing is read from %j', (headers) => {
	expect(quotaOf(headers as Record<string, string>, NOW)).toBeUndefined();
});
