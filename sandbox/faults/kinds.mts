/** How a fault can spoil an answer; docs/sandbox.md describes them. */
export const FAULT_KINDS = [
	'status',
	'latency',
	'reset',
	'truncatedJson',
	'malformedJson',
	'html',
	'emptyBody',
	'redirect',
	'slowBody',
	'drip',
	'stall',
	'hang',
	'switchProtocols',
	'repeatedCursor',
	'wrongPageShape',
] as const;
