/** Faults that people want to see a workflow survive. The whole list of kinds is in docs/sandbox.md. */
export const FAULT_PRESETS = [
	{
		label: 'Rate limited: 429 three times, with Retry-After',
		fault: {
			route: '*',
			kind: 'status',
			status: 429,
			errorId: 'RATE_LIMIT_EXCEEDED',
			retryAfter: 2,
			times: 3,
		},
	},
	{
		label: 'Unavailable: 503 three times',
		fault: { route: '*', kind: 'status', status: 503, times: 3 },
	},
	{ label: 'Internal error: 500 once', fault: { route: '*', kind: 'status', status: 500 } },
	{
		label: 'Forbidden: 403 until cleared',
		fault: {
			route: '*',
			kind: 'status',
			status: 403,
			errorId: 'INSUFFICIENT_PERMISSIONS',
			times: 0,
		},
	},
	{ label: 'Connection lost once', fault: { route: '*', kind: 'reset' } },
	{
		label: 'Answer lost after a contract was created',
		fault: { route: 'POST /contracts', kind: 'reset', when: 'after' },
	},
	{ label: 'Half of the JSON is missing, once', fault: { route: '*', kind: 'truncatedJson' } },
	{ label: 'HTML error page of a proxy, once', fault: { route: '*', kind: 'html', status: 502 } },
	{
		label: 'Every answer waits two seconds, until cleared',
		fault: { route: '*', kind: 'latency', ms: 2000, times: 0 },
	},
];
