import type { FaultName } from './faults.mts';

/** How a request may be treated. */
export type RequestKind =
	/** Reads, and writes of absolute values: harmless twice. */
	| 'repeatable'
	/** The same, where an empty body is an answer: the record is read to see what became of it. */
	| 'repeatableEmpty'
	/** The same, where the record is read before it is sent again, and shows whether it was executed. */
	| 'looked'
	/** Creates or sends something: must not be executed twice. */
	| 'once'
	/** The same, where an empty body is an answer. */
	| 'onceEmpty'
	/** The same, whose outcome the contract or a search shows. */
	| 'confirmed'
	/** The same, whose answer has no body that could break. */
	| 'confirmedNoBody'
	/** Asks for files as the profile says: links; nothing means that they are not ready. */
	| 'fileLinks'
	/** Fetches a file from a signed URL: a part of it has no end, a redirect is followed without the key. */
	| 'download'
	/** Sends a file to a signed URL: what the answer says means nothing, unless it is a page. */
	| 'upload';

/**
 * What comes of one fault: `again` the request is sent a second time and succeeds; `once` it succeeded all the same;
 * `found` it was executed, which another request shows; else the operation fails with the message and sends no more.
 */
export type Expectation = keyof typeof MESSAGES | 'again' | 'found' | 'once';

export const MESSAGES = {
	fault: /^The service had an internal fault \(status 50\d\)$/,
	unknown: /^No answer arrived, so it is not known whether the service executed this$/,
	notJson:
		/^(The service answered 20\d with something that is not JSON|A web page answered \(20\d\), not the API of the service: .+)$/,
	emptyBody: /^The service answered 20\d with an empty body$/,
	redirected: /^The service redirected the request to another address$/,
	otherFiles: /^The service gives files in another way$/,
	storageRedirect: /^Uploading 'signed\.pdf' failed: the file storage answered 302$/,
};

const AGAIN: Record<FaultName, Expectation> = {
	seconds: 'again',
	date: 'again',
	noRetryAfter: 'again',
	s500: 'again',
	s502: 'again',
	s503: 'again',
	s504: 'again',
	reset: 'again',
	resetExecuted: 'again',
	resetMiddle: 'again',
	truncated: 'again',
	malformed: 'again',
	html: 'again',
	empty: 'again',
	redirect: 'redirected',
	hang: 'again',
	drip: 'again',
	stall: 'again',
	switchProtocols: 'again',
};

const ONCE: Record<FaultName, Expectation> = {
	seconds: 'again',
	date: 'again',
	noRetryAfter: 'again',
	s500: 'fault',
	s502: 'fault',
	s503: 'fault',
	s504: 'fault',
	reset: 'unknown',
	resetExecuted: 'unknown',
	resetMiddle: 'unknown',
	truncated: 'notJson',
	malformed: 'notJson',
	html: 'notJson',
	empty: 'emptyBody',
	redirect: 'redirected',
	hang: 'unknown',
	drip: 'unknown',
	stall: 'unknown',
	switchProtocols: 'unknown',
};

const FOUND = {
	s504: 'found',
	resetExecuted: 'found',
	resetMiddle: 'found',
	truncated: 'found',
	malformed: 'found',
	empty: 'found',
	drip: 'found',
	stall: 'found',
} as const;

const CONFIRMED: Record<FaultName, Expectation> = { ...ONCE, ...FOUND };

/** Written down from D5, not from the code: the matrix is compared with this. */
export const EXPECTED: Record<RequestKind, Record<FaultName, Expectation>> = {
	repeatable: AGAIN,
	repeatableEmpty: { ...AGAIN, empty: 'found' },
	looked: { ...AGAIN, ...FOUND },
	once: ONCE,
	onceEmpty: { ...ONCE, empty: 'found' },
	confirmed: CONFIRMED,
	confirmedNoBody: {
		...CONFIRMED,
		resetMiddle: 'once',
		truncated: 'once',
		empty: 'once',
		drip: 'once',
		stall: 'once',
	},
	fileLinks: { ...AGAIN, redirect: 'otherFiles' },
	download: { ...AGAIN, redirect: 'once' },
	upload: {
		...AGAIN,
		resetMiddle: 'once',
		truncated: 'once',
		malformed: 'once',
		empty: 'once',
		drip: 'once',
		stall: 'once',
		redirect: 'storageRedirect',
	},
};

/** Writes that must not be executed a second time, whatever happens; or need not be, as they are looked for. */
export const NEVER_TWICE: ReadonlySet<RequestKind> = new Set([
	'looked',
	'once',
	'onceEmpty',
	'confirmed',
	'confirmedNoBody',
]);
