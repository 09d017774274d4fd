import { ASSUMED } from '../../../nodes/ContractManagement/api/profile';
import { isNoRoute } from '../../../nodes/ContractManagement/transport/errors/addressSentences';
import type {
	ApiRequest,
	Exchange,
	Outcome,
} from '../../../nodes/ContractManagement/transport/exchange';
import { complaintOf } from '../../../nodes/ContractManagement/transport/errors/problems';
import { apiError } from '../../../nodes/ContractManagement/transport/errors/requestError';
import * as sentences from '../../../nodes/ContractManagement/transport/errors/sentences';
import { asThrown } from '../../../nodes/ContractManagement/transport/errors/thrown';
import { NODE } from './support/fakeService.mts';

const ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const OTHER = '00000000-0000-4000-8000-000000000001';
const READ: ApiRequest = { method: 'GET', path: `/contracts/${ID}` };
const WRITE: ApiRequest = { method: 'POST', path: '/contracts' };
const PATCH: ApiRequest = { method: 'PATCH', path: `/contracts/${ID}` };

const problemOf = (
	asked: ApiRequest,
	answered: Exchange,
	attempts: number,
	trials: Partial<Outcome> = {},
) => sentences.problemOf(asked, { answer: answered, attempts, ...trials });
const answer = (status: number, body: unknown = '', headers = {}): Exchange => ({
	status,
	headers,
	body,
});
const refusal = (status: number, errorId: string, details: object = {}, message = 'Said so') =>
	answer(status, { error: { statusCode: 'X', errorId, message, details } });

const UNREACHABLE =
	'The contract-management service could not be reached. Check that it is up, and the Base URL in the credential';

const CHECK = ': check its ID, or choose another';

test.each([
	['CONTRACT_NOT_FOUND', READ, {}, `No contract ${ID}${CHECK}`],
	[
		'CONTRACT_NOT_FOUND',
		{ ...READ, path: `/custom-objects/${OTHER}/contract/${ID}/records` },
		{},
		`No contract ${ID}${CHECK}`,
	],
	[
		'COUNTERPARTY_NOT_FOUND',
		{ ...READ, path: `/counterparties/${ID}?x=1` },
		{},
		`No counterparty ${ID}${CHECK}`,
	],
	[
		'MEMBER_NOT_FOUND',
		{ ...READ, path: `/members/${ID}` },
		{ value: OTHER },
		`No member ${OTHER}${CHECK}`,
	],
	['TEMPLATE_NOT_FOUND', WRITE, { id: OTHER }, `No template ${OTHER}${CHECK}`],
	['TEMPLATE_NOT_FOUND', WRITE, {}, `No template with this id${CHECK}`],
	['FIELD_NOT_FOUND', WRITE, { field: 'Term' }, "There is no field 'Term'"],
	['FIELD_NOT_FOUND', WRITE, {}, 'Said so'],
	[
		'FIELD_OPTION_NOT_FOUND',
		WRITE,
		{ field: 'Term', value: '30d' },
		"Field 'Term' has no option '30d'",
	],
	[
		'FIELD_OPTION_NOT_FOUND',
		WRITE,
		{ field: 'Term', value: ['a'] },
		`Field 'Term' has no option '["a"]'`,
	],
	['FIELD_OPTION_NOT_FOUND', WRITE, {}, 'Said so'],
	['INVALID_STATUS_TRANSITION', WRITE, {}, 'Said so'],
	['SOMETHING_NEW', WRITE, {}, 'Said so'],
	['constructor', WRITE, {}, 'Said so'],
])('%s names what it is about', (errorId, asked, details, message) => {
	const problem = problemOf(asked as ApiRequest, refusal(400, errorId, details), 1);
	expect(problem).toMatchObject({ message, errorId });
	expect(problem.details).toEqual(Object.keys(details).length > 0 ? details : undefined);
});

test.each(['FIELD_NOT_FOUND', 'FIELD_OPTION_NOT_FOUND', 'INVALID_STATUS_TRANSITION'])(
	'%s without any words of the service is still a sentence',
	(errorId) => {
		const { message, description } = problemOf(WRITE, refusal(400, errorId, {}, ''), 1);
		expect(message).toMatch(/^[A-Z].{15,}/);
		expect(description).toMatch(/\.$/);
	},
);

test.each<[object, string]>([
	[{ availableOptions: ['30 days', '60 days'] }, 'Allowed: 30 days, 60 days'],
	[
		{ availableOptions: [{ id: 'o1', name: '30 days' }, { label: '60 days' }, { id: 'o3' }] },
		'Allowed: 30 days, 60 days, o3',
	],
	[{ availableOptions: [30, null] }, 'Allowed: 30, '],
	[
		{ availableOptions: [] },
		'Choose one of the options of the field: the service names none (entry errors-details-options of the profile).',
	],
	[
		{ options: ['30 days'] },
		'Choose one of the options of the field: the service names none (entry errors-details-options of the profile).',
	],
])('the allowed options are listed in each form: %j', (details, expected) => {
	const given = refusal(400, 'FIELD_OPTION_NOT_FOUND', { field: 'Term', value: 'x', ...details });
	expect(problemOf(WRITE, given, 1).description).toBe(expected.trim());
});

test.each([
	[400, 'The service refused the request (status 400)'],
	[401, 'The service rejected the API key. Open the credential and paste it again'],
	[403, 'Refused before the service (403)'],
	[404, `Nothing was found at /contracts/${ID}`],
	[409, 'The state of the record does not allow this'],
	[418, 'Refused before the service (418)'],
	[429, 'The service keeps rejecting requests because there are too many'],
	[500, 'The service had an internal fault (status 500)'],
	[501, 'Refused before the service (501)'],
	[502, 'A gateway or proxy could not reach the service (502)'],
	[599, 'A gateway or proxy could not reach the service (599)'],
	[302, 'The service redirected the request to another address'],
])('status %s without a body: %s', (status, message) => {
	expect(problemOf(READ, answer(status), 1).message).toBe(message);
});

test.each([
	[400, 'Said so', 'Check the parameters of the node. (limit: 500; sort: ["x"])'],
	[
		403,
		'The API key may not do this',
		'Use a key with more permissions. The service says: Said so',
	],
	[
		404,
		'Said so',
		'It may have been deleted, or it belongs to another organization than the API key. Search contracts (Get Many) finds its ID; if this is the ID of a counterparty, filter by it there.',
	],
	[409, 'Said so', 'Read the record to see its status.'],
	[
		401,
		'The service rejected the API key. Open the credential and paste it again',
		'A new key comes from the integrations area of the organization settings. The service says: Said so',
	],
	[
		429,
		'The service keeps rejecting requests because there are too many',
		'Set Max Requests per Second in the credential, or raise Retry for Up To in the options of actions. Nothing was executed. The service says: Said so',
	],
	[422, 'Said so', 'Check the parameters of the node. (limit: 500; sort: ["x"])'],
	[500, 'The service had an internal fault (status 500)', 'The service says: Said so'],
])('status %s with words of the service', (status, message, description) => {
	const given = refusal(status, 'OTHER', { limit: 500, sort: ['x'] });
	expect(problemOf(READ, given, 1)).toMatchObject({ message, description });
});

test.each([
	['COUNTERPARTY_NOT_FOUND', 404, 'contracts show it as counterpartyId.'],
	['TEMPLATE_NOT_FOUND', 404, 'Describe contract type (Get Creation Form) lists the templates.'],
	[
		'MEMBER_NOT_FOUND',
		404,
		'Get contract by ID shows the members of a contract, without Simplify.',
	],
	['CONTRACT_TYPE_NOT_FOUND', 404, 'Search contracts (Get Many) shows it as contractTypeId.'],
	['CLAUSE_NOT_FOUND', 404, 'Search clauses (Get Many) finds its ID.'],
	['NOT_FOUND', 404, 'Search contracts (Get Many) finds its ID; if this is'],
	['FIELD_NOT_FOUND', 400, 'Fields are named by their ID or their exact name.'],
	['INVALID_STATUS_TRANSITION', 409, 'Read the contract with Contract > Get to see its status.'],
])('%s says where to look', (errorId, status, description) => {
	expect(problemOf(READ, refusal(status, errorId), 1).description).toContain(description);
});

test.each([
	[403, {}, 'The API key may not do this', 'Use a key with more permissions.'],
	[409, {}, 'The state of the record does not allow this', 'Read the record to see its status.'],
])(
	'status %s in the form of the service without words',
	(status, details, message, description) => {
		const given = refusal(status, 'OTHER', details, '');
		expect(problemOf(READ, given, 1)).toMatchObject({ message, description });
	},
);

test('why a contract cannot be marked as signed is said by what it takes', () => {
	const asked = { ...PATCH, path: `/contracts/${ID}/signed-version` };
	expect(problemOf(asked, refusal(409, 'INVALID_STATUS_TRANSITION'), 1)).toMatchObject({
		message: 'Said so',
		description:
			'A contract is marked as signed from draft, negotiating or signing, and only while no signature process of the service is running.',
	});
});

test('only Mark as Signed is told what a contract is marked as signed from', () => {
	for (const path of [`/contracts/${ID}/signatures/send`, `/contracts/${ID}`]) {
		const refused = refusal(400, 'INVALID_STATUS_TRANSITION');
		const problem = problemOf({ method: 'POST', path }, refused, 1);
		expect(`${problem.message} ${problem.description}`).not.toContain('marked as signed');
		expect(problem.description).toContain('Contract > Get');
	}
});

test('a record that the service calls missing without words', () => {
	expect(problemOf(READ, refusal(404, 'OTHER', {}, ''), 1).message).toBe(
		'The record does not exist',
	);
});

test('the words of a refusal in no form of the service are shown', () => {
	for (const status of [400, 403, 404, 409, 413, 502]) {
		const { message, description } = problemOf(READ, answer(status, 'No such folder'), 1);
		expect(`${message} ${description}`).toContain(': No such folder');
	}
});

test.each([401, 403, 404])('a web page with status %d is not taken for the service', (status) => {
	const { message, description } = problemOf(WRITE, answer(status, '<html>Blocked'), 1);
	expect(message).toBe(`A web page answered (${status}), not the API of the service: Blocked`);
	expect(description).toMatch(/^Nothing was executed\. .*the Base URL of the credential/);
});

/** Real pages and texts of proxies, gateways, load balancers and firewalls. */
const ON_THE_WAY: Array<[who: string, status: number, body: unknown, message: string]> = [
	[
		'nginx',
		403,
		'<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>',
		'A web page answered (403), not the API of the service: 403 Forbidden',
	],
	[
		'a fragment',
		403,
		'<center><h1>403 Forbidden</h1></center>',
		'A web page answered (403), not the API of the service: 403 Forbidden',
	],
	[
		'a comment before the doctype',
		400,
		'<!-- generated by proxy -->\n<!DOCTYPE html><html><head><title>Bad Request</title>',
		'A web page answered (400), not the API of the service: Bad Request',
	],
	[
		'XHTML',
		405,
		'\ufeff<?xml version="1.0"?>\n<html xmlns="x"><head><title>Not Allowed</title></head>',
		'A web page answered (405), not the API of the service: Not Allowed',
	],
	[
		'a page without a title',
		406,
		'<html><head><style>p { color: red }</style></head><body><p>Not <b>Acceptable</b></p>',
		'A web page answered (406), not the API of the service: Not Acceptable',
	],
	[
		'Kong',
		404,
		{ message: 'no Route matched' },
		`Nothing was found at /contracts/${ID}: no Route matched`,
	],
	[
		'an ingress',
		404,
		'default backend - 404',
		`Nothing was found at /contracts/${ID}: default backend - 404`,
	],
	['API Gateway', 403, { message: 'Forbidden' }, 'Refused before the service (403): Forbidden'],
	['Apigee', 405, { fault: {} }, 'Refused before the service (405)'],
	['a proxy', 407, '', 'The proxy asks for a name and a password (407)'],
	['a gateway', 413, 'Too big', 'A gateway or proxy takes no request so large (413): Too big'],
	[
		'nginx before a service that is down',
		502,
		'<html><head><title>502 Bad Gateway</title></head>',
		'A gateway or proxy could not reach the service (502): 502 Bad Gateway',
	],
	[
		'Envoy',
		503,
		'no healthy upstream',
		'A gateway or proxy could not reach the service (503): no healthy upstream',
	],
	[
		'a balancer',
		504,
		{ message: 'Endpoint request timed out' },
		'A gateway or proxy could not reach the service (504): Endpoint request timed out',
	],
	['a content network', 522, '', 'A gateway or proxy could not reach the service (522)'],
	[
		'a proxy that gives bytes',
		502,
		'PK\u0003\0\0',
		'A gateway or proxy could not reach the service (502)',
	],
	[
		'an object storage',
		403,
		'<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
		'Refused before the service (403): AccessDenied Access Denied',
	],
	[
		'a page that is not in UTF-8',
		403,
		'<html><head><title>Acc\ufffds refus\ufffd</title></head>',
		'A web page answered (403), not the API of the service: Acc\ufffds refus\ufffd',
	],
	[
		'Kong without a key',
		401,
		{ message: 'No API key found in request' },
		'The service rejected the API key: No API key found in request. Open the credential and paste it again',
	],
	[
		'a guest network',
		511,
		'<html><head><title>Network Authentication Required</title></head>',
		'A web page answered (511), not the API of the service: Network Authentication Required',
	],
	[
		'a page of a fault',
		500,
		'<h1>Oops</h1>',
		'A web page answered (500), not the API of the service: Oops',
	],
];

test.each(ON_THE_WAY)(
	'a refusal of something on the way is told as such: %s, %s',
	(_who, status, body, message) => {
		const problem = problemOf(READ, answer(status, body), 1);
		expect(problem.message).toBe(message);
		expect(problem.description).not.toContain('parameters of the node');
		expect(problem.description).not.toMatch(/permissions|may have been deleted/);
	},
);

test.each([400, 403, 404, 405, 413, 500, 502, 503, 504])(
	'the same status in the form of the service is its own: %s',
	(status) => {
		const { message } = problemOf(READ, refusal(status, 'OTHER', {}, 'Said so'), 1);
		expect(message).not.toMatch(/gateway|before the service|web page/);
		const flat = { statusCode: 'X', errorId: 'OTHER', message: 'Said so' };
		expect(problemOf(READ, answer(status, flat), 1).message).toBe(message);
	},
);

test('what is known of whoever is on the way is told, and what a request was too large for', () => {
	const headers = { via: '1.1 proxy.corp (squid)', 'www-authenticate': 'NTLM' };
	const { message, description } = problemOf(READ, { ...answer(401, 'No'), headers }, 1);
	expect(message).toBe('Refused before the service (401): No');
	expect(description).toContain('(via: 1.1 proxy.corp (squid)) (www-authenticate: NTLM)');
	expect(description).toMatch(/API key and the Base URL/);
	const body = { name: 'ä' };
	expect(problemOf({ ...WRITE, body }, answer(413), 1).description).toBe(
		'Nothing was executed. The limit is set there, not in the service. Sent were 13 bytes.',
	);
});

test('a fault and a wait are told with the words of who answered', () => {
	const fault = '<?xml version="1.0"?><fault><faultstring>Policy failed</faultstring></fault>';
	expect(problemOf(READ, answer(500, fault), 1).description).toContain('Policy failed');
	const page = answer(503, '<title>Maintenance until noon</title>');
	const { message } = problemOf(READ, page, 1, { tooLongMs: 60_000 });
	expect(message).toMatch(/ asks to wait 60 s before the next request: Maintenance until noon$/);
});

test('a write that a gateway gave up over may have happened', () => {
	const { description } = problemOf(WRITE, answer(504, '<html>'), 1);
	expect(description).toMatch(/^It may have happened: look at the record/);
});

test.each([
	['connect ECONNREFUSED 10.0.0.9:3128', 'https://api.test/v2', 'The proxy 10.0.0.9:3128 could'],
	['connect ECONNREFUSED ::1:3128', 'http://[::1]:80/v2', 'The proxy ::1:3128 could'],
	['connect ETIMEDOUT 10.0.0.9:8080', 'https://api.test/v2', 'The proxy 10.0.0.9:8080 could'],
	['getaddrinfo ENOTFOUND proxy.corp', 'https://api.test/v2', 'The proxy proxy.corp could'],
	[
		'getaddrinfo ENOTFOUND api.test',
		'https://api.test/v2',
		'The contract-management service could',
	],
	[
		'connect ECONNREFUSED 10.0.0.9:443',
		'https://api.test/v2',
		'The contract-management service could',
	],
	[
		'connect ECONNREFUSED 127.0.0.1:4010',
		'http://localhost:4010/v2',
		'The contract-management service could',
	],
	['ECONNREFUSED', 'https://api.test/v2', 'The contract-management service could'],
])('%s below %s: %s', (reason, baseUrl, start) => {
	const unsent = { ...answer(0), failure: 'unsent' as const, reason };
	expect(problemOf(READ, unsent, 1, { baseUrl }).message).toContain(start);
});

test.each([
	[READ, 'Perhaps a proxy'],
	[PATCH, 'It may have happened; running it again does no harm. Perhaps a proxy'],
	[
		WRITE,
		'It may have happened: look at the record in the service before you run this again. Perhaps a proxy',
	],
])('an answer that cannot be read says whether something may have happened', (asked, start) => {
	const html = problemOf(asked, answer(200, '<html>'), 1);
	expect(html.message).toBe('A web page answered (200), not the API of the service');
	expect(html.description.startsWith(start)).toBe(true);
	expect(problemOf(asked, answer(200), 1).message).toBe(
		'The service answered 200 with an empty body',
	);
});

test.each([
	[
		{ name: 'NDA', integration: { externalId: 'D-1' }, counterparty: { name: 'Globex' } },
		"for a new contract named 'NDA' with external ID 'D-1' of counterparty 'Globex'",
	],
	[{ counterpartyId: 'x' }, 'for a new contract'],
])('of a contract that may have been created, what to look for is named', (body, what) => {
	const asked = { method: 'POST' as const, path: '/contracts', body };
	expect(problemOf(asked, answer(500), 1).description).toContain(
		`It may have happened: look ${what} in the service before`,
	);
});

test.each([
	['/contracts/c1/signatures/send', 'at the contract c1'],
	['/custom-objects/o1/contract/c1/records', 'at the records of contract c1'],
	['/elsewhere', 'at the record'],
	['/contracts', 'at the record'],
])('of another write, the place to look at is named: %s', (path, what) => {
	const asked = { method: 'POST' as const, path };
	expect(problemOf(asked, answer(500), 1).description).toContain(`look ${what} in the service`);
});

test.each([
	['unsent', UNREACHABLE, 'Nothing was executed.'],
	['lost', 'The contract-management service did not answer', 'The connection broke or timed out.'],
	['blocked', 'our words', 'Check the Base URL'],
] as const)('no answer, %s', (failure, message, start) => {
	const given = { ...answer(0), failure, reason: 'our words' };
	const problem = problemOf(READ, given, 1);
	expect(problem.message).toBe(message);
	expect(problem.description.startsWith(start)).toBe(true);
	const silent = problemOf(READ, { ...answer(0), failure }, 1);
	expect(silent.description).not.toContain('undefined');
	expect(silent.message).not.toContain('undefined');
});

test('what was tried is summed up', () => {
	const tried = ['503', '503', 'ECONNRESET'];
	expect(problemOf(READ, answer(503), 3, { tried }).description).toContain(
		'Gave up after 3 attempts (2 × 503, ECONNRESET). ',
	);
	expect(problemOf(READ, answer(503), 3).description).toContain('Gave up after 3 attempts. ');
});

test.each([
	[READ, 429, 2, 'Nothing was executed. '],
	[WRITE, 429, 0, 'It was not even sent. '],
	[WRITE, 503, 1, 'It may have happened: '],
])(
	'a wait that is too long is named, with what may have happened',
	(asked, status, attempts, start) => {
		const problem = problemOf(asked, answer(status), attempts, { tooLongMs: 89_500 });
		expect(problem.message).toBe('The service asks to wait 90 s before the next request');
		// Triggers have no such option.
		expect(problem.description).toMatch(/raise Retry for Up To in the options of actions\.$/);
		expect(problem.description.startsWith(start)).toBe(true);
	},
);

test.each([
	[
		{ error: { errorId: 'A', message: 'm', details: { x: 1 } } },
		{ errorId: 'A', message: 'm', details: { x: 1 } },
	],
	[{ message: 'gateway' }, { message: 'gateway', details: {} }],
	[{ error: 'text' }, { message: 'text', details: {} }],
	[
		{ title: 'Invalid', detail: 'No such folder' },
		{ message: 'No such folder', details: {} },
	],
	[{ message: ['a', '', 'b'] }, { message: 'a; b', details: {} }],
	[
		{ errors: [{ field: 'f', message: 'a' }, { detail: 'b' }, 7] },
		{ message: 'a; b', details: {} },
	],
	[
		{ title: 'Not valid', errors: { name: ['too long'] } },
		{ message: 'Not valid', details: { name: ['too long'] } },
	],
	[
		{ message: 'Not valid', errors: [{ path: 'name' }] },
		{ message: 'Not valid', details: { details: [{ path: 'name' }] } },
	],
	[
		{ error: { message: 'Not valid', details: 'name is too long' } },
		{ message: 'Not valid', details: { details: 'name is too long' } },
	],
	[
		{ error: { errorId: 'A', details: { field: 'Term', value: '30d' } } },
		{ errorId: 'A', details: { field: 'Term', value: '30d' } },
	],
	[[{ message: 'a' }, { message: 'b' }], { message: 'a; b', details: {} }],
	[{ error: { errorId: 5, message: 7, details: [] } }, { details: {} }],
	['<html>', { details: {} }],
	[undefined, { details: {} }],
])('the service’s words are read from %j', (body, expected) => {
	expect(complaintOf(body)).toEqual(expected);
});

test('details have the names of the profile', () => {
	const profile = {
		...ASSUMED,
		'errors-details-field': 'fieldName',
		'errors-details-value': 'providedValue',
		'errors-details-options': 'allowed',
	};
	const details = { fieldName: 'Term', providedValue: '30d', allowed: ['30 days'] };
	const given = refusal(400, 'FIELD_OPTION_NOT_FOUND', details);
	expect(problemOf(WRITE, given, 1, { profile })).toMatchObject({
		message: "Field 'Term' has no option '30d'",
		description: 'Allowed: 30 days',
		details: { field: 'Term', value: '30d', availableOptions: ['30 days'] },
	});
});

test('what the service says at length is shown by its beginning', () => {
	const long = 'x'.repeat(2_000_000);
	const details = { field: long, list: [long], ...Object.fromEntries(many(1000)) };
	for (const status of [400, 403, 409, 500]) {
		const outcome = { answer: refusal(status, 'OTHER', details, long), attempts: 1 };
		const { message, description, context } = asThrown(apiError(NODE, WRITE, outcome));
		expect(JSON.stringify({ message, description, context }).length).toBeLessThan(10_000);
		expect(`${message} ${description}`).toContain('xxx…');
	}
});

const many = (count: number) =>
	Array.from({ length: count }, (_, index): [string, string] => [`key ${index}`, 'value']);

test('a list of hundreds of options is shown in full', () => {
	const availableOptions = Array.from({ length: 300 }, (_, index) => `Option ${index}`);
	const { details } = problemOf(
		WRITE,
		refusal(400, 'FIELD_OPTION_NOT_FOUND', { availableOptions }),
		1,
	);
	expect(details).toEqual({ availableOptions });
});

describe('an address that cannot be right', () => {
	const blocked = (code: string, reason?: string): Exchange => ({
		status: 0,
		headers: {},
		body: undefined,
		failure: 'blocked',
		code,
		reason,
	});
	const HTTP = { baseUrl: 'http://user:secret@service.test/v2' };

	test.each<[string, Exchange, Partial<Outcome>, string | undefined]>([
		['no TLS', blocked('EPROTO', 'SSL routines:wrong version number'), {}, 'it speaks no TLS'],
		['no common TLS', blocked('EPROTO', 'alert protocol version'), {}, 'No secure connection'],
		['no common TLS, without words', blocked('EPROTO'), {}, 'No secure connection'],
		['another 400', answer(400, { message: 'No' }), HTTP, 'No'],
		[
			'a 400 in other words',
			answer(400, 'No'),
			HTTP,
			'The service refused the request (status 400)',
		],
		['a certificate', blocked('CERT_HAS_EXPIRED'), {}, 'its certificate has expired'],
		['a clock', blocked('CERT_NOT_YET_VALID'), {}, 'its certificate is not valid yet'],
		[
			'an issuer',
			blocked('SELF_SIGNED_CERT_IN_CHAIN'),
			{},
			'issuer of its certificate is not known',
		],
		[
			'no client certificate',
			blocked('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tlsv13 alert certificate required'),
			{},
			'it asks for a client certificate',
		],
	])('%s', (_what, answered, trials, message) => {
		const { message: told, description } = problemOf(READ, answered, 1, trials);
		expect(told).toContain(message);
		expect(description).not.toContain('secret');
	});

	test('a proxy that does not connect is named, and not the service', () => {
		const reason = 'Proxy connection ended before receiving CONNECT response';
		const unsent = { ...blocked('ECONNRESET', reason), failure: 'unsent' as const };
		const { message, description } = problemOf(WRITE, unsent, 1);
		expect(message).toBe('The proxy could not be reached');
		expect(description).toMatch(/^Nothing was executed\. Check that it is up, .*HTTPS_PROXY/);
	});

	test('a credential that is refused by itself is not looked for in other places', () => {
		const refused = blocked('ERR_INVALID_CREDENTIAL', 'The API key is empty.');
		expect(problemOf(READ, refused, 1)).toEqual({
			message: 'The API key is empty.',
			description: 'Nothing was sent. Open the credential and correct it.',
		});
	});

	test('a redirect to what has come of a write says that it may have happened', () => {
		expect(problemOf(WRITE, answer(303), 1, { isUnknown: true }).description).toContain(
			'It may have happened',
		);
		expect(problemOf(WRITE, answer(302), 1).description).not.toContain('It may have happened');
	});

	test('what is no HTTP does not say that a write was not executed', () => {
		const lost = { ...blocked('HPE_INVALID_CONSTANT'), failure: 'lost' as const };
		const { message, description } = problemOf(WRITE, lost, 1, HTTP);
		expect(message).toContain('No answer arrived');
		expect(description).toContain('It may have happened');
	});

	test.each<[string | undefined, string | undefined, boolean]>([
		['https://service.test', undefined, true],
		['https://service.test/v1', 'ROUTE_NOT_FOUND', true],
		['https://u:secret@service.test/v2/contracts', 'NOT_FOUND', true],
		['https://service.test/gateway', 'CONTRACT_NOT_FOUND', false],
		['https://service.test/gateway', 'FILE_NOT_FOUND', false],
		['https://service.test/v2', undefined, false],
		['https://service.test/V2', 'ROUTE_NOT_FOUND', true],
		['https://service.test/v2', 'ROUTE_NOT_FOUND', true],
		['https://service.test/api/v2', 'NO_ROUTE_FOUND', true],
		['https://service.test/v2/v2', 'ENDPOINT_NOT_FOUND', true],
		['https://service.test/v2', 'NOT_FOUND', false],
		[undefined, 'ROUTE_NOT_FOUND', false],
		['https://service.test/contracts//v2', 'NOT_FOUND', true],
		['https://service.test/%61pi/v2', undefined, true],
		['https://service.test//v2', undefined, true],
		['https://service.test/contracts//v2', 'CONTRACT_NOT_FOUND', false],
		['https://service.test:8443/api/contracts/v2', 'NOT_FOUND', false],
		[undefined, undefined, false],
	])('a 404 under %s with %s tells of the address: %s', (baseUrl, errorId, isTold) => {
		const { message, description } = problemOf(READ, answer(404, { errorId }), 1, { baseUrl });
		expect(/(Check|Add \/v2 at the end of) the Base URL/.test(message)).toBe(isTold);
		expect(message + description).not.toContain('secret');
	});
});

test('a 404 says nothing about an address that is not known', () => {
	expect(isNoRoute({ status: 404 })).toBe(false);
});

test('an error that comes with a success is told in its own words', () => {
	const { message, description } = problemOf(PATCH, { ...refusal(400, 'X'), status: 200 }, 1);
	expect(message).toBe('The service answered 200 with an error');
	expect(description).toContain('The service says: Said so');
});

test('gzip without its header is named, and nothing of it is shown', () => {
	const answer = { status: 200, headers: {}, body: '\u001f\u008b\b' };
	const { message, description } = problemOf(READ, answer, 1);
	expect(message).toBe(
		'The service answered 200 with gzip, but without Content-Encoding in its header',
	);
	expect(description).not.toContain('\u008b');
});

test('of what no operation lists, a 404 says nothing of where it is found', () => {
	const asked = { method: 'GET' as const, path: '/custom-objects/1' };
	expect(problemOf(asked, refusal(404, 'OTHER', {}), 1).description).toMatch(/API key\.$/);
});

test('a new contract that is refused in words that are not known says how its fields were sent', () => {
	const asked: ApiRequest = { ...WRITE, body: { fields: { [ID]: 'x' } } };
	const said =
		' contract-create-fields: expected is "`fields` of `POST /contracts`: By field ID". ';
	expect(problemOf(asked, refusal(400, 'NO_LIST'), 1).description).toContain(said);
	for (const [request, errorId] of [
		[asked, 'FIELD_NOT_FOUND'],
		[WRITE, 'NO_LIST'],
	] as const) {
		expect(problemOf(request, refusal(400, errorId), 1).description).not.toContain('expected is');
	}
});
